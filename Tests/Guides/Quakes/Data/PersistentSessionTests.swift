import Foundation
import HashTreeCollections
import ImmutableData
import TestSupport
import Testing
import WebClient

@testable import QuakesData

/// An operation of a session: the call of the store and the dispatched actions.
struct SessionRow: CustomTestStringConvertible, Sendable {
  typealias Thunk = @Sendable (QuakesStore, QuakesStore) async throws -> Void

  var call: StoreCall
  var result: StoreResult
  var success: QuakesAction
  var failure: QuakesAction
  var makeThunk: @Sendable (PersistentSession<ImmediateStore, ImmediateStore>) async -> Thunk

  var testDescription: String { "\(success)".prefix { $0 != "[" }.description }
}

private let sentence = TestError.message
private let feed = QuakesFeed(range: .allWeek, generated: .noon, quakes: [.dogwood], skipped: 1)
private let changes = QuakesChanges(
  inserted: [.dogwood], updated: [.ash], deleted: [.birch], deletedIds: ["x"])

private let rows: [SessionRow] = [
  SessionRow(
    call: .fetchLocal, result: .quakes([.dogwood, .ash]), success: .local([.dogwood, .ash]),
    failure: .local(.didFetchQuakes(result: .failure(error: sentence))),
    makeThunk: { await $0.fetchLocalQuakesQuery() }),
  SessionRow(
    call: .fetchRemote(.allWeek), result: .feed(feed),
    success: .remote(.didFetchFeed(feed: feed)),
    failure: .remote(.didFetchQuakes(result: .failure(error: sentence))),
    makeThunk: { await $0.fetchRemoteQuakesQuery(range: .allWeek) }),
  SessionRow(
    call: .save(changes), result: .done,
    success: .local(.didSaveQuakes(change: .refresh, result: .success)),
    failure: .local(.didSaveQuakes(change: .refresh, result: .failure(error: sentence))),
    makeThunk: { await $0.didRefreshQuakesMutation(changes: changes) }),
  SessionRow(
    call: .delete(.birch), result: .done,
    success: .local(
      .didSaveQuakes(change: .deleteQuake(quakeId: "birch"), result: .success)),
    failure: .local(
      .didSaveQuakes(
        change: .deleteQuake(quakeId: "birch"), result: .failure(error: sentence))),
    makeThunk: { await $0.deleteLocalQuakeMutation(DeletedQuake(.birch, at: .noon)) }),
  SessionRow(
    call: .deleteAll, result: .done,
    success: .local(.didSaveQuakes(change: .deleteQuakes, result: .success)),
    failure: .local(.didSaveQuakes(change: .deleteQuakes, result: .failure(error: sentence))),
    makeThunk: { await $0.deleteLocalQuakesMutation(date: .noon) }),
]

@Suite struct PersistentSessionTests {
  private func session(
    _ results: @escaping @Sendable (StoreCall) throws -> StoreResult
  ) -> PersistentSession<ImmediateStore, ImmediateStore> {
    PersistentSession(
      localStore: ImmediateStore(results: results), remoteStore: ImmediateStore(results: results))
  }

  @Test(arguments: rows)
  func `Success is dispatched`(_ row: SessionRow) async throws {
    let store = QuakesStore(.loaded)
    let session = session { call in
      if call == .fetchLedger { return .ledger(nil) }
      #expect(call == row.call)
      return row.result
    }
    try await store.dispatch(thunk: row.makeThunk(session))
    #expect(store.actions == [row.success])
  }

  @Test(arguments: rows)
  func `A failure is dispatched and thrown`(_ row: SessionRow) async throws {
    let store = QuakesStore(.loaded)
    let session = session { call in
      if call == .fetchLedger { return .ledger(.init(deleted: ["x"])) }
      throw TestError()
    }
    await #expect(throws: TestError()) {
      try await store.dispatch(thunk: row.makeThunk(session))
    }
    #expect(store.actions == [row.failure])
  }

  @Test func `The ledger is dispatched before the quakes`() async throws {
    let ledger = QuakesState.Ledger(
      deleted: ["birch"],
      lastRefresh: .init(range: .allHour, generated: .noon, counts: .init(new: 1)))
    let store = QuakesStore()
    let session = session { call in
      call == .fetchLedger ? .ledger(ledger) : .quakes([.ash])
    }
    try await store.dispatch(thunk: session.fetchLocalQuakesQuery())
    #expect(store.actions == [.local(.didFetchLedger(ledger: ledger)), .local([.ash])])
    #expect(store.select { $0.ledger.deleted } == ["birch"])
    #expect(store.select { $0.ledger.lastRefresh } == ledger.lastRefresh)
    #expect(store.snapshot.state.values == [.ash])
  }

  @Test func `A failure to load the ledger is dispatched`() async throws {
    let store = QuakesStore()
    let session = session { _ in throw TestError() }
    await #expect(throws: TestError()) {
      try await store.dispatch(thunk: session.fetchLocalQuakesQuery())
    }
    #expect(store.actions == [.local(.didFetchQuakes(result: .failure(error: sentence)))])
  }

  /// Uses stores with only the required methods.
  @Test func `Stores without a ledger are supported`() async throws {
    let stores = MinimalStore(local: [.ash], remote: [.dogwood])
    let session = PersistentSession(localStore: stores, remoteStore: stores)
    let store = QuakesStore()
    try await store.dispatch(thunk: session.fetchLocalQuakesQuery())
    try await store.dispatch(thunk: session.fetchRemoteQuakesQuery(range: .allHour))
    try await store.dispatch(thunk: session.didRefreshQuakesMutation(changes: changes))
    try await store.dispatch(
      thunk: session.deleteLocalQuakeMutation(DeletedQuake(.birch, at: .noon)))
    try await store.dispatch(thunk: session.deleteLocalQuakesMutation(date: .noon))
    #expect(
      stores.calls == [
        .fetchLocal, .fetchRemote(.allHour),
        .save(inserted: [.dogwood], updated: [.ash], deleted: [.birch]), .delete("birch"),
        .deleteAll,
      ])
    #expect(
      store.actions == [
        .local([.ash]), .remote([.dogwood]),
        .local(.didSaveQuakes(change: .refresh, result: .success)),
        .local(.didSaveQuakes(change: .deleteQuake(quakeId: "birch"), result: .success)),
        .local(.didSaveQuakes(change: .deleteQuakes, result: .success)),
      ])
  }

  /// A source that reports its progress.
  private struct SlowSource: PersistentSessionRemoteStore {
    let feed: QuakesFeed
    let fails: Bool

    func fetchRemoteQuakesQuery(range: QuakesFeed.Range) async throws -> [Quake] {
      throw UnexpectedCall()
    }

    func fetchRemoteFeedQuery(
      range: QuakesFeed.Range, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws -> QuakesFeed? {
      for received in 1...100 { progress(DownloadProgress(received: received, total: 100)) }
      if fails { throw TestError() }
      return feed
    }
  }

  @Test(arguments: [false, true])
  func `Progress is dispatched before the result`(fails: Bool) async throws {
    let source = SlowSource(
      feed: QuakesFeed(range: .allWeek, generated: .noon, quakes: [.dogwood]), fails: fails)
    let session = PersistentSession(
      localStore: ImmediateStore { _ in throw UnexpectedCall() }, remoteStore: source)
    let store = QuakesStore()
    try? await store.dispatch(thunk: session.fetchRemoteQuakesQuery(range: .allWeek))
    let latest = QuakesAction.remote(.didReceive(DownloadProgress(received: 100, total: 100)))
    #expect(store.actions.dropLast().last == latest)
    #expect(
      store.actions.last.map { ActionCase($0) }
        == (fails ? .remoteDidFetchQuakesFailure : .remoteDidFetchFeed))
  }
}
