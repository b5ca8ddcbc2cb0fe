import Dispatch
public import Foundation
public import GRDB
package import Metrics
import Synchronization

/// An SQLite file with a schema, for one product.
///
/// It is opened when it is first needed. Where that fails, each later use
/// tries again: whoever mends the cause need not start the program anew. One
/// that cannot be written is read all the same.
///
/// When a write returns, it is on disk: the file is in WAL mode with
/// `synchronous=FULL`, so neither a crash of the program nor of the machine
/// loses it.
///
/// A file that is found to be damaged when it is opened is set aside, and a
/// new one is begun. One that turns out to be damaged later is neither read
/// nor written any more: the next start sets it aside.
public final class DatabaseFile: Sendable {
  private enum State {
    /// With why it could not be opened before.
    case notOpen(DatabaseFileError.Reason?)
    case open(any DatabaseWriter)
    case damaged(any DatabaseWriter, DatabaseFileError)
    case closed
  }

  private let opening: DatabaseOpening
  private let report: @Sendable (DatabaseFileReport) -> Void
  private let state = Mutex(State.notOpen(nil))
  // Where the file is opened and closed, which waits for the disk. The threads
  // of Swift's cooperative pool are too few for that. `state` is locked only to
  // read or to replace it, so that nobody waits for it.
  private let queue = DispatchQueue(label: "fieldguide.database-file")
  /// How long reading took each time, waiting for a turn included.
  package let reads = Histogram()
  /// How long writing took each time, until it was on the disk.
  package let writes = Histogram()

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - url: the file, made if it is missing; `nil` for a database in memory.
  ///   - subject: what it holds, for messages: "the breeds".
  ///   - migrator: its schema, version by version.
  ///   - report: hears what an operator should know. Why a file cannot be
  ///     opened is told once, not at each attempt.
  public init(
    url: URL?, subject: String, migrator: DatabaseMigrator,
    report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    self.opening = DatabaseOpening(url: url, subject: subject, migrator: migrator)
    self.report = report
  }

  /// Reads, all of it at one moment.
  ///
  /// - Throws: `DatabaseFileError`, and what the closure throws.
  public func read<T: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    let database = try await openedForReading()
    let stopwatch = Stopwatch()
    defer { reads.observe(stopwatch.nanoseconds) }
    do {
      return try await database.read(query)
    } catch let error as DatabaseError {
      throw failure(error)
    }
  }

  /// Writes, all of it or nothing.
  ///
  /// - Throws: `DatabaseFileError`, and what the closure throws.
  public func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    let database = try await opened()
    let stopwatch = Stopwatch()
    defer { writes.observe(stopwatch.nanoseconds) }
    do {
      return try await database.write(updates)
    } catch let error as DatabaseError {
      throw failure(error)
    }
  }

  /// Writes what is in the write-ahead log back, and closes the file. What
  /// is asked after that fails.
  public func close() async throws {
    try await onQueue { file in
      // SQLite crashes where a connection is used that is closed already: only
      // the first call has one.
      let state = file.state.withLock { state in
        defer { state = .closed }
        return state
      }
      switch state {
      case .open(let database):
        // The pool closes its readers last, which cannot do this. Where it
        // fails, nothing is lost: the log stays beside the file.
        if let pool = database as? DatabasePool {
          pool.invalidateReadOnlyConnections()
          _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }
        try database.close()
      case .damaged(let database, _): try database.close()
      case .notOpen, .closed: break
      }
    }
  }
}

extension DatabaseFile {
  /// The database, opened if it is not open yet. Blocks the calling thread.
  ///
  /// Not private, so that tests can have SQLite refuse.
  package var database: any DatabaseWriter {
    get throws { try queue.sync { try openIfNeeded() } }
  }

  /// The database, opened if it is not open yet. Runs on `queue` only.
  private func openIfNeeded() throws -> any DatabaseWriter {
    switch state.withLock({ $0 }) {
    case .open(let database): return database
    case .damaged(_, let error): throw error
    case .closed:
      throw DatabaseFileError(reason: .other, subject: opening.subject, details: "closed")
    case .notOpen(let earlier):
      do throws(DatabaseFileError) {
        let database = try opening.open(report: report)
        state.withLock { $0 = .open(database) }
        return database
      } catch {
        state.withLock { $0 = .notOpen(error.reason) }
        if error.reason != earlier { report(.cannotOpen(opening.path, error)) }
        throw error
      }
    }
  }

  /// Does what blocks on the file's queue, while the calling task is suspended.
  private func onQueue<T>(
    _ work: @escaping @Sendable (DatabaseFile) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in continuation.resume(with: Result { try work(self) }) }
    }
  }

  /// Why it cannot be used now; `nil` where it is open, which this tries to
  /// bring about.
  package func obstacle() async -> (any Error)? {
    do {
      _ = try await opened()
      return nil
    } catch {
      return error
    }
  }

  private func opened() async throws -> any DatabaseWriter {
    if case .open(let database) = state.withLock({ $0 }) { return database }
    return try await onQueue { try $0.openIfNeeded() }
  }

  /// As `opened`, or what can be read of it where it cannot be written: that is
  /// tried anew each time, since nothing can be kept open that others may mend.
  private func openedForReading() async throws -> any DatabaseReader {
    do {
      return try await opened()
    } catch let error as DatabaseFileError
      where error.reason == .readOnly || error.reason == .cannotOpen
    {
      return try await onQueue { file in
        guard let database = file.opening.openForReading() else { throw error }
        return database
      }
    }
  }

  /// What SQLite said, in words. After damage nothing more is tried.
  private func failure(_ error: DatabaseError) -> DatabaseFileError {
    let error = DatabaseFileError(error, subject: opening.subject)
    guard error.reason == .damaged else { return error }
    let isNews = state.withLock { state in
      guard case .open(let database) = state else { return false }
      state = .damaged(database, error)
      return true
    }
    if isNews { report(.damagedWhileOpen(opening.path, error)) }
    return error
  }
}
