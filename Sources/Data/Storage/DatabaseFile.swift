import Dispatch
public import Foundation
public import GRDB
package import Metrics
import Synchronization

/// An SQLite file with a schema, opened on demand.
///
/// The file is opened at its first use. If this fails, each use retries, so that
/// the program need not be restarted after the cause is removed. A file that
/// cannot be written can still be read.
///
/// Writes are durable when they return: the file is in WAL mode with
/// `synchronous=FULL`, so they survive a crash of the program or the machine.
/// One that fails changes nothing.
///
/// A damaged file is neither read nor written until it is repaired, or replaced by
/// `replaceIfDamaged()`. If the file is removed or replaced while it is open, writes
/// fail, because the next start would not find their changes.
///
/// ```swift
/// import Foundation
/// import GRDB
/// import Storage
///
/// var migrator = DatabaseMigrator()
/// migrator.registerMigration("1: notes") {
///   try $0.execute(sql: "CREATE TABLE note (text TEXT NOT NULL) STRICT")
/// }
/// let file = DatabaseFile(
///   url: URL(filePath: "/var/lib/example/notes.sqlite"), subject: "the notes",
///   migrator: migrator)
/// try await file.write { try $0.execute(sql: "INSERT INTO note VALUES ('Hello')") }
/// let texts = try await file.read { try String.fetchAll($0, sql: "SELECT text FROM note") }
/// print(texts)
/// try await file.close()
/// ```
public final class DatabaseFile: Sendable {
  private enum State {
    case notOpen(Failure?)
    case open(OpenDatabase)
    /// Open, and neither read nor written.
    case unusable(OpenDatabase, DatabaseFileError)
    case closed
  }

  /// A failed attempt to open the file.
  private struct Failure {
    let error: DatabaseFileError
    /// The status of the files before the attempt.
    let status: DatabaseFiles.Status?
  }

  private let opening: DatabaseOpening
  private let report: @Sendable (DatabaseFileReport) -> Void
  private let state = Mutex(State.notOpen(nil))
  // Opens and closes the file, which blocks on the disk and must not occupy
  // threads of Swift's thread pool. `state` is locked only while it is read or
  // replaced.
  private let queue = DispatchQueue(label: "fieldguide.database-file")
  /// The durations of reads, including the wait for a connection.
  package let reads = Histogram()
  /// The durations of writes, until they are durable.
  package let writes = Histogram()
  /// The number of writes that could not be stored, for another reason than their content.
  package let refusedWrites = Counter()

  /// Creates a file, without opening it.
  ///
  /// - Parameters:
  ///   - url: The file, created if it is missing; `nil` for an in-memory
  ///     database.
  ///   - subject: The name of the contents, for messages, such as "the breeds".
  ///   - migrator: The migrations of the schema.
  ///   - migration: The name of a migration before which the file is copied; `nil` for none.
  ///   - permissions: The rights of the file, whatever the umask of the process.
  ///   - report: Called with events that an operator should know. The reason why
  ///     a file cannot be opened is reported once, not at each attempt.
  ///   - fill: Called after the migrations, at each opening for writing, for instance
  ///     to add sample data to empty tables. It writes nothing if there is nothing to
  ///     add.
  public init(
    url: URL?, subject: String, migrator: DatabaseMigrator, copiedBefore migration: String? = nil,
    permissions: mode_t = 0o640,
    report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in },
    filledBy fill: (@Sendable (Database) throws -> Void)? = nil
  ) {
    self.opening = DatabaseOpening(
      url: url, subject: subject, migrator: migrator, copiedMigration: migration,
      permissions: permissions, fill: fill)
    self.report = report
  }

  /// Reads from a consistent snapshot.
  ///
  /// - Parameter query: Reads the values.
  /// - Throws: `DatabaseFileError` if the file cannot be read, and the errors of
  ///   the closure.
  public func read<T: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    let database = try await openedForReading()
    do {
      return try await reads.measuring { try await database.read(query) }
    } catch let error as DatabaseError {
      throw noting(DatabaseFileError(error, subject: opening.subject))
    }
  }

  /// Writes in a transaction, which is durable when this returns.
  ///
  /// - Parameter updates: Performs the write. It is not interrupted if the task is
  ///   cancelled.
  /// - Throws: `DatabaseFileError` if the file cannot be written, and the errors
  ///   of the closure.
  public func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    do {
      let database = try await opened()
      return try await writes.measuring { try await database.write(updates) }
    } catch let error as DatabaseError {
      if error.resultCode != .SQLITE_CONSTRAINT { refusedWrites.add() }
      throw noting(DatabaseFileError(error, subject: opening.subject))
    } catch let error as DatabaseFileError {
      refusedWrites.add()
      throw noting(error)
    }
  }

  /// Checkpoints the write-ahead log, and closes the file. Later reads and
  /// writes fail.
  public func close() async throws {
    try await onQueue { file in
      // SQLite crashes if a closed connection is used, so only the first call
      // gets the connection.
      let state = file.state.withLock { state in
        defer { state = .closed }
        return state
      }
      switch state {
      case .open(let database):
        // The pool closes its read-only connections last, and those cannot
        // checkpoint. If this fails nothing is lost: the log is kept.
        if let pool = database.writer as? DatabasePool {
          pool.invalidateReadOnlyConnections()
          _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }
        try database.writer.close()
      case .unusable(let database, _):
        // The last connection copies the log to the file, even if both are damaged, unless it
        // is read-only.
        _ = try? database.writer.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
        try database.writer.close()
      case .notOpen, .closed: break
      }
    }
  }
}

extension DatabaseFile {
  /// The database, opened if necessary. Blocks the calling thread.
  ///
  /// Not private, so that tests can provoke errors of SQLite.
  package var database: any DatabaseWriter {
    get throws { try queue.sync { try openIfNeeded().writer } }
  }

  /// The file; `nil` for an in-memory database.
  package var url: URL? { opening.url }

  /// The paths of the file, and of its log and journal, as far as they exist.
  package var paths: [String] { opening.files?.paths ?? [] }

  /// Checks the file without changing it, and without creating others beside it. Blocks the
  /// calling thread.
  ///
  /// - Throws: An error if the file was lost, is damaged, or is one of a newer program.
  package func inspect() throws(DatabaseFileError) { try opening.inspect() }

  /// Opens the file. If it is damaged, renames it and creates a new one.
  ///
  /// An error is reported, and occurs again at the next use.
  package func replaceIfDamaged() async {
    _ = try? await onQueue { try $0.openIfNeeded(replacesDamaged: true) }
  }

  /// True unless the file could not be opened, is damaged, or was removed or
  /// replaced while open.
  package var isUsable: Bool {
    switch state.withLock({ $0 }) {
    case .notOpen(let failure): failure == nil
    case .open(let database): (try? checkFiles(of: database)) != nil
    case .unusable: false
    case .closed: true
    }
  }

  /// Returns the database, opened if necessary. Runs only on `queue`.
  private func openIfNeeded(replacesDamaged: Bool = false) throws -> OpenDatabase {
    switch state.withLock({ $0 }) {
    case .open(let database): return database
    case .unusable(_, let error): throw error
    case .closed:
      throw DatabaseFileError(reason: .other, subject: opening.subject, details: "closed")
    case .notOpen(let failure):
      let status = opening.files?.status
      // The check for damage reads the whole file, so it is not repeated before
      // the file has changed.
      if let failure, failure.error.reason == .damaged, failure.status == status {
        throw failure.error
      }
      do throws(DatabaseFileError) {
        let database = OpenDatabase(
          try opening.open(replacesDamaged: replacesDamaged, report: report), opening)
        state.withLock { $0 = .open(database) }
        return database
      } catch {
        state.withLock { $0 = .notOpen(Failure(error: error, status: status)) }
        if error.reason != failure?.error.reason { report(.cannotOpen(opening.path, error)) }
        throw error
      }
    }
  }

  /// Runs blocking work on the file's queue while the calling task is suspended.
  private func onQueue<T>(
    _ work: @escaping @Sendable (DatabaseFile) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in continuation.resume(with: Result { try work(self) }) }
    }
  }

  /// Opens the file if necessary, and checks that it is still in its place.
  ///
  /// - Throws: The error if the file cannot be used.
  package func checkUse() async throws {
    let database = try await opened()
    try checkFiles(of: database)
  }

  private func checkFiles(of database: OpenDatabase) throws(DatabaseFileError) {
    do throws(DatabaseFileError) {
      try database.checkFiles()
    } catch {
      throw noting(error)
    }
  }

  private func opened() async throws -> OpenDatabase {
    if case .open(let database) = state.withLock({ $0 }) { return database }
    return try await onQueue { try $0.openIfNeeded() }
  }

  /// Returns the open database, or a read-only connection if the file cannot be
  /// written. The connection is not cached, so that each read retries to open the
  /// file for writing.
  private func openedForReading() async throws -> any DatabaseReader {
    do {
      return try await opened().writer
    } catch let error as DatabaseFileError
      where error.reason == .readOnly || error.reason == .cannotOpen
    {
      return try await onQueue { file in
        guard let database = file.opening.openForReading() else { throw error }
        return database
      }
    }
  }

  /// Returns an error of the open file. If it is damaged, removed or replaced, the
  /// file is not used again.
  private func noting(_ error: DatabaseFileError) -> DatabaseFileError {
    guard error.reason == .damaged || error.reason == .replaced else { return error }
    let isFirst = state.withLock { state in
      guard case .open(let database) = state else { return false }
      state = .unusable(database, error)
      return true
    }
    if isFirst { report(.unusable(opening.path, error)) }
    return error
  }
}
