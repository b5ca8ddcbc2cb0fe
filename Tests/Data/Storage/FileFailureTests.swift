import Foundation
import GRDB
import Testing

@testable import Storage

/// Files that cannot be opened or written. Each failure throws an error, changes
/// nothing, and ends when its cause is removed.
@Suite struct FileFailureTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  /// A statement that makes writes fail, one that makes them work again, and the
  /// reported reason.
  @Test(
    arguments: [
      // SQLite raises the limit to the current size.
      ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", .diskFull),
      ("PRAGMA query_only = 1", "PRAGMA query_only = 0", .readOnly),
    ] as [(String, String, DatabaseFileError.Reason)])
  func `A write that fails changes nothing`(
    _ cause: String, _ cure: String, _ reason: DatabaseFileError.Reason
  ) async throws {
    let notes = folder.notes()
    try await notes.add("saved")
    try await notes.database.writeWithoutTransaction { try $0.execute(sql: cause) }
    let long = String(repeating: "long ", count: 10_000)
    let error = await #expect(throws: DatabaseFileError.self) { try await notes.add(long) }
    #expect(error?.reason == reason)
    #expect(try await notes.texts == ["saved"])

    try await notes.database.writeWithoutTransaction { try $0.execute(sql: cure) }
    try await notes.add(long)
    #expect(try await notes.texts == ["saved", long])
  }

  @Test func `A file that another program writes can be read`() async throws {
    let notes = folder.notes()
    try await notes.add("saved")
    // Shorter than the timeout of the program.
    try await notes.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA busy_timeout = 1")
    }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let error = await #expect(throws: DatabaseFileError.self) { try await notes.add("refused") }
    #expect(error?.reason == .inUse)
    #expect(try await notes.texts == ["saved"])

    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await notes.add("later")
    #expect(try await notes.texts == ["saved", "later"])
  }

  @Test(
    arguments: [
      // A missing folder, a file instead of a folder, and a folder instead of the
      // file.
      "missing/notes.sqlite", "plain.txt/notes.sqlite", "folder",
    ])
  func `A file that cannot be created is an error`(_ path: String) throws {
    try Data("plain".utf8).write(to: folder.url.appending(path: "plain.txt"))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "folder"), withIntermediateDirectories: true)
    let error = #expect(throws: DatabaseFileError.self) {
      try folder.notes(in: folder.url.appending(path: path)).database
    }
    #expect(error?.reason == .cannotOpen)
  }

  /// Permissions do not restrict root, as in a container.
  private static let isRoot = FileManager.default.isWritableFile(atPath: "/")

  @Test(.disabled(if: isRoot, "requires a user other than root"))
  func `A folder that cannot be written is an error`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
    let error = #expect(throws: DatabaseFileError.self) { try folder.notes().database }
    #expect(error?.reason == .cannotOpen)
  }
}
