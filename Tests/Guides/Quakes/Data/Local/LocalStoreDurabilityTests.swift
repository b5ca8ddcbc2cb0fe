import Foundation
import GRDB
import HashTreeCollections
import Storage
import TestSupport
import Testing

@testable import QuakesData

/// The change of a mutation is in the file when the mutation returns.
@Suite struct LocalStoreDurabilityTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofQuakes() }

  private static let ledger = QuakesState.Ledger(
    deleted: ["b", "c", "x"], lastRefresh: .example(1), known: KnownTime(days: [(-30, 0)]))

  /// Performs one of each mutation, after which `a` and `full` remain.
  private func change(_ store: LocalStore) async throws {
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(
        inserted: [.stored("a"), .stored("b", ids: ["x"]), .full], deletedIds: ["c"],
        refresh: .example(1), known: Self.ledger.known))
    try await store.deleteLocalQuakeMutation(quakeId: "b")
  }

  private func check(_ store: LocalStore) async throws {
    #expect(try await store.fetchLocalQuakesQuery().byId == [.stored("a"), .full])
    #expect(try await store.fetchLocalLedgerQuery() == Self.ledger)
  }

  @Test func `Changes survive reopening`() async throws {
    let store = LocalStore(url: folder.file)
    try await change(store)
    try await store.close()
    let again = LocalStore(url: folder.file)
    try await check(again)
  }

  /// A crash is simulated by copying the files while the store is open.
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

  /// After closing, the database is a single file that can be copied.
  @Test func `Closing leaves a single file`() async throws {
    let store = LocalStore(url: folder.file)
    try await change(store)
    // Opens the connections of the readers as well.
    _ = try await store.fetchLocalQuakesQuery()
    try await store.close()
    let copied = try DatabaseFolder.ofQuakes()
    try FileManager.default.copyItem(at: folder.file, to: copied.file)
    #expect(try copied.ids() == ["a", "us7000full"])
  }

  @Test func `Operations on a closed store fail`() async throws {
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

  /// A refresh is saved in one transaction.
  @Test func `A refresh is saved atomically`() async throws {
    let store = LocalStore(url: folder.file)
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(inserted: [.stored("a")]))
    // Makes the last statement fail.
    try folder.withDatabase {
      try $0.execute(
        sql: """
          CREATE TRIGGER refused BEFORE INSERT ON knownTime
          BEGIN SELECT RAISE(ABORT, 'refused'); END
          """)
    }
    let changes = QuakesChanges(
      inserted: [.stored("b")], updated: [.stored("a", magnitude: 9)], deleted: [.stored("a")],
      deletedIds: ["c"], refresh: .example(1), known: Self.ledger.known)
    await #expect(throws: DatabaseFileError.self) {
      try await store.didRefreshQuakesMutation(changes: changes)
    }
    #expect(try await store.fetchLocalQuakesQuery() == [.stored("a")])
    #expect(try await store.fetchLocalLedgerQuery() == QuakesState.Ledger())
  }
}
