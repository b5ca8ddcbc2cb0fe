public import Foundation
public import Logging
public import WebClient

/// The feeds of the US Geological Survey.
///
/// Who asks for a range while it is being fetched gets what comes of that. A
/// feed that was fetched is kept, and for a minute nothing newer is asked for.
public actor RemoteStore: PersistentSessionRemoteStore {
  /// Where the feeds are.
  public static let usgs = address("https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary")

  private let baseURL: URL
  private let client: WebClient
  private let minimumInterval: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  let logger: Logger
  private var kept: [QuakesFeed.Range: Kept] = [:]
  private var fetches: [QuakesFeed.Range: Fetch] = [:]
  private var lastNumber = 0

  /// - Parameters:
  ///   - baseURL: the folder of `all_hour.geojson` and the others.
  ///   - client: fetches them.
  ///   - minimumInterval: for how long a feed is as good as a new one.
  ///   - now: the clock for that.
  ///   - logger: is told which events could not be read.
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

  /// The events of a feed, in its order.
  public func fetchRemoteQuakesQuery(
    range: QuakesAction.UI.QuakeList.RefreshQuakesRange
  ) async throws -> [Quake] {
    try await feed(range).quakes
  }

  /// A feed, which may be up to a minute old.
  public func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? {
    try await feed(range)
  }

  private func feed(_ range: QuakesFeed.Range) async throws(RemoteStoreError) -> QuakesFeed {
    if let kept = kept[range], now() - kept.instant < minimumInterval { return kept.feed }
    let number = nextNumber()
    // One who no longer waits must not end it for the others.
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { join(range, number, $0) }
    } onCancel: {
      Task { await self.leave(range, number) }
    }
    return try result.get()
  }

  private static func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
    return url
  }
}

extension RemoteStore {
  typealias Outcome = Result<QuakesFeed, RemoteStoreError>

  /// A feed, and what it takes to ask for a newer one.
  private struct Kept {
    let feed: QuakesFeed
    let validators: Validators
    /// When it was found to be the newest.
    let instant: ContinuousClock.Instant
  }

  /// A fetch that is under way, and who waits for it.
  private struct Fetch {
    let number: Int
    let task: Task<Void, Never>
    var waiting: [Int: CheckedContinuation<Outcome, Never>]
  }

  /// How many wait for a feed. Not private, so that tests know who has come.
  func waiting(for range: QuakesFeed.Range) -> Int { fetches[range]?.waiting.count ?? 0 }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func join(
    _ range: QuakesFeed.Range, _ number: Int, _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    guard !Task.isCancelled else {
      return continuation.resume(returning: .failure(.fetching(.cancelled)))
    }
    if fetches[range] == nil {
      fetches[range] = Fetch(number: number, task: start(range, number), waiting: [:])
    }
    fetches[range]?.waiting[number] = continuation
  }

  private func leave(_ range: QuakesFeed.Range, _ number: Int) {
    guard let continuation = fetches[range]?.waiting.removeValue(forKey: number) else { return }
    continuation.resume(returning: .failure(.fetching(.cancelled)))
    guard let fetch = fetches[range], fetch.waiting.isEmpty else { return }
    fetch.task.cancel()
    fetches[range] = nil
  }

  private func start(_ range: QuakesFeed.Range, _ number: Int) -> Task<Void, Never> {
    let kept = kept[range]
    return Task.detached {
      do throws(RemoteStoreError) {
        let (feed, validators) = try await self.fetch(range, kept)
        await self.finish(range, number, .success(feed), validators)
      } catch {
        await self.finish(range, number, .failure(error), Validators())
      }
    }
  }

  private func finish(
    _ range: QuakesFeed.Range, _ number: Int, _ outcome: Outcome, _ validators: Validators
  ) {
    // What nobody waits for any more is not kept either.
    guard let fetch = fetches[range], fetch.number == number else { return }
    fetches[range] = nil
    if case .success(let feed) = outcome {
      kept[range] = Kept(feed: feed, validators: validators, instant: now())
    }
    for continuation in fetch.waiting.values { continuation.resume(returning: outcome) }
  }

  /// Fetches and decodes a feed, while the store does other things.
  private nonisolated func fetch(
    _ range: QuakesFeed.Range, _ kept: Kept?
  ) async throws(RemoteStoreError) -> (QuakesFeed, Validators) {
    let response: WebResponse
    do throws(WebClientError) {
      response = try await client.get(
        baseURL.appending(path: range.fileName), unless: kept?.validators ?? Validators())
    } catch {
      throw .fetching(error)
    }
    switch response {
    case .content(let bytes, let validators):
      let decoded = try FeedDecoder.decode(bytes)
      log(decoded.skipped, range)
      let feed = QuakesFeed(
        range: range, generated: Self.generated(decoded.generated), quakes: decoded.quakes,
        skipped: decoded.skipped.count, skippedIds: decoded.skippedIds)
      return (feed, validators)
    case .notModified:
      guard let kept else { throw .fetching(.status(304)) }
      return (kept.feed, kept.validators)
    }
  }

  /// Returns when a feed was generated. A time in the future is not believed:
  /// until then, every other feed would be older than this one.
  private static func generated(_ date: Date?) -> Date {
    let now = Date.now
    // Clocks differ a little.
    guard let date, date <= now + 3_600 else { return now }
    return date
  }
}
