import Durable
public import Foundation
import ImmutableData
public import ImmutableUI
public import Look
public import Markup
import QuakesData
import WebClient
public import WebSite

/// The guide to earthquakes. They are fetched from a feed and kept in a log.
public struct QuakesGuide: Guide {
  public let root: QuakesRoot
  public let sample: GuideSample<QuakesRoot>?
  public let source: GuideSource?
  /// Performs work at each interval until the task is cancelled; `nil` if the quakes
  /// are not refreshed automatically.
  private let repeating: (@Sendable (@Sendable () async throws -> Void) async throws -> Void)?

  /// Creates a guide that fetches feeds and keeps their quakes.
  ///
  /// - Parameters:
  ///   - context: the services of the site.
  ///   - feeds: the base address of the feeds.
  ///   - refreshInterval: the time between automatic refreshes; `nil` disables
  ///     them.
  public init(_ context: GuideContext, feeds: URL, refreshInterval: Duration?) {
    let client = WebClient(userAgent: context.userAgent, service: feeds)
    let remoteStore = RemoteStore(baseURL: feeds, client: client, logger: context.logger)
    let store = Store(
      initialState: QuakesState(), observer: context.stepObserver(of: QuakesRoute.path),
      reducer: QuakesReducer.reduce(state:action:))
    let onError: @Sendable (any Error) -> Void = { error in
      context.logFailure(
        "an operation on earthquakes failed", error, isRemote: error is RemoteStoreError)
    }
    let log = context.storage.quakes(of: store)
    let listener = Listener(
      localStore: LocalStore(log: log), remoteStore: remoteStore, onError: onError)
    listener.listen(to: store)
    let fetches = FetchCounts(of: store) { action in
      guard case .data(.persistentSession(.remoteStore(let action))) = action else { return nil }
      return switch action {
      case .didFetchQuakes(.failure): .failure
      case .didFetchQuakes(.success), .didFetchFeed: .success
      case .didReceive, .didFetchReport: nil
      }
    }
    source = GuideSource(
      file: log.file, client: client,
      feed: {
        let refresh = store.snapshot.state.ledger.lastRefresh
        return Feed(
          counts: fetches, lastSuccess: refresh?.generated, skipped: refresh?.counts.skipped ?? 0)
      },
      start: {
        let isFirst = store.snapshot.state.quakes.status == nil
        try await store.dispatch(
          action: .ui(.quakeList(isFirst ? .onAppear : .onTapTryAgainButton)))
      },
      finish: {
        await listener.stop().value
        try await log.close()
      })
    repeating = refreshInterval.map { interval in
      { @Sendable work in
        try await context.every(interval, QuakesRoute.path, work)
      }
    }
    root = QuakesRoot(
      store: store, timeout: context.timeout, now: context.now, observer: context.observer)
    sample = Self.sample(now: context.now, onError: onError)
  }

  /// Returns the sample, whose changes are saved in memory.
  private static func sample(
    now: @escaping @Sendable () -> Date, onError: @escaping @Sendable (any Error) -> Void
  ) -> GuideSample<QuakesRoot> {
    let store = Store(initialState: QuakesState(), reducer: QuakesReducer.reduce(state:action:))
    let listener = Listener(
      localStore: LocalStore(log: DurableStorage(file: nil).quakes(of: store)),
      remoteStore: SampleStore(now: now), onError: onError)
    listener.listen(to: store)
    let label = "Sample of \(SampleStore.month), moved to today"
    return GuideSample(
      label, root: QuakesRoot(store: store, now: now, sample: label),
      load: {
        try await store.dispatch(actions: .ui(.quakeList(.onAppear)), timeout: .seconds(5)) {
          $0.ledger.isLoaded
        }
        try await store.dispatch(
          actions: .ui(.quakeList(.onTapRefreshQuakesButton(range: .allMonth))),
          timeout: .seconds(5)
        ) { $0.quakes.status != .waiting && $0.ledger.unsaved[.refresh] != .waiting }
        withExtendedLifetime(listener) {}
      },
      stock: \.stock,
      asksService: { [.refresh, .tryAgain].contains($0) },
      excerpt: { $0.excerpt() })
  }

  /// Creates a guide for an existing root. The guide adds no listener to its
  /// store.
  public init(root: QuakesRoot) {
    self.root = root
    sample = nil
    source = nil
    repeating = nil
  }

  public var title: String { QuakesPage.name }
  public var icon: Icon.Shape { .pulse }
  public var hue: Int { 40 }
  public var otherNames: [String] { ["earthquakes"] }
  public func excerpt() -> Excerpt? { root.excerpt() }
  public func search(_ query: SearchQuery, in pages: QuakesRoot) -> SearchHits? {
    pages.search(query)
  }
  /// The exports of all quakes.
  public var crawlerExclusions: [Href] {
    QuakesRoute.Export.allCases.filter { $0 != .excel }
      .map { QuakesRoute.export($0, QuakesLocation()).href }
  }
  public var isShareable: Bool { true }
  public var showsLoadErrors: Bool { true }

  public func isLoaded() -> Bool {
    root.store.snapshot.state.ledger.isLoaded
  }

  /// Refreshes the quakes at each interval, after the stored quakes have been
  /// loaded. Of instances that share them, one does.
  public func run() async throws {
    try await repeating? {
      await root.store.wait(timeout: .seconds(60)) { state in
        state.ledger.isLoaded && state.quakes.status != .waiting
      }
      try await refresh()
    }
  }

  /// Refreshes the quakes with the smallest feed that suffices.
  ///
  /// - Throws: an error if the feed could not be fetched or stored.
  private func refresh() async throws {
    let ledger = root.store.snapshot.state.ledger
    let range = Self.range(
      known: ledger.known, lastRefresh: ledger.lastRefresh?.generated, now: root.now())
    try await root.store.dispatch(
      actions: .ui(.quakeList(.onTapRefreshQuakesButton(range: range))), timeout: .seconds(90)
    ) { $0.quakes.status != .waiting && $0.ledger.unsaved[.refresh] != .waiting }
    let state = root.store.snapshot.state
    try state.quakes.status?.throwIfFailed()
    if state.ledger.unsaved[.refresh] != nil {
      throw FailedStatus(description: "the earthquakes could not be stored")
    }
  }

  /// Returns the smallest feed that leaves no gap in the past month. Networks report many events
  /// hours late: in each quarter of an hour, the first feed is that of the day at least. Time
  /// whose events were deleted is no gap: they are not loaded again.
  ///
  /// - Parameters:
  ///   - known: the time of which feeds were loaded.
  ///   - lastRefresh: the time of the last feed; `nil` for none.
  ///   - now: the current time.
  static func range(known: KnownTime, lastRefresh: Date?, now: Date) -> QuakesFeed.Range {
    // The month is an hour shorter, because the clock of the feed differs.
    let overlap: TimeInterval = 3_600
    let month = now.addingTimeInterval(overlap - QuakesFeed.Range.allMonth.seconds)
    let gap = known.loaded.gaps(overlapping: month..<now).first
    let length = gap.map { now.timeIntervalSince(max($0.lowerBound, month)) } ?? 0
    func quarter(_ date: Date) -> Double { (date.timeIntervalSince1970 / 900).rounded(.down) }
    if lastRefresh.map(quarter) == quarter(now), length < QuakesFeed.Range.allHour.seconds / 2 {
      return .allHour
    }
    return [.allDay, .allWeek].first { length + overlap < $0.seconds } ?? .allMonth
  }
}

extension QuakesState {
  /// The data, as opposed to the sample.
  fileprivate var stock: GuideSample<QuakesRoot>.Stock {
    guard ledger.isLoaded else { return .unknown }
    guard ledger.lastRefresh == nil, quakes.data.isEmpty else { return .present }
    return if case .failure = quakes.status { .none(hasFailed: true) } else {
      .none(hasFailed: false)
    }
  }
}
