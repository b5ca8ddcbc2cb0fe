import Foundation
import GRDB
import Testing

@testable import Storage

/// Backups of files that are in use.
@Suite struct DatabaseBackupTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  private var copy: URL { folder.url.appending(path: "copy.sqlite") }

  private func backUp() throws(DatabaseFileError) {
    try DatabaseBackup.copy(folder.file, to: copy, subject: "the notes")
  }

  @Test func `A backup contains data that is only in the log`() async throws {
    let notes = folder.notes()
    try await notes.add("saved")
    try backUp()
    try await notes.add("later")
    #expect(try await folder.notes(in: copy).texts == ["saved"])
    #expect(try await notes.texts == ["saved", "later"])
  }

  @Test func `A backup is a single file`() async throws {
    let notes = folder.notes()
    try await notes.add("saved")
    try await notes.close()
    try backUp()
    #expect(try folder.names.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
  }

  @Test func `A damaged file has no backup`() async throws {
    try Data(repeating: 7, count: 20_000).write(to: folder.file)
    let error = #expect(throws: DatabaseFileError.self) { try backUp() }
    #expect(error?.reason == .damaged)
  }

  @Test(arguments: ["", "DROP TABLE note; DROP TABLE grdb_migrations"])
  func `An emptied file has no backup`(_ sql: String) async throws {
    let notes = folder.notes()
    try await notes.add("saved")
    try await notes.close()
    if sql.isEmpty { try Data().write(to: folder.file) } else { try folder.execute(sql) }
    let error = #expect(throws: DatabaseFileError.self) { try backUp() }
    #expect(error?.reason == .damaged)
  }

  @Test func `The rows of a copy are counted without a change of its folder`() async throws {
    let notes = folder.notes()
    for text in ["one", "two"] { try await notes.add(text) }
    try backUp()
    #expect(try DatabaseBackup.rowCounts(of: copy) == ["note": 2])
    #expect(try DatabaseBackup.deletionCount(of: copy) == 0)
    #expect(try folder.names.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
  }

  @Test func `A missing file has no backup and is not created`() throws {
    let error = #expect(throws: DatabaseFileError.self) { try backUp() }
    #expect(error?.reason == .cannotOpen)
    #expect(try !folder.names.contains("notes.sqlite"))
  }
}
