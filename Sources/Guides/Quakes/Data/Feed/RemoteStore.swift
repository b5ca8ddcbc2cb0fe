public import Foundation
public import Logging
public import WebClient

/// A client of the feeds of the U.S. Geological Survey.
///
/// Concurrent requests for the same range share one fetch. A fetched feed is
/// cached, and not revalidated for a minute.
public actor RemoteStore: PersistentSessionRemoteStore {
  /// The base address of the feeds.
  public static let usgs = address("https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary")

  let baseURL: URL
  let client: WebClient
  private let minimumInterval: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  let logger: Logger
  private var cache: [QuakesFeed.Range: CachedFeed] = [:]
  private var fetches: [QuakesFeed.Range: Fetch] = [:]
  private var lastNumber = 0

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - baseURL: the address of the folder with `all_hour.geojson` and the
  ///     other feeds.
  ///   - client: the HTTP client.
  ///   - minimumInterval: the time for which a cached feed is not revalidated.
  ///   - now: the clock of that interval.
  ///   - logger: the logger of invalid events.
  public init(
    baseURL: URL = RemoteStore.usgs, client: WebClient,
    minimumInterval: Duration = .seconds(60),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, logger: Logger
  ) {
    self.baseURL = baseURL
    self.client = client
    self.minimumInterval = minimumInterval
    self.now = now
    self.logger = logger
  }

  /// Returns the events of a feed, in its order.
  public func fetchRemoteQuakesQuery(
    range: QuakesAction.UI.QuakeList.RefreshQuakesRange
  ) async throws -> [Quake] {
    try await feed(range).quakes
  }

  /// Returns a feed, which may be up to a minute old.
  public func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? {
    try await feed(range)
  }

  /// Returns a feed, and reports the progress, unless another request has begun the fetch.
  public func fetchRemoteFeedQuery(
    range: QuakesFeed.Range, progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws -> QuakesFeed? {
    try await feed(range, progress)
  }

  private func feed(
    _ range: QuakesFeed.Range, _ progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws(RemoteStoreError) -> QuakesFeed {
    if let cached = cache[range], now() - cached.validated < minimumInterval { return cached.feed }
    lastNumber += 1
    let number = lastNumber
    // A cancelled request must not cancel the fetch of the others.
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { subscribe(range, number, $0, progress) }
    } onCancel: {
      Task { await self.unsubscribe(range, number) }
    }
    return try result.get().feed
  }

  private static func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
    return url
  }
}

extension RemoteStore {
  private typealias Outcome = Result<CachedFeed, RemoteStoreError>

  /// A cached feed with its validators for a conditional request.
  private struct CachedFeed {
    let feed: QuakesFeed
    let validators: Validators
    /// The time of the last validation.
    let validated: ContinuousClock.Instant
  }

  /// A fetch in progress, with its subscribers.
  private struct Fetch {
    let number: Int
    let task: Task<Void, Never>
    var subscribers: [Int: CheckedContinuation<Outcome, Never>]
  }

  /// Returns the number of subscribers of a fetch. Internal for tests.
  func subscriberCount(of range: QuakesFeed.Range) -> Int { fetches[range]?.subscribers.count ?? 0 }

  private func subscribe(
    _ range: QuakesFeed.Range, _ number: Int, _ continuation: CheckedContinuation<Outcome, Never>,
    _ progress: @escaping @Sendable (DownloadProgress) -> Void
  ) {
    guard !Task.isCancelled else {
      return continuation.resume(returning: .failure(.fetching(.cancelled)))
    }
    if fetches[range] == nil {
      fetches[range] = Fetch(number: number, task: start(range, number, progress), subscribers: [:])
    }
    fetches[range]?.subscribers[number] = continuation
  }

  private func unsubscribe(_ range: QuakesFeed.Range, _ number: Int) {
    guard let continuation = fetches[range]?.subscribers.removeValue(forKey: number) else { return }
    continuation.resume(returning: .failure(.fetching(.cancelled)))
    guard let fetch = fetches[range], fetch.subscribers.isEmpty else { return }
    fetch.task.cancel()
    fetches[range] = nil
  }

  private func start(
    _ range: QuakesFeed.Range, _ number: Int,
    _ progress: @escaping @Sendable (DownloadProgress) -> Void
  ) -> Task<Void, Never> {
    let cached = cache[range]
    return Task.detached {
      do throws(RemoteStoreError) {
        let feed = try await self.fetch(range, cached, progress)
        await self.finish(range, number, .success(feed))
      } catch {
        await self.finish(range, number, .failure(error))
      }
    }
  }

  private func finish(_ range: QuakesFeed.Range, _ number: Int, _ outcome: Outcome) {
    // A fetch without subscribers was cancelled: its result is not cached.
    guard let fetch = fetches[range], fetch.number == number else { return }
    fetches[range] = nil
    if case .success(let feed) = outcome { cache[range] = feed }
    for continuation in fetch.subscribers.values { continuation.resume(returning: outcome) }
  }

  /// Fetches and decodes a feed outside the actor.
  private nonisolated func fetch(
    _ range: QuakesFeed.Range, _ cached: CachedFeed?,
    _ progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws(RemoteStoreError) -> CachedFeed {
    let response: WebResponse
    do throws(WebClientError) {
      response = try await client.get(
        baseURL.appending(path: range.fileName), unless: cached?.validators ?? Validators(),
        progress: progress)
    } catch {
      throw .fetching(error)
    }
    switch response {
    case .content(let bytes, let validators):
      let decoded = try FeedDecoder.decode(bytes)
      log(decoded.skipped, range)
      if decoded.quakes.isEmpty, let first = decoded.skipped.first {
        throw .noneReadable(events: decoded.skipped.count, reason: first.reason)
      }
      // A time in the future is replaced by the current time: otherwise every other feed would be
      // older than this one until then. Clock skew of an hour is tolerated.
      let present = Date.now
      let generated = decoded.generated.flatMap { $0 <= present + 3_600 ? $0 : nil } ?? present
      let feed = QuakesFeed(
        range: range, generated: generated, quakes: decoded.quakes,
        skipped: decoded.skipped.count, skippedIds: decoded.skippedIds)
      return CachedFeed(feed: feed, validators: validators, validated: now())
    case .notModified:
      guard let cached else { throw .fetching(.status(304)) }
      return CachedFeed(feed: cached.feed, validators: cached.validators, validated: now())
    }
  }
}
