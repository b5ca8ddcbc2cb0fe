import Synchronization

/// A page that is open in one or more browsers.
///
/// It retains the digests of the current version, not the rendering, and queues
/// nothing: a subscriber is described by the version that it was last sent, and
/// receives the patch from there to the current version. A slow subscriber only
/// skips the versions between.
final class LivePage: Sendable {
  private struct Current {
    var version: LiveVersion?
    /// Earlier versions that reconnecting browsers may report.
    var recent: [LiveVersion] = []
    /// The events that lead to the current version, by the version that they
    /// start from. Cached until no subscriber needs them.
    var events: [String: [UInt8]] = [:]
    var subscribers: [Int: LiveSubscriber] = [:]
    /// The ids of the subscribers that were not sent the current version yet.
    var behind: Set<Int> = []
  }

  private static let recentLimit = 2

  /// The cache key of the page.
  let key: String
  /// The path and query of the page.
  let address: String
  /// The group of pages that are updated together.
  let group: String
  /// The second of each minute in which the page is updated.
  let second: Int
  private let budget: MemoryBudget
  private let position: @Sendable () -> Int?
  private let render: @Sendable () -> LiveContent
  private let renderLock = Mutex(())
  private let current = Mutex(Current())

  init(
    key: String, address: String, group: String, second: Int, budget: MemoryBudget,
    position: @escaping @Sendable () -> Int?, render: @escaping @Sendable () -> LiveContent
  ) {
    self.key = key
    self.address = address
    self.group = group
    self.second = second
    self.budget = budget
    self.position = position
    self.render = render
  }

  /// The number of bytes that a page retains besides its events, as an upper
  /// estimate: three outlines of a list of 100 rows, its first subscriber, and its
  /// address, which is also the key and captured by the `render` closure.
  static func size(ofPageAt address: String) -> Int { 32_768 + 4 * address.utf8.count }

  /// Renders the page.
  ///
  /// - Returns: The subscribers to wake; none if the version has not changed.
  func update() -> [LiveSubscriber] {
    // Serialised, so that the version set last is the newest one.
    renderLock.withLock { _ -> [LiveSubscriber] in
      let position = position()
      let content = render()
      let old = current.withLock(\.version)
      guard content.version != old?.text else { return [] }
      let new = LiveVersion(content)
      // Nearly all subscribers need this event, and the rendering is not
      // retained.
      let event = old.map { makeEvent(from: $0, to: content, at: position) }
      return current.withLock { current in
        if let old, old.outline != nil {
          current.recent = [old] + current.recent.prefix(Self.recentLimit - 1)
        }
        removeEvents(&current)
        current.version = new
        current.behind = Set(current.subscribers.keys)
        if let event { cache(event, from: old, in: &current) }
        return Array(current.subscribers.values)
      }
    }
  }

  func add(_ subscriber: LiveSubscriber) {
    current.withLock { current in
      current.subscribers[subscriber.id] = subscriber
      current.behind.insert(subscriber.id)
    }
  }

  /// - Returns: True if no subscribers remain.
  func remove(_ subscriber: LiveSubscriber) -> Bool {
    current.withLock { current in
      current.subscribers[subscriber.id] = nil
      markUpToDate(subscriber.id, in: &current)
      return current.subscribers.isEmpty
    }
  }

  func removeAll() {
    current.withLock { current in
      current.subscribers = [:]
      current.behind = []
      removeEvents(&current)
    }
  }

  var subscribers: [LiveSubscriber] { current.withLock { Array($0.subscribers.values) } }

  /// True if there are subscribers.
  var isFollowed: Bool { current.withLock { !$0.subscribers.isEmpty } }

  /// A subscriber at random, so that no client can always be the one in whose
  /// turn a shared page is rendered.
  var anySubscriber: LiveSubscriber? {
    current.withLock { $0.subscribers.values.randomElement() }
  }

  /// Returns the current or recent version with the given text; `nil` if it is
  /// unknown.
  func version(_ text: String) -> LiveVersion? {
    current.withLock { current in
      ([current.version].compactMap { $0 } + current.recent).first { $0.text == text }
    }
  }

  /// Returns true if the subscriber has not been removed.
  func isFollowed(by subscriber: Int) -> Bool {
    current.withLock { $0.subscribers[subscriber] != nil }
  }

  /// Returns true if a version is the current one, or none is known yet.
  func isCurrent(_ version: LiveVersion?) -> Bool {
    current.withLock { $0.version == nil || $0.version == version }
  }

  /// Returns the event that brings a subscriber to the current version, if it is
  /// cached; `nil` if not, or if the subscriber is up to date.
  func cachedEvent(
    after sent: LiveVersion?, for subscriber: Int
  ) -> (event: [UInt8], version: LiveVersion)? {
    current.withLock { current in
      guard let version = current.version else { return nil }
      guard version != sent else {
        markUpToDate(subscriber, in: &current)
        return nil
      }
      guard let event = current.events[sent?.text ?? ""] else { return nil }
      markUpToDate(subscriber, in: &current)
      return (event, version)
    }
  }

  /// Renders the event that brings a subscriber to the current version.
  ///
  /// - Returns: `nil` if the subscriber is up to date.
  func event(
    after sent: LiveVersion?, for subscriber: Int
  ) -> (event: [UInt8], version: LiveVersion)? {
    if let cached = cachedEvent(after: sent, for: subscriber) { return cached }
    guard !isCurrent(sent) else { return nil }
    let position = position()
    let content = render()
    // The content may be newer than the current version; the next update then
    // sets it.
    guard content.version != sent?.text else { return nil }
    let new = LiveVersion(content)
    let event = makeEvent(from: sent, to: content, at: position)
    current.withLock { current in
      guard current.version == new else { return }
      markUpToDate(subscriber, in: &current)
      cache(event, from: sent, in: &current)
    }
    return (event, new)
  }

  /// Returns an event whose id is the version of the page, and the position if
  /// there is one: `version.position`.
  private func makeEvent(
    from old: LiveVersion?, to new: LiveContent, at position: Int?
  ) -> [UInt8] {
    switch new {
    case .redirect(let address):
      return ServerSentEvent.event("go", data: Array(address.utf8))
    case .page(let page):
      let id = page.version + (position.map { ".\($0)" } ?? "")
      return switch PagePatch(from: old?.outline, to: page) {
      case .none: ServerSentEvent.event("patch", id: id)
      case .elements(let elements): ServerSentEvent.event("patch", id: id, data: elements)
      case .reload: ServerSentEvent.event("go", data: Array(address.utf8))
      }
    }
  }

  /// Caches an event for the subscribers that are behind, if the budget allows
  /// it. Otherwise it is rendered again for each of them.
  private func cache(_ event: [UInt8], from old: LiveVersion?, in current: inout Current) {
    let key = old?.text ?? ""
    guard !current.behind.isEmpty, current.events[key] == nil, budget.reserve(event.count)
    else { return }
    current.events[key] = event
  }

  private func markUpToDate(_ subscriber: Int, in current: inout Current) {
    current.behind.remove(subscriber)
    if current.behind.isEmpty { removeEvents(&current) }
  }

  private func removeEvents(_ current: inout Current) {
    budget.release(current.events.values.reduce(0) { $0 + $1.count })
    current.events = [:]
  }
}

/// The content of an open page.
public enum LiveContent: Sendable {
  case page(RenderedPage)
  /// A redirect to a path on this site.
  case redirect(to: String)

  /// The version of the page, or the address of a redirect, which begins with a slash.
  var version: String {
    switch self {
    case .page(let page): page.version
    case .redirect(let address): address
    }
  }
}

/// The version of a page's content, with the digests of its parts.
struct LiveVersion: Equatable, Sendable {
  /// The version of the page, or the address of a redirect.
  let text: String
  /// The digests; `nil` for a redirect.
  let outline: PageOutline?

  init(_ content: LiveContent) {
    text = content.version
    outline = if case .page(let page) = content { PageOutline(of: page) } else { nil }
  }

  static func == (left: Self, right: Self) -> Bool { left.text == right.text }
}
