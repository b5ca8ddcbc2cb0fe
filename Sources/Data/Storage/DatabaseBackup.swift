public import Foundation
import GRDB

/// Backups of SQLite files that may be in use.
///
/// ```swift
/// import Foundation
/// import Storage
///
/// let data = URL(filePath: "/var/lib/example")
/// try DatabaseBackup.copy(
///   data.appending(path: "notes.sqlite"), to: data.appending(path: "backup.sqlite"),
///   subject: "the notes")
/// try DatabaseBackup.flush(folder: data)
/// ```
public enum DatabaseBackup {
  /// Copies a consistent snapshot of a file, checks its integrity, and flushes it
  /// to disk. Writers to the file are not blocked.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - destination: The copy, which must not exist.
  ///   - subject: The name of the contents, for messages.
  /// - Throws: `DatabaseFileError` if the file cannot be read, is damaged or emptied, or the
  ///   copy cannot be written.
  public static func copy(
    _ source: URL, to destination: URL, subject: String
  ) throws(DatabaseFileError) {
    do {
      // SQLite takes an empty file for a new database.
      guard !DatabaseFiles(main: source).isEmpty else { throw Self.emptied }
      let original = try DatabaseQueue(
        path: source.path, configuration: DatabaseOpening.configuration(readOnly: true))
      defer { try? original.close() }
      let copy = try DatabaseQueue(
        path: destination.path, configuration: DatabaseOpening.configuration())
      do {
        try original.backup(to: copy)
        try copy.writeWithoutTransaction {
          try $0.checkIntegrity()
          guard try !$0.tables.isEmpty else { throw Self.emptied }
        }
      } catch {
        try? copy.close()
        throw error
      }
      try copy.close()
      try FileSync.flush(destination)
    } catch let error as DatabaseError {
      throw DatabaseFileError(error, subject: subject)
    } catch {
      throw DatabaseFileError(reason: .other, subject: subject, details: "\(error)")
    }
  }

  private static var emptied: DatabaseError {
    DatabaseError(resultCode: .SQLITE_NOTADB, message: "the file is empty")
  }

  /// Returns the numbers of rows in the tables of a copy, which must not be in use, without those
  /// that are removed after some time, and the names of migrations.
  package static func rowCounts(of copy: URL) throws -> [String: Int] {
    try read(copy) { db in
      let tables = try db.tables.filter { !["change", "grdb_migrations"].contains($0) }
      return try tables.reduce(into: [:]) { counts, table in
        let count = "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)"
        counts[table] = try Int.fetchOne(db, sql: count)
      }
    }
  }

  /// Returns the number of deletions in the history of a copy, which must not be in use.
  package static func deletionCount(of copy: URL) throws -> Int {
    try read(copy) { db in
      guard try db.tables.contains("history") else { return 0 }
      return try Int.fetchOne(db, sql: #"SELECT count(*) FROM history WHERE "after" IS NULL"#) ?? 0
    }
  }

  private static func read<Value>(
    _ copy: URL, _ body: (Database) throws -> Value
  ) throws -> Value {
    let database = try DatabaseQueue(
      path: copy.absoluteString + "?immutable=1",
      configuration: DatabaseOpening.configuration(readOnly: true))
    defer { try? database.close() }
    return try database.read(body)
  }

  /// Flushes a folder to disk, so that new and renamed files in it survive a
  /// crash.
  public static func flush(folder: URL) throws {
    try FileSync.flush(folder)
  }

  /// Flushes a file to disk.
  package static func flush(file: URL) throws {
    try FileSync.flush(file)
  }
}

extension Database {
  /// The names of the tables.
  fileprivate var tables: [String] {
    get throws {
      try String.fetchAll(self, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
    }
  }
}
