import Synchronization

/// All pages that are open in browsers, one for each address.
///
/// Whoever changes the state notifies nobody: each group of pages hears that
/// its store has a new revision, waits a moment for more, and renders its pages.
public final class LivePages: Sendable {
  /// The limits on pages that are open.
  public struct Limits: Sendable {
    /// The number of distinct addresses. Each of them is rendered at each
    /// change.
    public var addresses: Int
    /// The bytes that they keep.
    public var bytes: Int

    public init(addresses: Int = 1_000, bytes: Int = 64 << 20) {
      self.addresses = addresses
      self.bytes = bytes
    }
  }

  private struct Open {
    var pages: [String: LivePage] = [:]
    var lastID = 0
    var tasks: [Task<Void, Never>] = []
  }

  /// The seconds between two heartbeats to a browser.
  private static let heartbeatSeconds = 15

  /// The number of browsers that are sent something before other work gets
  /// its turn.
  private static let wokenAtOnce = 32

  private let pause: Duration
  private let limits: Limits
  private let memory: LiveMemory
  private let observer: Observer?
  private let open = Mutex(Open())

  /// - Parameters:
  ///   - pause: how long changes are collected before pages are rendered.
  ///   - limits: the limits on pages that are open.
  ///   - observer: is told how many browsers are sent something.
  public init(
    pause: Duration = .milliseconds(50), limits: Limits = .init(), observer: Observer? = nil
  ) {
    self.pause = pause
    self.limits = limits
    memory = LiveMemory(limit: limits.bytes)
    self.observer = observer
  }

  deinit {
    stop()
    // A page and its subscribers hold each other.
    for page in open.withLock({ Array($0.pages.values) }) { page.removeAll() }
  }

  /// The number of addresses that are open.
  public var pageCount: Int { open.withLock { $0.pages.count } }
  /// The number of bytes that they keep.
  public var byteCount: Int { memory.count }
  /// The number of browsers that follow them.
  public var subscriberCount: Int {
    open.withLock { Array($0.pages.values) }.reduce(0) { $0 + $1.subscribers.count }
  }

  /// Brings the pages of a group up to date whenever there is a new revision.
  public func update(_ group: String, at revisions: AsyncStream<Int>) {
    run { [weak self, pause] in
      for await _ in revisions {
        try? await Task.sleep(for: pause)
        guard let self, !Task.isCancelled else { return }
        await self.update { $0.group == group }
      }
    }
  }

  /// Starts the clock: heartbeats, and pages that tell the time. Each page is
  /// brought up to date in its own second of the minute, so that they are not
  /// all rendered at once.
  ///
  /// - Parameters:
  ///   - tick: how often it is looked at.
  ///   - now: seconds since 1970.
  public func startClock(
    tick: Duration = .seconds(1), now: @escaping @Sendable () -> Int
  ) {
    run { [weak self] in
      var last = now()
      while !Task.isCancelled {
        try? await Task.sleep(for: tick)
        guard let self, !Task.isCancelled else { return }
        let second = now()
        // None is left out where a tick came late, or the clock was set.
        let seconds = Set((max(last, second - 60)..<max(last, second)).map { $0 % 60 })
        if !seconds.isEmpty { await self.update { seconds.contains($0.second) } }
        for passed in max(last, second - Self.heartbeatSeconds)..<max(last, second) {
          self.beat(passed)
        }
        last = second
      }
    }
  }

  /// Ends all updates. Followers stay until their streams end.
  public func stop() {
    for task in open.withLock(\.tasks) { task.cancel() }
  }

  /// Follows the page at an address from now on, until `unsubscribe`.
  ///
  /// - Parameters:
  ///   - key: what tells pages apart.
  ///   - address: where it is, as a path on this site.
  ///   - group: whose changes it shows.
  ///   - version: the version that the browser says it shows.
  ///   - greeting: what it is sent first.
  ///   - render: makes what the address shows now. The first one given for an
  ///     address stays in force.
  ///   - onWake: called when there is something to send; from any thread.
  /// - Returns: `nil` where the limits allow no further address.
  public func subscribe(
    _ key: String, at address: String, group: String, version: String, greeting: [UInt8],
    render: @escaping @Sendable () -> LiveContent, onWake: @escaping @Sendable () -> Void
  ) -> LiveSubscriber? {
    let subscriber = open.withLock { open -> LiveSubscriber? in
      open.lastID += 1
      let page: LivePage
      if let known = open.pages[key] {
        page = known
      } else {
        guard open.pages.count < limits.addresses,
          memory.reserve(LivePage.size(ofPageAt: address))
        else { return nil }
        page = LivePage(
          key: key, address: address, group: group, second: open.lastID % 60, memory: memory,
          render: render)
        open.pages[key] = page
      }
      let subscriber = LiveSubscriber(
        id: open.lastID, page: page, version: version, greeting: greeting, onWake: onWake)
      page.add(subscriber)
      return subscriber
    }
    guard let subscriber else { return nil }
    // For its first subscriber; it costs little where the page is known.
    let others = subscriber.page.update()
    if others.count > 1 { Task { await wake(others) } }
    return subscriber
  }

  /// Ends following.
  public func unsubscribe(_ subscriber: LiveSubscriber) {
    open.withLock { open in
      guard let page = open.pages[subscriber.page.key] else { return }
      guard page.remove(subscriber) else { return }
      open.pages[page.key] = nil
      memory.release(LivePage.size(ofPageAt: page.address))
    }
  }

  /// Asks all open pages what they show now.
  public func updateAll() async { await update { _ in true } }

  private func update(where isWanted: (LivePage) -> Bool) async {
    for page in open.withLock({ Array($0.pages.values) }) where isWanted(page) {
      let subscribers = page.update()
      if let observer, !subscribers.isEmpty {
        observer(.sent(address: page.address, group: page.group, browsers: subscribers.count))
      }
      await wake(subscribers)
    }
  }

  /// Wakes subscribers a few at a time, so that requests for pages get their
  /// turn between them.
  private func wake(_ subscribers: [LiveSubscriber]) async {
    for (number, subscriber) in subscribers.enumerated() {
      subscriber.wake()
      if number % Self.wokenAtOnce == Self.wokenAtOnce - 1 {
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  private func beat(_ second: Int) {
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
