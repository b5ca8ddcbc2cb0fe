import Foundation
import GRDB

/// The procedure that opens an SQLite file: it checks the integrity, and migrates
/// the schema.
struct DatabaseOpening: Sendable {
  let url: URL?
  let subject: String
  let migrator: DatabaseMigrator
  /// The migration before which the file is copied.
  let copiedMigration: String?
  /// The rights of the file, whatever the umask of the process.
  let permissions: mode_t
  let fill: (@Sendable (Database) throws -> Void)?

  /// The path of the file, for messages.
  var path: String { url?.path ?? ":memory:" }

  /// The files; `nil` for an in-memory database.
  var files: DatabaseFiles? { url.map(DatabaseFiles.init) }

  /// Opens the file for reading and writing.
  ///
  /// - Parameters:
  ///   - replacesDamaged: True if a damaged file is quarantined, and a new one
  ///     created in the place of a damaged or lost one.
  ///   - report: Called if a damaged file is quarantined, or a file is copied.
  func open(
    replacesDamaged: Bool, report: (DatabaseFileReport) -> Void
  ) throws(DatabaseFileError) -> any DatabaseWriter {
    try describingErrors {
      guard let files else {
        return try migrated(DatabaseQueue(configuration: Self.configuration()), report)
      }
      guard replacesDamaged || !files.isLost || files.hasLog else { throw missing }
      do {
        return try open(files, report)
      } catch let error as DatabaseError where error.isDamage && replacesDamaged {
        try quarantine(files, because: error.description, report)
        return try open(files, report)
      }
    }
  }

  private var missing: DatabaseFileError {
    DatabaseFileError(reason: .missing, subject: subject, details: "no such file")
  }

  /// Checks the file without changing it, and without creating others beside it.
  func inspect() throws(DatabaseFileError) {
    guard let files else { return }
    try describingErrors {
      guard files.exists || !files.isLost && !files.hasLog else { throw missing }
      guard files.exists else { return }
      guard !files.isEmpty else { throw Self.emptied }
      if files.hasIndex {
        // A program has it open, or was killed.
        return try check(files.main.path)
      }
      guard files.hasLog || files.hasJournal else {
        return try check(files.main.absoluteString + "?immutable=1")
      }
      // SQLite would create an index of the log, with the rights of this process.
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: folder) }
      try check(files.copy(to: folder).path, readOnly: false)
    }
  }

  private static var emptied: DatabaseError {
    DatabaseError(resultCode: .SQLITE_NOTADB, message: "the file is empty")
  }

  private func describingErrors<Result>(
    _ work: () throws -> Result
  ) throws(DatabaseFileError) -> Result {
    do {
      return try work()
    } catch let error as DatabaseFileError {
      throw error
    } catch let error as DatabaseError {
      throw DatabaseFileError(error, subject: subject)
    } catch {
      throw DatabaseFileError(reason: .other, subject: subject, details: "\(error)")
    }
  }

  private func open(
    _ files: DatabaseFiles, _ report: (DatabaseFileReport) -> Void
  ) throws -> any DatabaseWriter {
    if files.exists { try check(files) } else { try create(files) }
    files.limitRights(to: permissions)
    let pool = try DatabasePool(path: files.main.path, configuration: Self.configuration())
    // Not in the configuration, because the pool sets NORMAL when it enables WAL.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let database = try migrated(pool, report)
    try database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA busy_timeout = \(Self.writingTimeout)")
    }
    FolderLock.note(files.main)
    return database
  }

  /// Creates a file under another name, and renames it when it is written. So an
  /// empty file is one that was emptied.
  private func create(_ files: DatabaseFiles) throws {
    guard !files.hasLog else {
      // SQLite would delete the log.
      throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "only the log of the file exists")
    }
    try? FileManager.default.removeItem(at: files.unfinished)
    let database = try DatabaseQueue(
      path: files.unfinished.path, configuration: Self.configuration())
    defer { try? database.close() }
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try database.close()
    chmod(files.unfinished.path, permissions)
    try files.renameUnfinished()
  }

  /// Opens a file that cannot be written read-only.
  ///
  /// - Returns: `nil` if the file cannot be read either, or needs a rollback or a
  ///   migration.
  func openForReading() -> (any DatabaseReader)? {
    guard let url, let files, files.isWritten, !files.hasJournal else { return nil }
    // Without a log the main file is complete. `immutable` prevents SQLite from
    // creating a log.
    let path = files.hasLog ? url.path : url.absoluteString + "?immutable=1"
    guard
      let queue = try? DatabaseQueue(path: path, configuration: Self.configuration(readOnly: true))
    else { return nil }
    let isUsable = try? queue.read { db in
      try db.checkIntegrity()
      return try migrator.hasCompletedMigrations(db) && !migrator.hasBeenSuperseded(db)
    }
    return isUsable == true ? queue : nil
  }

  /// Checks for damage and for a newer schema, over a read-only connection:
  /// closing another one would checkpoint the log into a file that must not
  /// change.
  ///
  /// This runs at each opening; it takes a fraction of the time of reading the
  /// rows.
  private func check(_ files: DatabaseFiles) throws {
    guard !files.isEmpty else { throw Self.emptied }
    // Something else than a file.
    guard files.isWritten else { return }
    do {
      try check(files.main.path)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
      // The file needs a rollback, or the folder is read-only. Opening it for
      // writing performs the rollback, or reports the error.
    }
  }

  /// Checks a file, given its path or URI, for damage and for a newer schema.
  private func check(_ path: String, readOnly: Bool = true) throws {
    let queue = try DatabaseQueue(
      path: path, configuration: Self.configuration(readOnly: readOnly))
    defer { try? queue.close() }
    try queue.read { db in
      try checkSchemaVersion(db)
      try db.checkIntegrity()
    }
  }

  private func migrated(
    _ database: any DatabaseWriter, _ report: (DatabaseFileReport) -> Void
  ) throws -> any DatabaseWriter {
    do {
      try database.read(checkSchemaVersion)
      try copy(database, report)
      try migrator.migrate(database)
      if let fill { try database.write(fill) }
    } catch {
      try? database.close()
      throw error
    }
    return database
  }

  /// Copies a file that has to be migrated in a way that no earlier version can read.
  private func copy(
    _ database: any DatabaseWriter, _ report: (DatabaseFileReport) -> Void
  ) throws {
    guard let url, let copiedMigration else { return }
    let applied = try database.read(migrator.appliedIdentifiers)
    guard !applied.isEmpty, !applied.contains(copiedMigration) else { return }
    let copy = "\(url.path).before-\(copiedMigration.replacing(" ", with: "-"))"
    // A copy of an attempt that failed may be incomplete.
    try? FileManager.default.removeItem(atPath: copy)
    try database.writeWithoutTransaction {
      try $0.execute(sql: "VACUUM INTO ?", arguments: [copy])
    }
    chmod(copy, permissions)
    try FileSync.flush(URL(fileURLWithPath: copy))
    report(.copied(path, to: copy, subject: subject))
  }

  private func checkSchemaVersion(_ db: Database) throws {
    if try migrator.hasBeenSuperseded(db) {
      throw DatabaseFileError(reason: .newerSchema, subject: subject, details: "superseded")
    }
  }

  private func quarantine(
    _ files: DatabaseFiles, because details: String, _ report: (DatabaseFileReport) -> Void
  ) throws {
    do {
      let newURL = try files.quarantine()
      report(.quarantined(path, as: newURL.path, subject: subject, details: details))
    } catch {
      // The file is not renamed, and not opened.
      throw DatabaseFileError(
        reason: .damaged, subject: subject, details: "\(details); cannot be renamed: \(error)")
    }
  }

  /// The time that a write waits for the lock of another program, in
  /// milliseconds. Less than the five seconds after which a post is shown as in
  /// progress, so that the visitor gets the error together with the form.
  private static let writingTimeout = 2_000
  /// The time that opening waits for a lock, in seconds. Short, because each use
  /// retries.
  private static let openingTimeout: TimeInterval = 0.5

  static func configuration(readOnly: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(openingTimeout)
    return configuration
  }
}

extension DatabaseError {
  fileprivate var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
  }
}

extension Database {
  /// Checks the integrity of all pages of the file.
  ///
  /// - Throws: `SQLITE_CORRUPT` if a page is damaged.
  func checkIntegrity() throws {
    // A value that violates a check constraint is not damage.
    try execute(sql: "PRAGMA ignore_check_constraints = 1")
    let result = try String.fetchOne(self, sql: "PRAGMA quick_check(1)")
    try execute(sql: "PRAGMA ignore_check_constraints = 0")
    guard result == "ok" else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: result)
    }
  }
}
