import Foundation
import GRDB
import Testing

@testable import Storage

/// Files that cannot be opened or written. Each failure is an error, changes
/// nothing, and is over when its cause is gone.
@Suite struct FileTroubleTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  /// A statement that has a connection fail to write, one that lets it write
  /// again, and the reason that is reported.
  @Test(
    arguments: [
      // The size of a file cannot be limited below its present size.
      ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", .diskFull),
      ("PRAGMA query_only = 1", "PRAGMA query_only = 0", .readOnly),
    ] as [(String, String, DatabaseFileError.Reason)])
  func `A write that fails changes nothing`(
    _ cause: String, _ cure: String, _ reason: DatabaseFileError.Reason
  ) async throws {
    let notes = folder.notes()
    try await notes.add("kept")
    try await notes.database.writeWithoutTransaction { try $0.execute(sql: cause) }
    let long = String(repeating: "long ", count: 10_000)
    let error = await #expect(throws: DatabaseFileError.self) { try await notes.add(long) }
    #expect(error?.reason == reason)
    #expect(try await notes.texts == ["kept"])

    try await notes.database.writeWithoutTransaction { try $0.execute(sql: cure) }
    try await notes.add(long)
    #expect(try await notes.texts == ["kept", long])
  }

  @Test func `A file that another program writes can be read`() async throws {
    let notes = folder.notes()
    try await notes.add("kept")
    // The test need not wait the two seconds that the program waits.
    try await notes.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA busy_timeout = 1")
    }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let error = await #expect(throws: DatabaseFileError.self) { try await notes.add("refused") }
    #expect(error?.reason == .inUse)
    #expect(try await notes.texts == ["kept"])

    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await notes.add("later")
    #expect(try await notes.texts == ["kept", "later"])
  }

  @Test(
    arguments: [
      // A missing folder, a file in place of a folder, and a folder in place
      // of the file.
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

  /// File modes do not bind users who may write everywhere, as in a container.
  private static let mayWriteEverywhere = FileManager.default.isWritableFile(atPath: "/")

  @Test(.disabled(if: mayWriteEverywhere, "needs a user whom file modes bind"))
  func `A folder that cannot be written is an error`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
    let error = #expect(throws: DatabaseFileError.self) { try folder.notes().database }
    #expect(error?.reason == .cannotOpen)
  }

  @Test func `An empty file is a new one`() async throws {
    try Data().write(to: folder.file)
    #expect(try await folder.notes().texts == [])
    #expect(try folder.setAside == [])
  }
}
