import Foundation
import GRDB

/// Opens an SQLite file: looks at it first, sets it aside where it is
/// damaged, and brings its schema up to date.
struct DatabaseOpening: Sendable {
  let url: URL?
  let subject: String
  let migrator: DatabaseMigrator

  /// Where the file is, for messages.
  var path: String { url?.path ?? ":memory:" }

  /// - Parameter report: hears that a damaged file was set aside.
  func open(
    report: (DatabaseFileReport) -> Void
  ) throws(DatabaseFileError) -> any DatabaseWriter {
    do {
      guard let url else {
        return try migrated(DatabaseQueue(configuration: Self.configuration))
      }
      let files = DatabaseFiles(main: url)
      if files.hasLostItsMain { try setAside(files, because: "only its log is there", report) }
      do {
        return try open(files)
      } catch let error as DatabaseError where error.isDamage {
        try setAside(files, because: error.description, report)
        return try open(files)
      }
    } catch let error as DatabaseFileError {
      throw error
    } catch let error as DatabaseError {
      throw DatabaseFileError(error, subject: subject)
    } catch {
      throw DatabaseFileError(reason: .other, subject: subject, details: "\(error)")
    }
  }

  private func open(_ files: DatabaseFiles) throws -> any DatabaseWriter {
    try inspect(files)
    let pool = try DatabasePool(path: files.main.path, configuration: Self.configuration)
    // The pool sets NORMAL when it turns WAL on, after the configuration.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let database = try migrated(pool)
    try database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA busy_timeout = \(Self.writingPatience)")
    }
    return database
  }

  /// Opens a file that cannot be written, for reading alone.
  ///
  /// - Returns: `nil` where it cannot be read either, or would have to be
  ///   changed first.
  func openForReading() -> (any DatabaseReader)? {
    guard let url else { return nil }
    let files = DatabaseFiles(main: url)
    guard files.isWritten, !files.hasJournal else { return nil }
    var configuration = Self.configuration
    configuration.readonly = true
    // Without a log all is in the file. SQLite would begin one, unless it is
    // told that nobody writes.
    let path = files.hasLog ? url.path : url.absoluteString + "?immutable=1"
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return nil
    }
    let isUsable = try? queue.read { db in
      try db.checkIsSound()
      return try migrator.hasCompletedMigrations(db) && !migrator.hasBeenSuperseded(db)
    }
    return isUsable == true ? queue : nil
  }

  /// Looks for damage and for a newer schema, through a connection that can
  /// change nothing: closing any other would write the log back into a file
  /// that is not to be touched.
  ///
  /// It is done at each opening: for a million rows it takes a small part of
  /// the time that reading them takes.
  private func inspect(_ files: DatabaseFiles) throws {
    guard files.isWritten else { return }
    var configuration = Self.configuration
    configuration.readonly = true
    do {
      let queue = try DatabaseQueue(path: files.main.path, configuration: configuration)
      defer { try? queue.close() }
      try queue.read { db in
        try checkIsKnown(db)
        try db.checkIsSound()
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
      // Something is to be rolled back, or the folder is read-only. Opening it
      // for writing does the one, and tells of the other.
    }
  }

  private func migrated(_ database: any DatabaseWriter) throws -> any DatabaseWriter {
    do {
      try database.read(checkIsKnown)
      try migrator.migrate(database)
    } catch {
      try? database.close()
      throw error
    }
    return database
  }

  private func checkIsKnown(_ db: Database) throws {
    if try migrator.hasBeenSuperseded(db) {
      throw DatabaseFileError(reason: .newerSchema, subject: subject, details: "superseded")
    }
  }

  private func setAside(
    _ files: DatabaseFiles, because details: String, _ report: (DatabaseFileReport) -> Void
  ) throws {
    do {
      let kept = try files.setAside()
      report(.setAside(path, as: kept.path, subject: subject, details: details))
    } catch {
      // It stays where it is, and is not opened.
      throw DatabaseFileError(
        reason: .damaged, subject: subject, details: "\(details); cannot be renamed: \(error)")
    }
  }

  /// How long writing waits for another program, in milliseconds. Less than
  /// the five seconds that a visitor waits: who posts is told that another
  /// program is using the file while the form is still at hand.
  private static let writingPatience = 2_000
  /// How long opening does. Each use tries again, so that this adds up.
  private static let openingPatience: TimeInterval = 0.5

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(openingPatience)
    return configuration
  }
}

extension DatabaseError {
  fileprivate var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
  }
}

extension Database {
  /// Looks at each page of the file.
  ///
  /// - Throws: `SQLITE_CORRUPT` where one makes no sense.
  func checkIsSound() throws {
    // A value that breaks a rule of the schema is no damage: somebody wrote it.
    try execute(sql: "PRAGMA ignore_check_constraints = 1")
    let answer = try String.fetchOne(self, sql: "PRAGMA quick_check(1)")
    try execute(sql: "PRAGMA ignore_check_constraints = 0")
    guard answer == "ok" else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer)
    }
  }
}
