import Foundation
import GRDB
import Synchronization
import TestSupport

@testable import Storage

/// A temporary folder for a file of notes.
final class StorageFolder: Sendable {
  private let folder: DatabaseFolder
  private let recordedReports = Mutex<[DatabaseFileReport]>([])

  init() throws { folder = try DatabaseFolder(for: "notes.sqlite") }

  var url: URL { folder.url }

  var file: URL { folder.file }

  /// The reports of all files in the folder.
  var reports: [DatabaseFileReport] { recordedReports.withLock { $0 } }

  /// Returns the file of notes, as the program uses it.
  func notes(in file: URL? = nil, version: Int = 1) -> DatabaseFile {
    DatabaseFile(
      url: file ?? self.file, subject: "the notes", migrator: .notes(version: version)
    ) { report in
      self.recordedReports.withLock { $0.append(report) }
    }
  }

  /// Changes the file over a separate connection, as another program.
  func execute(_ sql: String) throws {
    try folder.withDatabase { try $0.execute(sql: sql) }
  }

  /// The sorted names of the files in the folder.
  var names: [String] { get throws { try folder.names } }

  /// The quarantined files, without their logs.
  var quarantined: [URL] { get throws { try folder.damaged() } }
}

extension DatabaseFile {
  func add(_ text: String) async throws {
    try await write {
      try $0.execute(sql: "INSERT INTO note (text) VALUES (?)", arguments: [text])
    }
  }

  var texts: [String] {
    get async throws { try await readTexts() }
  }

  func readTexts() async throws -> [String] {
    try await read {
      try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY rowid")
    }
  }
}

extension DatabaseMigrator {
  /// Returns the migrations of the notes; the second version adds the lengths.
  static func notes(version: Int) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: notes") { db in
      try db.execute(sql: "CREATE TABLE note (text TEXT NOT NULL CHECK (text <> '')) STRICT")
    }
    guard version > 1 else { return migrator }
    migrator.registerMigration("2: lengths") { db in
      try db.execute(
        sql: """
          ALTER TABLE note ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
          UPDATE note SET length = length(text);
          """)
    }
    return migrator
  }
}
