import Foundation
import GRDB
import HashTreeCollections
import Storage
import TestSupport
import Testing

@testable import QuakesData

/// What a mutation did is in the file when it returns.
@Suite struct LocalStoreDurabilityTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofQuakes() }

  private static let ledger = QuakesState.Ledger(
    deleted: ["b", "c", "x"], lastRefresh: .example(1))

  /// Changes a bit of everything; `a` and `full` are there then.
  private func change(_ store: LocalStore) async throws {
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(
        inserted: [.kept("a"), .kept("b", ids: ["x"]), .full], deletedIds: ["c"],
        refresh: .example(1)))
    try await store.deleteLocalQuakeMutation(quakeId: "b")
  }

  private func check(_ store: LocalStore) async throws {
    #expect(try await store.fetchLocalQuakesQuery().byId == [.kept("a"), .full])
    #expect(try await store.fetchLocalLedgerQuery() == Self.ledger)
  }

  @Test func `Changes survive reopening`() async throws {
    let store = LocalStore(url: folder.file)
    try await change(store)
    try await store.close()
    let again = LocalStore(url: folder.file)
    try await check(again)
  }

  /// The files as a crash would leave them: copied while the store is open.
  @Test func `Changes survive a crash`() async throws {
    let store = LocalStore(url: folder.file)
    try await change(store)
    let crashed = try DatabaseFolder.ofQuakes()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.file.path + suffix, toPath: crashed.file.path + suffix)
    }
    try await check(LocalStore(url: crashed.file))
    try await store.close()
  }

  /// After closing one file holds everything: it can be copied by itself.
  @Test func `Closing leaves one file`() async throws {
    let store = LocalStore(url: folder.file)
    try await change(store)
    // Readers are open as well.
    _ = try await store.fetchLocalQuakesQuery()
    try await store.close()
    let copied = try DatabaseFolder.ofQuakes()
    try FileManager.default.copyItem(at: folder.file, to: copied.file)
    #expect(try copied.ids() == ["a", "us7000full"])
  }

  @Test func `A closed store reports that it is closed`() async throws {
    let store = LocalStore(url: folder.file)
    _ = try await store.fetchLocalQuakesQuery()
    try await store.close()
    try await store.close()
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.deleteLocalQuakesMutation()
    }
    #expect(error?.reason == .other)
  }

  @Test(arguments: [("journal_mode", "wal"), ("synchronous", "2"), ("busy_timeout", "2000")])
  func `Each pragma has its value`(_ name: String, _ value: String) throws {
    let store = LocalStore(url: folder.file)
    let found = try store.database.writeWithoutTransaction {
      try String.fetchOne($0, sql: "PRAGMA \(name)")
    }
    #expect(found == value)
  }

  /// A refresh is there as a whole or not at all.
  @Test func `A refresh is stored as a whole or not at all`() async throws {
    let store = LocalStore(url: folder.file)
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(inserted: [.kept("a")]))
    // The last of what is written is refused.
    try folder.withDatabase {
      try $0.execute(
        sql: """
          CREATE TRIGGER refused BEFORE INSERT ON refresh
          BEGIN SELECT RAISE(ABORT, 'refused'); END
          """)
    }
    let changes = QuakesChanges(
      inserted: [.kept("b")], updated: [.kept("a", magnitude: 9)], deleted: [.kept("a")],
      deletedIds: ["c"], refresh: .example(1))
    await #expect(throws: DatabaseFileError.self) {
      try await store.didRefreshQuakesMutation(changes: changes)
    }
    #expect(try await store.fetchLocalQuakesQuery() == [.kept("a")])
    #expect(try await store.fetchLocalLedgerQuery() == QuakesState.Ledger())
  }
}
