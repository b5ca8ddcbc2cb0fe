import Foundation
import GRDB
import Synchronization

@testable import Storage

/// A folder with a file of notes, which goes with the last reference to it.
final class StorageFolder: Sendable {
  let url: URL
  private let heard = Mutex<[DatabaseFileReport]>([])

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "fieldguide-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var file: URL { url.appending(path: "notes.sqlite") }

  /// What was reported of files.
  var reports: [DatabaseFileReport] { heard.withLock { $0 } }

  /// The file as the program has it.
  func notes(in file: URL? = nil, version: Int = 1) -> DatabaseFile {
    DatabaseFile(
      url: file ?? self.file, subject: "the notes", migrator: .notes(version: version)
    ) { report in
      self.heard.withLock { $0.append(report) }
    }
  }

  /// Has another program do something to the file.
  func execute(_ sql: String, in file: URL? = nil) throws {
    let queue = try DatabaseQueue(path: (file ?? self.file).path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The names of what is in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// The main files that were set aside.
  var setAside: [URL] {
    get throws {
      try names.filter {
        $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
      }
      .map { url.appending(path: $0) }
    }
  }
}

extension DatabaseFile {
  func add(_ text: String) async throws {
    try await write { try $0.execute(sql: "INSERT INTO note (text) VALUES (?)", arguments: [text]) }
  }

  var texts: [String] {
    get async throws {
      try await read { try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY rowid") }
    }
  }
}

extension DatabaseMigrator {
  /// The schema of the notes; the second version has their lengths.
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
