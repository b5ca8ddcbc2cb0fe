import Foundation
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
  /// `nil` if the log dispatches it.
  var success: QuakesAction?
  var failure: QuakesAction
  var makeThunk: @Sendable (PersistentSession<ImmediateStore, ImmediateStore>) async -> Thunk

  var testDescription: String { "\(call)".prefix { $0 != "[" }.description }
}

private let sentence = TestError.message
private let feed = QuakesFeed.of([.dogwood], .allWeek, skipped: 1)

/// Returns a row of an operation that saves a change.
private func saving(
  _ change: QuakesState.Ledger.Change, _ call: StoreCall,
  _ makeThunk:
    @escaping @Sendable (PersistentSession<ImmediateStore, ImmediateStore>) async
    -> SessionRow.Thunk
) -> SessionRow {
  SessionRow(
    call: call, result: .done, success: .local(.didSaveQuakes(change: change, result: .success)),
    failure: .local(.didSaveQuakes(change: change, result: .failure(error: sentence))),
    makeThunk: makeThunk)
}

private let rows: [SessionRow] = [
  SessionRow(
    call: .load, result: .done, success: nil,
    failure: .local(.didFailToLoadQuakes(error: sentence)),
    makeThunk: { await $0.fetchLocalQuakesQuery() }),
  SessionRow(
    call: .fetchRemote(.allWeek), result: .feed(feed),
    success: .fetched(feed),
    failure: .remote(.didFetchQuakes(result: .failure(error: sentence))),
    makeThunk: { await $0.fetchRemoteQuakesQuery(range: .allWeek) }),
  saving(.refresh, .merge([.dogwood])) { await $0.didFetchRemoteQuakesMutation([.dogwood]) },
  saving(.refresh, .mergeFeed(feed)) { await $0.didFetchRemoteFeedMutation(feed) },
  saving(.deleteQuake(quakeId: "birch"), .delete(.birch)) {
    await $0.deleteLocalQuakeMutation(quakeId: "birch", date: .noon)
  },
  saving(.deleteQuakes, .deleteAll(.noon)) { await $0.deleteLocalQuakesMutation(date: .noon) },
  saving(.restoreQuakes(.all), .restore(.all)) { await $0.restoreLocalQuakesMutation(.all) },
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
      #expect(call == row.call)
      return row.result
    }
    try await store.dispatch(thunk: row.makeThunk(session))
    #expect(store.actions == [row.success].compactMap(\.self))
  }

  @Test(arguments: rows)
  func `A failure is dispatched and thrown`(_ row: SessionRow) async throws {
    let store = QuakesStore(.loaded)
    let session = session { _ in throw TestError() }
    await #expect(throws: TestError()) {
      try await store.dispatch(thunk: row.makeThunk(session))
    }
    #expect(store.actions == [row.failure])
  }

  /// A source without metadata.
  private struct PlainSource: PersistentSessionRemoteStore {
    func fetchRemoteQuakesQuery(range: QuakesFeed.Range) async throws -> [Quake] { [.dogwood] }
  }

  @Test func `A source without metadata is supported`() async throws {
    let session = PersistentSession(
      localStore: ImmediateStore { _ in throw UnexpectedCall() }, remoteStore: PlainSource())
    let store = QuakesStore()
    try await store.dispatch(thunk: session.fetchRemoteQuakesQuery(range: .allHour))
    #expect(store.actions == [.remote([.dogwood])])
  }

  /// A source that reports its progress.
  private struct SlowSource: PersistentSessionRemoteStore {
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
    let session = PersistentSession(
      localStore: ImmediateStore { _ in throw UnexpectedCall() },
      remoteStore: SlowSource(fails: fails))
    let store = QuakesStore()
    try? await store.dispatch(thunk: session.fetchRemoteQuakesQuery(range: .allWeek))
    let latest = QuakesAction.remote(.didReceive(DownloadProgress(received: 100, total: 100)))
    #expect(store.actions.dropLast().last == latest)
    #expect(
      store.actions.last.map { ActionCase($0) }
        == (fails ? .remoteDidFetchQuakesFailure : .remoteDidFetchFeed))
  }
}
