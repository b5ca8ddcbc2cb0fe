import Synchronization

/// One address that is open in browsers. All of them are sent the same bytes.
///
/// It keeps digests of what it shows, not the rendering. Nothing is queued for
/// a subscriber: it is known by what it was sent last, and when it can take more
/// it gets the patch from there to the newest rendering. A slow subscriber
/// misses the versions between, and nothing else.
final class LivePage: Sendable {
  private struct Current {
    var version: LiveVersion?
    /// Earlier versions that browsers may come back with.
    var recent: [PageOutline] = []
    /// The events that lead to the current version, by the version that they
    /// start from. They are kept while subscribers still need them.
    var events: [String: [UInt8]] = [:]
    var subscribers: [Int: LiveSubscriber] = [:]
    /// The ids of the subscribers that were not sent the current version yet.
    var behind: Set<Int> = []
  }

  private static let remembered = 2

  /// What tells it from other pages.
  let key: String
  /// Where it is.
  let address: String
  /// Which pages are brought up to date together.
  let group: String
  /// The second of each minute in which it is brought up to date.
  let second: Int
  private let memory: LiveMemory
  private let render: @Sendable () -> LiveContent
  private let turn = Mutex(())
  private let current = Mutex(Current())

  init(
    key: String, address: String, group: String, second: Int, memory: LiveMemory,
    render: @escaping @Sendable () -> LiveContent
  ) {
    self.key = key
    self.address = address
    self.group = group
    self.second = second
    self.memory = memory
    self.render = render
  }

  /// The number of bytes that a page takes besides its events, as an upper
  /// estimate: its digests, its first subscriber, and its address, which is also
  /// the key and part of what renders it.
  static func size(ofPageAt address: String) -> Int { 4_096 + 4 * address.utf8.count }

  /// Renders what the address shows now.
  ///
  /// - Returns: the subscribers to wake, because it is another version.
  func update() -> [LiveSubscriber] {
    // One after the other, so that the newest rendering is the last one.
    turn.withLock { _ -> [LiveSubscriber] in
      let content = render()
      let old = current.withLock(\.version)
      guard !content.isVersion(old) else { return [] }
      let new = LiveVersion(content)
      // Nearly all subscribers need this event, so it is made from the rendering
      // at hand, which is not kept.
      let event = old.map { makeEvent(from: $0, to: content) }
      return current.withLock { current in
        if case .page(let outline)? = old {
          current.recent = [outline] + current.recent.prefix(Self.remembered - 1)
        }
        forgetEvents(&current)
        current.version = new
        current.behind = Set(current.subscribers.keys)
        if let event { keep(event, from: old, in: &current) }
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

  /// - Returns: whether it has no subscribers any more.
  func remove(_ subscriber: LiveSubscriber) -> Bool {
    current.withLock { current in
      current.subscribers[subscriber.id] = nil
      caughtUp(subscriber.id, in: &current)
      return current.subscribers.isEmpty
    }
  }

  func removeAll() {
    current.withLock { current in
      current.subscribers = [:]
      current.behind = []
      forgetEvents(&current)
    }
  }

  var subscribers: [LiveSubscriber] { current.withLock { Array($0.subscribers.values) } }

  /// A version that a browser says it shows; `nil` where it is not known.
  func version(_ text: String) -> LiveVersion? {
    current.withLock { current in
      if let version = current.version, version.text == text { return version }
      return current.recent.first { $0.version == text }.map(LiveVersion.page)
    }
  }

  /// The event that brings a subscriber from what it was sent to the current
  /// version; `nil` where it was sent that.
  func event(
    after sent: LiveVersion?, for subscriber: Int
  ) -> (event: [UInt8], version: LiveVersion)? {
    let (version, kept) = current.withLock { current in
      let kept = current.events[sent?.text ?? ""]
      if current.version == sent || kept != nil { caughtUp(subscriber, in: &current) }
      return (current.version, kept)
    }
    guard let version, version != sent else { return nil }
    if let kept { return (kept, version) }

    let content = render()
    // It may be newer than the current version. Then the next update makes it
    // that.
    guard !content.isVersion(sent) else { return nil }
    let new = LiveVersion(content)
    let event = makeEvent(from: sent, to: content)
    current.withLock { current in
      guard current.version == new else { return }
      caughtUp(subscriber, in: &current)
      keep(event, from: sent, in: &current)
    }
    return (event, new)
  }

  private func makeEvent(from old: LiveVersion?, to new: LiveContent) -> [UInt8] {
    switch new {
    case .redirect(let address): ServerSentEvent.event("go", data: Array(address.utf8))
    case .page(let page):
      switch PagePatch(from: old?.outline, to: page) {
      case .none: ServerSentEvent.event("patch", id: page.version)
      case .elements(let elements):
        ServerSentEvent.event("patch", id: page.version, data: elements)
      case .reload: ServerSentEvent.event("go", data: Array(address.utf8))
      }
    }
  }

  /// Keeps an event for the subscribers that are behind, if there is room for
  /// it. Otherwise it is made again for each of them.
  private func keep(_ event: [UInt8], from old: LiveVersion?, in current: inout Current) {
    let key = old?.text ?? ""
    guard !current.behind.isEmpty, current.events[key] == nil, memory.reserve(event.count)
    else { return }
    current.events[key] = event
  }

  private func caughtUp(_ subscriber: Int, in current: inout Current) {
    current.behind.remove(subscriber)
    if current.behind.isEmpty { forgetEvents(&current) }
  }

  private func forgetEvents(_ current: inout Current) {
    memory.release(current.events.values.reduce(0) { $0 + $1.count })
    current.events = [:]
  }
}

/// What an address shows.
public enum LiveContent: Sendable {
  case page(RenderedPage)
  /// It leads elsewhere now: to a path on this site.
  case redirect(to: String)

  /// True if this content is of the given version.
  func isVersion(_ version: LiveVersion?) -> Bool {
    switch (self, version) {
    case (.page(let page), .page(let outline)): page.version == outline.version
    case (.redirect(let address), .redirect(let other)): address == other
    case (.page, _), (.redirect, _): false
    }
  }
}

/// The content of an address, as digests.
enum LiveVersion: Equatable, Sendable {
  case page(PageOutline)
  case redirect(to: String)

  init(_ content: LiveContent) {
    switch content {
    case .page(let page): self = .page(PageOutline(of: page))
    case .redirect(let address): self = .redirect(to: address)
    }
  }

  /// The version of the page; empty where it leads elsewhere.
  var text: String { outline?.version ?? "" }

  var outline: PageOutline? { if case .page(let outline) = self { outline } else { nil } }

  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.page(let left), .page(let right)): left.version == right.version
    case (.redirect(let left), .redirect(let right)): left == right
    case (.page, .redirect), (.redirect, .page): false
    }
  }
}
