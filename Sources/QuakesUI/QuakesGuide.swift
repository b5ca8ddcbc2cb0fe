public import Foundation
import ImmutableData
public import ImmutableUI
public import Look
public import Markup
import QuakesData
public import Storage
import WebClient
public import WebSite

/// The guide to earthquakes. They are fetched from a feed and stored in
/// `quakes.sqlite`.
public struct QuakesGuide: Guide {
  public let root: QuakesRoot
  private let source: Source?

  /// The remote feed and the local store.
  private struct Source {
    let localStore: LocalStore
    let client: WebClient
    let listener: Listener<LocalStore, RemoteStore>
    let fetches: FetchCounts
    let refreshInterval: Duration?
  }

  /// Creates a guide that fetches feeds and stores them on disk.
  ///
  /// - Parameters:
  ///   - context: the services of the site.
  ///   - feeds: the base address of the feeds.
  ///   - refreshInterval: the time between automatic refreshes; `nil` disables
  ///     them.
  /// - Throws: `SettingsError` if the assets of the land outlines are missing.
  public init(_ context: GuideContext, feeds: URL, refreshInterval: Duration?) throws {
    let localStore = LocalStore(
      url: context.file(of: QuakesRoute.path), report: context.report)
    let client = WebClient(userAgent: context.userAgent)
    let remoteStore = RemoteStore(baseURL: feeds, client: client, logger: context.logger)
    let store = Store(
      initialState: QuakesState(), observer: context.stepObserver(of: QuakesRoute.path),
      reducer: QuakesReducer.reduce(state:action:))
    let listener = Listener(localStore: localStore, remoteStore: remoteStore) { error in
      context.logFailure(
        "an operation on earthquakes failed", error, isRemote: error is RemoteStoreError)
    }
    listener.listen(to: store)
    let fetches = FetchCounts(of: store) { action in
      guard case .data(.persistentSession(.remoteStore(let action))) = action else { return nil }
      return if case .didFetchQuakes(.failure) = action { .failure } else { .success }
    }
    source = Source(
      localStore: localStore, client: client, listener: listener, fetches: fetches,
      refreshInterval: refreshInterval)
    root = QuakesRoot(
      store: store,
      land: LandOutlines(
        coarse: try context.href(ofAsset: "land.svg", fragment: "land"),
        fine: try context.href(ofAsset: "coast.svg", fragment: "land")),
      observer: context.observer)
  }

  /// Creates a guide for an existing root. The guide adds no listener to its
  /// store.
  public init(root: QuakesRoot) {
    self.root = root
    source = nil
  }

  public var title: String { QuakesPage.name }
  public var icon: Icon.Shape { .pulse }
  public var hue: Int { 40 }
  public var otherNames: [String] { ["earthquakes"] }
  public var previews: [Preview] { QuakesPage.previews }
  public func excerpt() -> Excerpt? { root.excerpt() }
  /// The exports of all quakes.
  public var crawlerExclusions: [Href] {
    [QuakesRoute.Export.csv, .geojson].map { QuakesRoute.export($0, QuakesLocation()).href }
  }
  public var file: DatabaseFile? { source?.localStore.file }
  public var feed: Feed? {
    source.map {
      Feed(
        counts: $0.fetches,
        lastSuccess: root.store.snapshot.state.ledger.lastRefresh?.generated)
    }
  }

  public func isLoaded() -> Bool {
    let state = root.store.snapshot.state
    if case .failure = state.quakes.status, !state.ledger.isLoaded {
      Task { try await root.store.dispatch(action: .ui(.quakeList(.onTapTryAgainButton))) }
    }
    return state.ledger.isLoaded
  }

  public func start() async throws {
    try await root.store.dispatch(action: .ui(.quakeList(.onAppear)))
  }

  /// Refreshes the quakes at each interval, after the stored quakes have been
  /// loaded.
  public func run() async throws {
    guard let interval = source?.refreshInterval else { return }
    let store = root.store
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

  /// Returns the smallest feed that leaves no gap after the last refresh.
  private static func range(
    since earlier: Date?
  ) -> QuakesAction.UI.QuakeList.RefreshQuakesRange {
    // One hour of overlap, because networks report some events late.
    guard let earlier, Date.now.timeIntervalSince(earlier) < 23 * 3_600 else { return .allWeek }
    return .allDay
  }

  public func cancelFetches() { source?.client.close() }

  public func stop() async throws {
    await source?.listener.stop().value
    try await source?.localStore.close()
  }
}
