import Foundation
import ImmutableData
import Logging
import QuakesData
import Storage
import WebClient

/// The quakes, from the feed and the file to the store.
struct QuakesProduct: Product {
  let guide = DataFolder.quakes
  let store: Store<QuakesState, QuakesAction>
  private let localStore: LocalStore
  private let client = WebClient(userAgent: Self.userAgent)
  private let listener: Listener<LocalStore, RemoteStore>
  private let fetches: FetchCounts

  /// Keeps them in `quakes.sqlite`.
  init(
    folder: URL, feeds: URL, logger: Logger,
    observer: ObservedStep<QuakesState, QuakesAction>.Observer?
  ) {
    localStore = LocalStore(
      url: folder.appending(path: DataFolder.quakes.name), report: logger.tell)
    let remoteStore = RemoteStore(baseURL: feeds, client: client, logger: logger)
    store = Store(
      initialState: QuakesState(), observer: observer, reducer: QuakesReducer.reduce(state:action:))
    listener = Listener(localStore: localStore, remoteStore: remoteStore) { error in
      logger.failed(
        "an operation on earthquakes failed", error, isOfOthers: error is RemoteStoreError)
    }
    listener.listen(to: store)
    fetches = FetchCounts(of: store) { action in
      guard case .data(.persistentSession(.remoteStore(let action))) = action else { return nil }
      return if case .didFetchQuakes(.failure) = action { .failure } else { .success }
    }
  }

  var file: DatabaseFile { localStore.file }
  var dispatches: Int { store.counter.value }
  var feed: Feed {
    Feed(
      guide: guide, counts: fetches.counts,
      lastSuccess: store.snapshot.state.ledger.lastRefresh?.generated)
  }

  func isLoaded() -> Bool {
    let state = store.snapshot.state
    if case .failure = state.quakes.status, !state.ledger.isLoaded {
      Task { try await store.dispatch(action: .ui(.quakeList(.onTapTryAgainButton))) }
    }
    return state.ledger.isLoaded
  }

  func start() async throws {
    try await store.dispatch(action: .ui(.quakeList(.onAppear)))
  }

  /// Has the feed asked for again and again, from when the file was read until
  /// the task is cancelled.
  func refresh(every interval: Duration) async throws {
    while true {
      let state = store.snapshot.state
      guard state.ledger.isLoaded, state.quakes.status != .waiting else {
        try await Task.sleep(for: .seconds(1))
        continue
      }
      let range = Self.range(since: state.ledger.lastRefresh?.generated)
      try await store.dispatch(action: .ui(.quakeList(.onTapRefreshQuakesButton(range: range))))
      try await Task.sleep(for: interval)
    }
  }

  /// The smallest feed that leaves no gap after an earlier one.
  private static func range(
    since earlier: Date?
  ) -> QuakesAction.UI.QuakeList.RefreshQuakesRange {
    // An hour for what the network adds late.
    guard let earlier, Date.now.timeIntervalSince(earlier) < 23 * 3_600 else { return .allWeek }
    return .allDay
  }

  func endFetching() { client.close() }

  func stop() async throws {
    await listener.stop().value
    try await localStore.close()
  }
}
