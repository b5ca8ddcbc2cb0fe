import Synchronization

/// One address that is open in browsers. All of them are sent the same bytes.
///
/// Nothing is queued for anybody: each follower is known by what it was sent
/// last, and when it can take more it gets the way from there to the newest
/// rendering. Who is slow misses what lies between, and nothing else.
final class LivePage: Sendable {
  /// What an address shows.
  typealias Content = LiveContent

  private struct Current {
    var content: Content?
    /// Earlier renderings that browsers may come back with.
    var recent: [RenderedPage] = []
    /// The events that lead to the newest content, by the version they start
    /// from.
    var events: [String: [UInt8]] = [:]
    var followers: [Int: LiveFollower] = [:]
  }

  private static let remembered = 2

  /// What tells it from other pages.
  let key: String
  /// Where it is.
  let address: String
  /// Which pages are brought up to date together.
  let group: String
  private let render: @Sendable () -> Content
  private let turn = Mutex(())
  private let current = Mutex(Current())

  init(key: String, address: String, group: String, render: @escaping @Sendable () -> Content) {
    self.key = key
    self.address = address
    self.group = group
    self.render = render
  }

  /// Renders what the address shows now.
  ///
  /// - Returns: the followers who are to be woken, since it is something else.
  func update() -> [LiveFollower] {
    // One after the other, so that the newest rendering is the last one.
    turn.withLock { _ in
      let content = render()
      return current.withLock { current -> [LiveFollower] in
        guard content != current.content else { return [] }
        if case .page(let page)? = current.content {
          current.recent = [page] + current.recent.prefix(Self.remembered - 1)
        }
        current.content = content
        current.events = [:]
        return Array(current.followers.values)
      }
    }
  }

  func add(_ follower: LiveFollower) {
    current.withLock { $0.followers[follower.id] = follower }
  }

  /// - Returns: whether nobody follows any more.
  func remove(_ follower: LiveFollower) -> Bool {
    current.withLock { current in
      current.followers[follower.id] = nil
      return current.followers.isEmpty
    }
  }

  func removeAll() { current.withLock { $0.followers = [:] } }

  var followers: [LiveFollower] { current.withLock { Array($0.followers.values) } }

  /// A rendering that a browser says it shows.
  func rendering(version: String) -> RenderedPage? {
    current.withLock { current in
      if case .page(let page)? = current.content, page.version == version { return page }
      return current.recent.first { $0.version == version }
    }
  }

  /// The event that brings a browser from what it shows to the newest
  /// content; `nil` where it shows that.
  func event(after sent: Content?) -> (event: [UInt8], content: Content)? {
    current.withLock { current in
      guard let content = current.content, content != sent else { return nil }
      switch content {
      case .moved(let address):
        return (ServerSentEvent.event("go", data: Array(address.utf8)), content)
      case .page(let page):
        let old: RenderedPage? = if case .page(let old)? = sent { old } else { nil }
        let key = old?.version ?? ""
        if let event = current.events[key] { return (event, content) }
        let event = event(from: old, to: page)
        current.events[key] = event
        return (event, content)
      }
    }
  }

  private func event(from old: RenderedPage?, to new: RenderedPage) -> [UInt8] {
    switch PagePatch(from: old, to: new) {
    case .none: ServerSentEvent.event("patch", id: new.version)
    case .elements(let elements): ServerSentEvent.event("patch", id: new.version, data: elements)
    case .reload: ServerSentEvent.event("go", data: Array(address.utf8))
    }
  }
}

/// What an address shows.
public enum LiveContent: Equatable, Sendable {
  case page(RenderedPage)
  /// It leads elsewhere now: to a path on this site.
  case moved(to: String)

  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.page(let left), .page(let right)): left.version == right.version
    case (.moved(let left), .moved(let right)): left == right
    case (.page, .moved), (.moved, .page): false
    }
  }
}
