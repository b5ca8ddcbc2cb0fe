import Foundation
import HashTreeCollections
import SharedStores
import TestSupport
import Testing

@testable import QuakesData

/// The operations on a file, in memory and in a shared database.
@Suite struct LocalStoreTests {
  enum Kind: CaseIterable { case file, memory, shared }

  private let folder: DatabaseFolder
  private let database = TemporaryStorage()

  init() throws { folder = try DatabaseFolder.ofQuakes() }

  private func open(_ kind: Kind) async throws -> any PersistentSessionLocalStore {
    switch kind {
    case .file: LocalStore(url: folder.file)
    case .memory: LocalStore(isStoredInMemoryOnly: true)
    case .shared: try await database.open { SharedQuakes($0) { _ in } }
    }
  }

  private func fetch(_ store: any PersistentSessionLocalStore) async throws -> [Quake] {
    try await store.fetchLocalQuakesQuery().byId
  }

  private func deletedIds(_ store: any PersistentSessionLocalStore) async throws -> [String] {
    try #require(try await store.fetchLocalLedgerQuery()).deleted.sorted()
  }

  @Test(arguments: Kind.allCases)
  func `A new store is empty`(_ kind: Kind) async throws {
    let store = try await open(kind)
    #expect(try await fetch(store) == [])
    #expect(try await store.fetchLocalLedgerQuery() == QuakesState.Ledger())
  }

  @Test(arguments: Kind.allCases, [Quake.full, .bare] + Quake.unusual)
  func `A quake is stored exactly`(_ kind: Kind, _ quake: Quake) async throws {
    let store = try await open(kind)
    try await store.didFetchRemoteQuakesMutation(inserted: [quake], updated: [], deleted: [])
    let stored = try #require(try await fetch(store).first)
    let isCleaned = kind == .shared && quake.name.contains("\0")
    #expect(stored == quake || isCleaned)
    #expect(stored.name == (isCleaned ? quake.name.replacing("\0", with: "\u{FFFD}") : quake.name))
    #expect(stored.isMagnitudeKnown == quake.isMagnitudeKnown)
    #expect(stored.depth == quake.depth)
    #expect(stored.felt == quake.felt)
    #expect(stored.reportedIntensity == quake.reportedIntensity)
    #expect(stored.estimatedIntensity == quake.estimatedIntensity)
    #expect(stored.ids == quake.ids)
    #expect(stored.ownURL == quake.ownURL)
    #expect(stored.missingSince == quake.missingSince)
  }

  @Test(arguments: Quake.ReviewStatus.allCases, [nil] + Quake.Alert.allCases)
  func `Each enumeration value is stored exactly`(
    _ status: Quake.ReviewStatus, _ alert: Quake.Alert?
  )
    async throws
  {
    let store = try await open(.memory)
    let quake = Quake(
      quakeId: "a", magnitude: 1, time: .now, updated: .now, name: "", longitude: 1, latitude: 2,
      status: status, alert: alert)
    try await store.didFetchRemoteQuakesMutation(inserted: [quake], updated: [], deleted: [])
    #expect(try await fetch(store) == [quake])
  }

  @Test(arguments: Kind.allCases)
  func `Dates are stored exactly`(_ kind: Kind) async throws {
    let store = try await open(kind)
    let quakes = (0..<1_000).map { number in
      Quake(
        quakeId: "\(number)", magnitude: 1, time: .now, updated: .now, name: "", longitude: 1,
        latitude: 2)
    }
    try await store.didFetchRemoteQuakesMutation(inserted: quakes, updated: [], deleted: [])
    #expect(try await fetch(store) == quakes.byId)
  }

  @Test(arguments: Kind.allCases)
  func `A refresh inserts, updates and deletes`(_ kind: Kind) async throws {
    let store = try await open(kind)
    try await store.didFetchRemoteQuakesMutation(
      inserted: [.stored("a"), .stored("b"), .stored("c")], updated: [], deleted: [])
    try await store.didFetchRemoteQuakesMutation(
      inserted: [.stored("d")], updated: [.stored("b", magnitude: 2)],
      deleted: [.stored("c", magnitude: 9)])
    #expect(try await fetch(store) == [.stored("a"), .stored("b", magnitude: 2), .stored("d")])
  }

  /// Existing quakes are replaced, unknown ones inserted.
  @Test(arguments: Kind.allCases)
  func `A quake is inserted or replaced`(_ kind: Kind) async throws {
    let store = try await open(kind)
    for quakes in [[Quake.stored("a")], [.stored("a", magnitude: 2), .stored("a", magnitude: 3)]] {
      try await store.didFetchRemoteQuakesMutation(inserted: quakes, updated: [], deleted: [])
    }
    #expect(try await fetch(store) == [.stored("a", magnitude: 3)])
    try await store.didFetchRemoteQuakesMutation(
      inserted: [], updated: [.bare, .stored("a")], deleted: [.stored("gone")])
    #expect(try await fetch(store) == [.stored("a"), .bare])
  }

  @Test(arguments: Kind.allCases)
  func `A renamed quake is stored once`(_ kind: Kind) async throws {
    let store = try await open(kind)
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(inserted: [.stored("us1")]))
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: [.stored("ci2", ids: ["us1"])], deleted: [.stored("us1")]))
    #expect(try await fetch(store) == [.stored("ci2", ids: ["us1"])])
    #expect(try await deletedIds(store) == [])
  }

  @Test(arguments: Kind.allCases)
  func `A quake is deleted by its ID`(_ kind: Kind) async throws {
    let store = try await open(kind)
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: [.stored("a", ids: ["x", "y"]), .stored("b")]))
    try await store.deleteLocalQuakeMutation(quakeId: "a")
    #expect(try await fetch(store) == [.stored("b")])
    #expect(try await deletedIds(store) == ["a", "x", "y"])
    // Deletes it again, and deletes an unknown quake.
    try await store.deleteLocalQuakeMutation(quakeId: "a")
    try await store.deleteLocalQuakeMutation(quakeId: "gone")
    #expect(try await fetch(store) == [.stored("b")])
    #expect(try await deletedIds(store) == ["a", "gone", "x", "y"])
  }

  @Test(arguments: Kind.allCases)
  func `A quake is deleted with all its IDs`(_ kind: Kind) async throws {
    let store = try await open(kind)
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: [
        .stored("a", ids: ["x"]), .stored("b"),
      ]))
    let deleted = DeletedQuake(.stored("a", ids: ["x", "y"]), at: .distantPast)
    try await store.deleteLocalQuakeMutation(deleted)
    #expect(try await fetch(store) == [.stored("b")])
    #expect(try await deletedIds(store) == ["a", "x", "y"])
    #expect(try await store.fetchLocalDeletionsQuery() == [deleted])
  }

  @Test(arguments: Kind.allCases, [Quake.full, .bare] + Quake.unusual)
  func `A deleted quake is kept exactly`(_ kind: Kind, _ quake: Quake) async throws {
    let store = try await open(kind)
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(inserted: [quake]))
    // The shared database has no NUL.
    let stored = try #require(try await fetch(store).first)
    let date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    try await store.deleteLocalQuakesMutation(date: date)
    #expect(try await store.fetchLocalDeletionsQuery() == [DeletedQuake(stored, at: date)])
    #expect(try await fetch(store) == [])
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: [stored], released: [stored.id]))
    #expect(try await fetch(store) == [stored])
    #expect(try await store.fetchLocalDeletionsQuery() == [])
  }

  @Test(arguments: Kind.allCases)
  func `A restoration is stored`(_ kind: Kind) async throws {
    let store = try await open(kind)
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(
        deletedIds: ["a", "x", "z"],
        kept: [
          DeletedQuake(.stored("a", ids: ["x"]), at: .distantPast),
          DeletedQuake(.stored("b"), at: .distantPast),
        ]))
    // Another time and other IDs replace those known.
    let later = DeletedQuake(.stored("b", ids: ["y"]), at: .distantFuture)
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(kept: [later]))
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(
        inserted: [.stored("a", ids: ["x"])], released: ["a"], restoredIds: ["a", "x"]))
    #expect(try await fetch(store) == [.stored("a", ids: ["x"])])
    #expect(try await deletedIds(store) == ["z"])
    #expect(try await store.fetchLocalDeletionsQuery() == [later])
  }

  @Test(arguments: Kind.allCases)
  func `All quakes are deleted`(_ kind: Kind) async throws {
    let store = try await open(kind)
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(
        inserted: [.stored("a"), .stored("b")], deletedIds: ["x"], refresh: .example(1)))
    try await store.deleteLocalQuakesMutation()
    #expect(try await fetch(store) == [])
    #expect(try await deletedIds(store) == ["x"])
    #expect(try await store.fetchLocalLedgerQuery()?.lastRefresh == .example(1))
    try await store.deleteLocalQuakesMutation()
  }

  @Test(arguments: Kind.allCases)
  func `The ledger is stored exactly`(_ kind: Kind) async throws {
    let store = try await open(kind)
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(deletedIds: ["a", "b", "a"], refresh: .example(1)))
    #expect(
      try await store.fetchLocalLedgerQuery()
        == QuakesState.Ledger(deleted: ["a", "b"], lastRefresh: .example(1)))
    // Deleted IDs accumulate; only the last refresh is stored.
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(deletedIds: ["b", "c"], refresh: .example(2)))
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(deletedIds: ["d"]))
    #expect(
      try await store.fetchLocalLedgerQuery()
        == QuakesState.Ledger(deleted: ["a", "b", "c", "d"], lastRefresh: .example(2)))
  }

  @Test(arguments: Kind.allCases)
  func `The known time is stored exactly`(_ kind: Kind) async throws {
    let store = try await open(kind)
    func known() async throws -> KnownTime? {
      try await store.fetchLocalLedgerQuery()?.known
    }
    let first = KnownTime([.noon + 0.1..<(.noon + 1.0 / 3)])
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: [.stored("a")], known: first))
    #expect(try await known() == first)
    // The value replaces the one before. Changes without it leave it.
    let second = KnownTime(days: [(1, 2), (3, 4)])
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(known: second))
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(inserted: [.stored("b")]))
    #expect(try await known() == second)
    // A deletion of all takes it away, and a restoration saves it again.
    try await store.deleteLocalQuakesMutation(date: .noon)
    var deleted = second
    deleted.forget(at: .noon)
    #expect(try await known() == deleted)
    // There is nothing more to delete.
    try await store.deleteLocalQuakesMutation(date: .noon + 1)
    #expect(try await known() == deleted)
    deleted.insert(.days(5, 6))
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(known: deleted))
    #expect(try await known() == deleted)
    try await store.deleteLocalQuakesMutation()
    #expect(try await known()?.periods == [])
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(known: KnownTime()))
    #expect(try await known() == KnownTime())
  }

  @Test(arguments: QuakesFeed.Range.allCases)
  func `A refresh of each range is stored`(_ range: QuakesFeed.Range) async throws {
    let store = try await open(.memory)
    let refresh = QuakesState.Refresh(
      range: range, generated: .now,
      counts: .init(new: 1, changed: 2, renamed: 3, withdrawn: 4, skipped: 5, unchanged: 6))
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(refresh: refresh))
    #expect(try await store.fetchLocalLedgerQuery()?.lastRefresh == refresh)
  }

  @Test func `Stores in memory share nothing`() async throws {
    let first = LocalStore(isStoredInMemoryOnly: true)
    let second = LocalStore(isStoredInMemoryOnly: true)
    try await first.didRefreshQuakesMutation(changes: QuakesChanges(inserted: [.bare]))
    #expect(try await fetch(second) == [])
    try await first.close()
    #expect(try await fetch(second) == [])
  }

  @Test(arguments: Kind.allCases)
  func `Concurrent changes are all stored`(_ kind: Kind) async throws {
    let store = try await open(kind)
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          try await store.didRefreshQuakesMutation(
            changes: QuakesChanges(inserted: [.stored("\(number / 2)")]))
        }
        group.addTask { _ = try await store.fetchLocalQuakesQuery() }
      }
      try await group.waitForAll()
    }
    #expect(try await fetch(store).count == 50)
  }
}

extension QuakesState.Refresh {
  /// Returns a refresh identified by a number.
  static func example(_ number: Int) -> QuakesState.Refresh {
    QuakesState.Refresh(
      range: .allWeek, generated: Date(timeIntervalSince1970: 1_753_584_588 + Double(number)),
      counts: Counts(new: number, unchanged: 10))
  }
}
