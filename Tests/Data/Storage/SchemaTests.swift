import Foundation
import GRDB
import Testing

@testable import Storage

/// Files of other versions of the schema.
@Suite struct SchemaTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  /// Creates a file of the first version without the current code.
  private func createOldFile() throws {
    try folder.execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('1: notes');
      CREATE TABLE note (text TEXT NOT NULL CHECK (text <> '')) STRICT;
      INSERT INTO note VALUES ('from long ago'), ('and another');
      """)
  }

  @Test func `An older file is migrated with its data`() async throws {
    try createOldFile()
    let notes = folder.notes(version: 2)
    #expect(try await notes.texts == ["from long ago", "and another"])
    let lengths = try await notes.read {
      try Int.fetchAll($0, sql: "SELECT length FROM note ORDER BY rowid")
    }
    #expect(lengths == [13, 11])
    #expect(folder.reports == [])
  }

  @Test func `A newer file is not changed`() async throws {
    try createOldFile()
    try folder.execute("INSERT INTO grdb_migrations VALUES ('2: from another day')")
    let before = try Data(contentsOf: folder.file)
    let notes = folder.notes()
    for attempt in [{ _ = try await notes.texts }, { try await notes.add("lost") }] {
      let error = await #expect(throws: DatabaseFileError.self) { try await attempt() }
      #expect(error?.reason == .newerSchema)
    }
    try await notes.close()
    #expect(try Data(contentsOf: folder.file) == before)
    #expect(try folder.quarantined == [])
  }

  /// The log is not checkpointed either.
  @Test func `A newer file is not changed after a crash`() async throws {
    let newer = folder.notes(version: 2)
    try await newer.add("in the log")
    let crashed = try StorageFolder()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.file.path + suffix, toPath: crashed.file.path + suffix)
    }
    let before = try ["", "-wal"].map {
      try Data(contentsOf: URL(filePath: crashed.file.path + $0))
    }
    let error = await #expect(throws: DatabaseFileError.self) {
      try await crashed.notes().texts
    }
    #expect(error?.reason == .newerSchema)
    #expect(
      try ["", "-wal"].map { try Data(contentsOf: URL(filePath: crashed.file.path + $0)) }
        == before)
    try await newer.close()
    #expect(try await crashed.notes(version: 2).texts == ["in the log"])
  }
}
