import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import QuakesData

/// Files that cannot be opened, read or written: an error with a sentence,
/// never a crash, and all is well again when the cause has gone.
@Suite struct LocalStoreTroubleTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofQuakes() }

  /// A store with some quakes.
  private func makeStore() async throws -> LocalStore {
    let store = LocalStore(url: folder.file)
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(inserted: Self.quakes))
    return store
  }

  private static let quakes = (100..<200).map { Quake.kept("us\($0)") }

  /// On the store's own connection: these settings are a matter of each.
  private func execute(_ sql: String, on store: LocalStore) async throws {
    try await store.database.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test func diskIsFull() async throws {
    let store = try await makeStore()
    try await store.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
    let many = QuakesChanges(inserted: (0..<1_000).map { .kept("new\($0)") })
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.didRefreshQuakesMutation(changes: many)
    }
    #expect(error?.reason == .diskFull)
    #expect(try await store.fetchLocalQuakesQuery().byId == Self.quakes)

    try await execute("PRAGMA max_page_count = 1000000", on: store)
    try await store.didRefreshQuakesMutation(changes: many)
    #expect(try await store.fetchLocalQuakesQuery().count == Self.quakes.count + 1_000)
  }

  @Test func fileIsReadOnly() async throws {
    let store = try await makeStore()
    try await execute("PRAGMA query_only = 1", on: store)
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.deleteLocalQuakeMutation(quakeId: "us100")
    }
    #expect(error?.reason == .readOnly)
    #expect(try await store.fetchLocalQuakesQuery().byId == Self.quakes)

    try await execute("PRAGMA query_only = 0", on: store)
    try await store.deleteLocalQuakeMutation(quakeId: "us100")
    #expect(try await store.fetchLocalQuakesQuery().byId == Array(Self.quakes.dropFirst()))
  }

  @Test func fileIsLocked() async throws {
    let store = try await makeStore()
    // It waits two seconds for the other, which the test need not.
    try await execute("PRAGMA busy_timeout = 1", on: store)

    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.deleteLocalQuakesMutation()
    }
    #expect(error?.reason == .inUse)
    // Who only reads need not wait.
    #expect(try await store.fetchLocalQuakesQuery().byId == Self.quakes)

    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await store.deleteLocalQuakesMutation()
    #expect(try await store.fetchLocalQuakesQuery() == [])
  }

  @Test(
    arguments: [
      // A folder that is missing, a file where a folder should be, and a
      // folder where the file should be.
      "missing/quakes.sqlite", "plain.txt/quakes.sqlite", "folder",
    ])
  func fileCannotBeMade(_ path: String) throws {
    try Data("plain".utf8).write(to: folder.url.appending(path: "plain.txt"))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "folder"), withIntermediateDirectories: true)
    let error = #expect(throws: DatabaseFileError.self) {
      try LocalStore(url: folder.url.appending(path: path)).database
    }
    #expect(error?.reason == .cannotOpen)
  }

  /// Those who may write everywhere, as in a container, can be kept from
  /// nothing by a mode.
  private static let mayWriteEverywhere = FileManager.default.isWritableFile(atPath: "/")

  @Test(.disabled(if: mayWriteEverywhere, "needs a user whom file modes bind"))
  func folderIsNotWritable() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
    let error = #expect(throws: DatabaseFileError.self) {
      try LocalStore(url: folder.file).database
    }
    #expect(error?.reason == .cannotOpen)
  }

  enum Damage: CaseIterable {
    case nonsense, header, middle, truncated
  }

  @Test(arguments: Damage.allCases)
  func fileIsDamaged(_ damage: Damage) async throws {
    try await makeStore().close()
    var bytes = try Data(contentsOf: folder.file)
    switch damage {
    case .nonsense: bytes = Data((0..<20_000).map { UInt8($0 % 251) })
    case .header: bytes.replaceSubrange(0..<16, with: Data("no SQLite format".utf8))
    case .middle: bytes.replaceSubrange(4096..., with: Data(count: bytes.count - 4096))
    case .truncated: bytes = bytes.prefix(bytes.count / 2)
    }
    try bytes.write(to: folder.file)

    // A new file is begun, and the damaged one is kept as it is.
    let store = LocalStore(url: folder.file)
    #expect(try await store.fetchLocalQuakesQuery() == [])
    try await store.close()
    #expect(try folder.damaged().map { try Data(contentsOf: $0) } == [bytes])
  }

  @Test func emptyFileIsANewOne() async throws {
    try Data().write(to: folder.file)
    let store = LocalStore(url: folder.file)
    #expect(try await store.fetchLocalQuakesQuery() == [])
  }
}
