import Synchronization

/// All pages that are open in browsers, one per cache key.
///
/// A group of pages observes the revisions of its store. After each change it
/// waits for a short interval, renders its pages once, and sends every browser
/// the difference.
///
/// ```swift
/// import ImmutableData
///
/// let store = Store(initialState: 0) { (total: Int, number: Int) in total + number }
/// let pages = LivePages()
/// pages.update("counter", at: store.makeRevisions())
/// pages.startClock(now: { 1_700_000_000 })
/// print(pages.pageCount, pages.subscriberCount)  // 0 0
/// ```
public final class LivePages: Sendable {
  /// The limits on open pages.
  public struct Limits: Sendable {
    /// The maximum number of distinct addresses. Each of them is rendered after
    /// every change.
    public var addresses: Int
    /// The maximum number of bytes that all pages retain.
    public var bytes: Int

    public init(addresses: Int = 1_000, bytes: Int = 64 << 20) {
      self.addresses = addresses
      self.bytes = bytes
    }
  }

  /// Schedules a rendering in the turn of a browser. The closure is called on any
  /// thread, at once or later.
  ///
  /// - Returns: False if too many renderings wait; then it is not called.
  public typealias Schedule = @Sendable (_ render: @escaping @Sendable () -> Void) -> Bool

  private struct Open {
    var pages: [String: LivePage] = [:]
    var lastID = 0
    var tasks: [Task<Void, Never>] = []
  }

  /// The seconds between two heartbeats to a browser.
  private static let heartbeatSeconds = 15

  /// The number of subscribers to wake before other tasks may run.
  private static let wakeBatchSize = 32

  private let pause: Duration
  private let limits: Limits
  private let budget: MemoryBudget
  private let observer: Observer?
  private let open = Mutex(Open())

  /// - Parameters:
  ///   - pause: The interval in which changes are coalesced before pages are
  ///     rendered.
  ///   - limits: The limits on open pages.
  ///   - observer: Receives the number of browsers that an update is sent to.
  public init(
    pause: Duration = .milliseconds(50), limits: Limits = .init(), observer: Observer? = nil
  ) {
    self.pause = pause
    self.limits = limits
    budget = MemoryBudget(limit: limits.bytes)
    self.observer = observer
  }

  deinit {
    stop()
    // A page and its subscribers retain each other.
    for page in open.withLock({ Array($0.pages.values) }) { page.removeAll() }
  }

  /// The number of open addresses.
  public var pageCount: Int { open.withLock { $0.pages.count } }
  /// The number of bytes that the open pages retain.
  public var byteCount: Int { budget.count }
  /// The number of connected browsers.
  public var subscriberCount: Int {
    open.withLock { Array($0.pages.values) }.reduce(0) { $0 + $1.subscribers.count }
  }

  /// Renders the pages of a group after every new revision.
  public func update(_ group: String, at revisions: AsyncStream<Int>) {
    run { [weak self, pause] in
      for await _ in revisions {
        try? await Task.sleep(for: pause)
        guard let self, !Task.isCancelled else { return }
        await self.update { $0.group == group }
      }
    }
  }

  /// Starts the clock, which sends heartbeats and updates pages that show the
  /// time. Each page is assigned a second of the minute, so that the load is
  /// spread.
  ///
  /// - Parameters:
  ///   - tick: The interval between two readings of the clock.
  ///   - now: Returns the seconds since 1970.
  public func startClock(
    tick: Duration = .seconds(1), now: @escaping @Sendable () -> Int
  ) {
    run { [weak self] in
      var last = now()
      while !Task.isCancelled {
        try? await Task.sleep(for: tick)
        guard let self, !Task.isCancelled else { return }
        let second = now()
        // Include the seconds that were skipped if a tick was late or the clock
        // was set.
        let seconds = Set((max(last, second - 60)..<max(last, second)).map { $0 % 60 })
        if !seconds.isEmpty { await self.update { seconds.contains($0.second) } }
        for passed in max(last, second - Self.heartbeatSeconds)..<max(last, second) {
          self.sendHeartbeats(passed)
        }
        last = second
      }
    }
  }

  /// Stops all updates. Subscribers remain until their streams end.
  public func stop() {
    for task in open.withLock(\.tasks) { task.cancel() }
  }

  /// Subscribes a browser to the page at an address, until `unsubscribe`.
  ///
  /// - Parameters:
  ///   - key: The cache key of the page.
  ///   - address: The path and query of the page.
  ///   - group: The group of pages that are updated together.
  ///   - version: The version that the browser reports.
  ///   - preamble: The bytes to send first.
  ///   - schedule: Schedules the renderings for this browser; by default they are
  ///     performed at once.
  ///   - position: Returns a position of the content that increases with its
  ///     changes, for the ids of events; it is read before `render` is called.
  ///   - render: Renders the current content. For an address that is already
  ///     open, the closure of its first subscriber is used.
  ///   - onWake: Called on any thread when there is something to send.
  /// - Returns: The subscriber; `nil` if the limits allow no further address, or
  ///   too many renderings wait.
  public func subscribe(
    _ key: String, at address: String, group: String, version: String, preamble: [UInt8],
    schedule: @escaping Schedule = { render in
      render()
      return true
    },
    position: @escaping @Sendable () -> Int? = { nil },
    render: @escaping @Sendable () -> LiveContent, onWake: @escaping @Sendable () -> Void
  ) -> LiveSubscriber? {
    let subscriber = open.withLock { open -> LiveSubscriber? in
      open.lastID += 1
      let page: LivePage
      if let known = open.pages[key] {
        page = known
      } else {
        guard open.pages.count < limits.addresses,
          budget.reserve(LivePage.size(ofPageAt: address))
        else { return nil }
        page = LivePage(
          key: key, address: address, group: group, second: open.lastID % 60, budget: budget,
          position: position, render: render)
        open.pages[key] = page
      }
      let subscriber = LiveSubscriber(
        id: open.lastID, page: page, version: version, preamble: preamble,
        schedule: schedule, onWake: onWake)
      page.add(subscriber)
      return subscriber
    }
    guard let subscriber else { return nil }
    // Not retained by a rendering that waits, so that a closed stream costs
    // nothing.
    let isScheduled = schedule { [weak self, weak subscriber] in
      guard let self, let subscriber, subscriber.page.isFollowed(by: subscriber.id) else { return }
      // Renders the page for its first subscriber, and does little otherwise.
      let others = subscriber.page.update()
      if others.count > 1 { Task { await self.wake(others) } }
      subscriber.prepare()
    }
    guard isScheduled else {
      unsubscribe(subscriber)
      return nil
    }
    return subscriber
  }

  /// Removes a subscriber, and its page if it was the last one.
  public func unsubscribe(_ subscriber: LiveSubscriber) {
    open.withLock { open in
      guard let page = open.pages[subscriber.page.key] else { return }
      guard page.remove(subscriber) else { return }
      open.pages[page.key] = nil
      budget.release(LivePage.size(ofPageAt: page.address))
    }
  }

  /// Renders all open pages, or those with some keys.
  public func updateAll(
    where isIncluded: (_ key: String) -> Bool = { _ in true }
  ) async {
    await update { isIncluded($0.key) }
  }

  private func update(where isIncluded: (LivePage) -> Bool) async {
    let pages = open.withLock { Array($0.pages.values) }.filter(isIncluded)
    // All at once, so that they are rendered in turn by browser.
    await withTaskGroup { group in
      for page in pages { group.addTask { await self.update(page) } }
    }
  }

  private func update(_ page: LivePage) async {
    let subscribers = await rendered(page)
    if let observer, !subscribers.isEmpty {
      observer(.sent(address: page.address, browsers: subscribers.count))
    }
    await wake(subscribers)
  }

  /// Renders a page in the turn of one of its browsers.
  ///
  /// - Returns: The subscribers to wake.
  private func rendered(_ page: LivePage) async -> [LiveSubscriber] {
    while let subscriber = page.anySubscriber {
      let subscribers: [LiveSubscriber]? = await withCheckedContinuation { continuation in
        let isScheduled = subscriber.schedule {
          continuation.resume(returning: page.isFollowed ? page.update() : [])
        }
        if !isScheduled { continuation.resume(returning: nil) }
      }
      if let subscribers { return subscribers }
      // Too many renderings wait in this turn.
      try? await Task.sleep(for: .milliseconds(50))
      if Task.isCancelled { break }
    }
    return []
  }

  /// Wakes subscribers in batches, so that requests can be served between them.
  private func wake(_ subscribers: [LiveSubscriber]) async {
    for (number, subscriber) in subscribers.enumerated() {
      subscriber.wake()
      if number % Self.wakeBatchSize == Self.wakeBatchSize - 1 {
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  private func sendHeartbeats(_ second: Int) {
    for page in open.withLock({ Array($0.pages.values) }) {
      for subscriber in page.subscribers
      where subscriber.id % Self.heartbeatSeconds == second % Self.heartbeatSeconds {
        subscriber.wakeForHeartbeat()
      }
    }
  }

  private func run(_ work: @escaping @Sendable () async -> Void) {
    let task = Task { await work() }
    open.withLock { $0.tasks.append(task) }
  }
}
