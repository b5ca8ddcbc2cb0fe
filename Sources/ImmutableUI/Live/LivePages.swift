import Synchronization

/// All pages that are open in browsers, one for each address.
///
/// Who changes the state tells nobody: each group of pages hears that its
/// store has a new revision, waits a moment for more, and asks its pages what
/// they show now.
public final class LivePages: Sendable {
  private struct Open {
    var pages: [String: LivePage] = [:]
    var lastID = 0
    var tasks: [Task<Void, Never>] = []
  }

  /// How often each browser gets a sign of life, in seconds.
  private static let beatSeconds = 15

  /// How many browsers are sent something before others get their turn.
  private static let wokenAtOnce = 32

  private let pause: Duration
  private let observer: Observer?
  private let open = Mutex(Open())

  /// - Parameters:
  ///   - pause: how long changes are collected before pages are rendered.
  ///   - observer: is told how many browsers are sent something.
  public init(pause: Duration = .milliseconds(50), observer: Observer? = nil) {
    self.pause = pause
    self.observer = observer
  }

  deinit {
    stop()
    // A page and its followers hold each other.
    for page in open.withLock({ Array($0.pages.values) }) { page.removeAll() }
  }

  /// How many addresses are open.
  public var pageCount: Int { open.withLock { $0.pages.count } }
  /// How many browsers follow them.
  public var followerCount: Int {
    open.withLock { Array($0.pages.values) }.reduce(0) { $0 + $1.followers.count }
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

  /// Starts the clock: signs of life, and pages that tell the time.
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
        if second / 60 != last / 60 { await self.update { _ in true } }
        // None is left out where a tick came late, or the clock was set.
        for passed in max(last, second - Self.beatSeconds)..<max(last, second) {
          self.beat(passed)
        }
        last = second
      }
    }
  }

  /// Hears nothing any more. Who follows stays until their streams end.
  public func stop() {
    for task in open.withLock(\.tasks) { task.cancel() }
  }

  /// Follows the page at an address from now on, until `unfollow`.
  ///
  /// - Parameters:
  ///   - key: what tells pages apart.
  ///   - address: where it is, as a path on this site.
  ///   - group: whose changes it shows.
  ///   - version: that of the rendering the browser shows, as far as it says.
  ///   - greeting: what it is sent first.
  ///   - render: makes what the address shows now. The first one given for an
  ///     address stays in force.
  ///   - onWake: called when there is something to send; from any thread.
  public func follow(
    _ key: String, at address: String, group: String, version: String, greeting: [UInt8],
    render: @escaping @Sendable () -> LiveContent, onWake: @escaping @Sendable () -> Void
  ) -> LiveFollower {
    let (follower, page) = open.withLock { open in
      let page =
        open.pages[key] ?? LivePage(key: key, address: address, group: group, render: render)
      open.pages[key] = page
      open.lastID += 1
      let follower = LiveFollower(
        id: open.lastID, page: page, version: version, greeting: greeting, onWake: onWake)
      page.add(follower)
      return (follower, page)
    }
    // For its first follower; it costs little where the page is known.
    let others = page.update()
    if others.count > 1 { Task { await wake(others) } }
    return follower
  }

  /// Follows no more.
  public func unfollow(_ follower: LiveFollower) {
    open.withLock { open in
      guard let page = open.pages[follower.page.key] else { return }
      if page.remove(follower) { open.pages[page.key] = nil }
    }
  }

  /// Asks all open pages what they show now.
  public func updateAll() async { await update { _ in true } }

  private func update(where isWanted: (LivePage) -> Bool) async {
    for page in open.withLock({ Array($0.pages.values) }) where isWanted(page) {
      let followers = page.update()
      if let observer, !followers.isEmpty {
        observer(.sent(address: page.address, group: page.group, browsers: followers.count))
      }
      await wake(followers)
    }
  }

  /// Wakes followers a few at a time: who asks for a page meanwhile has to get
  /// his turn between them.
  private func wake(_ followers: [LiveFollower]) async {
    for (number, follower) in followers.enumerated() {
      follower.wake()
      if number % Self.wokenAtOnce == Self.wokenAtOnce - 1 {
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  private func beat(_ second: Int) {
    for page in open.withLock({ Array($0.pages.values) }) {
      for follower in page.followers
      where follower.id % Self.beatSeconds == second % Self.beatSeconds {
        follower.wakeForBeat()
      }
    }
  }

  private func run(_ work: @escaping @Sendable () async -> Void) {
    let task = Task { await work() }
    open.withLock { $0.tasks.append(task) }
  }
}
