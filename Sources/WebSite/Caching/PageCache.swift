import ImmutableUI
import Markup
import Synchronization
import WebServer

/// Pages that were rendered, each kept until something it shows has changed.
///
/// A page costs what looking it up costs while nothing at all has happened in
/// the stores it was read from. When something has, it is asked whether its
/// selectors have other answers; only if so it is rendered again, and of that
/// only the fragments that differ. A page is rendered by one thread at a time:
/// the others wait for it.
package final class PageCache: Sendable {
  /// The limits on what is kept.
  package struct Limits: Sendable {
    /// The bytes that all pages take, with their compressed forms and what
    /// they were made from; 0 keeps none.
    package var bytes: Int
    /// The number of pages.
    package var entries: Int

    package init(bytes: Int = 64 << 20, entries: Int = 4_096) {
      self.bytes = bytes
      self.entries = entries
    }
  }

  /// What happened so far, and what is kept now.
  package struct Counts: Hashable, Sendable {
    /// Requests answered with a page that was kept.
    package var hits = 0
    /// Pages that were rendered.
    package var misses = 0
    /// Pages found to be still right after something had happened.
    package var revalidations = 0
    /// Pages kept.
    package var entries = 0
    /// Bytes kept.
    package var bytes = 0
  }

  /// A page, with what it takes to know whether it is still right.
  struct Made: Sendable {
    var page: ServedPage
    var dependencies: [PageDependencies] = []
    /// In seconds since 1970; `nil` for never.
    var expires: Int?
    /// When it was begun, in seconds since 1970. A clock that is set back
    /// since then makes it too new to be right.
    var since = Int.min
    /// Whether others may be sent it.
    var isShared: Bool

    func isUnexpired(_ now: () -> Int) -> Bool {
      expires.map { expires in
        let now = now()
        return since <= now && now < expires
      } ?? true
    }
    var isAtLatestRevision: Bool { dependencies.allSatisfy(\.isAtLatestRevision) }
    /// How many selectors had to be evaluated, to make and to check it.
    var evaluations: Int { dependencies.reduce(0) { $0 + $1.evaluationCount } }
  }

  /// How a page came about.
  struct Use: Hashable, Sendable {
    var origin: RequestMeasure.Origin
    /// How many fragments had to be rendered, and selectors evaluated.
    var fragments = 0
    var selectors = 0
  }

  private let limits: Limits
  private let table = Mutex(Table())
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - limits: how much is kept.
  ///   - now: seconds since 1970.
  init(limits: Limits, now: @escaping @Sendable () -> Int) {
    self.limits = limits
    self.now = now
  }

  var counts: Counts { table.withLock(\.counts) }

  /// The page at an address if nothing has happened that could have changed
  /// it. It never waits for a rendering.
  func untouchedPage(at address: String) -> ServedPage? {
    table.withLock { table in
      guard let entry = table.entries[address], let made = entry.made, made.isAtLatestRevision,
        made.isUnexpired(now)
      else { return nil }
      table.use(entry)
      table.counts.hits += 1
      return made.page
    }
  }

  /// The page at an address, kept or made.
  ///
  /// - Parameters:
  ///   - address: what tells it from all others; `nil` has it made and not
  ///     kept.
  ///   - onUse: hears how the page came about.
  ///   - make: renders it, given what was kept before; `nil` where there is no
  ///     page.
  func page(
    at address: String?, onUse: (Use) -> Void = { _ in },
    make: (_ earlier: RenderedPage?) -> Made?
  ) -> ServedPage? {
    func tellRendered(_ made: Made?, checking: Int = 0) {
      guard let made else { return }
      onUse(
        Use(
          origin: .rendered, fragments: made.page.rendered.writing.renderedFragmentCount,
          selectors: checking + made.evaluations))
    }
    guard limits.bytes > 0, let address else {
      table.withLock { $0.counts.misses += 1 }
      let made = make(nil)
      tellRendered(made)
      return made?.page
    }
    let turn = table.withLock { $0.turn(at: address) }
    return turn.mutex.withLock { _ in
      let kept = table.withLock { $0.entries[address]?.made }
      let before = kept?.evaluations ?? 0
      if let kept, let origin = origin(of: kept, at: address) {
        onUse(Use(origin: origin, selectors: kept.evaluations - before))
        return kept.page
      }
      let since = now()
      let checking = (kept?.evaluations ?? 0) - before
      var made = make(kept?.page.rendered)
      tellRendered(made, checking: checking)
      made?.since = since
      // What came out the same is compressed already.
      if let kept, made?.page.rendered.version == kept.page.rendered.version {
        made?.page = kept.page
      }
      keep(made, at: address)
      return made?.page
    }
  }

  /// How a page that is kept can be sent again; `nil` where it is no longer
  /// right.
  private func origin(of made: Made, at address: String) -> RequestMeasure.Origin? {
    guard made.isUnexpired(now) else { return nil }
    let isAtLatestRevision = made.isAtLatestRevision
    guard isAtLatestRevision || made.dependencies.allSatisfy({ $0.isUpToDate() }) else {
      return nil
    }
    table.withLock { table in
      table.entries[address].map { table.use($0) }
      if isAtLatestRevision { table.counts.hits += 1 } else { table.counts.revalidations += 1 }
    }
    return isAtLatestRevision ? .hit : .fresh
  }

  private func keep(_ made: Made?, at address: String) {
    // Asked before the table is locked: a page that grows asks for the table.
    let size = made?.page.size ?? 0
    table.withLock { table in
      table.counts.misses += 1
      table.remove(address)
      guard let made, made.isShared, size <= limits.bytes / 4 else { return }
      table.insert(made, size: size, at: address, within: limits)
    }
    made?.page.response.onGrow { [weak self] in self?.grow(address, by: $0) }
  }

  private func grow(_ address: String, by bytes: Int) {
    table.withLock { table in
      guard let entry = table.entries[address], entry.made != nil else { return }
      entry.size += bytes
      table.counts.bytes += bytes
      table.shrink(within: limits)
    }
  }

  // MARK: The table

  /// Belongs to the table, and is looked at under its lock only.
  private final class Entry {
    /// Held while the page is rendered.
    let turn = Turn()
    var made: Made?
    var size = 0
    var lastUse = 0
  }

  private final class Turn: Sendable {
    let mutex = Mutex(())
  }

  private struct Table {
    private(set) var uses = 0
    var entries: [String: Entry] = [:]
    var counts = Counts()

    /// Whoever wants to render a page has to have this.
    mutating func turn(at address: String) -> Turn {
      entry(at: address).turn
    }

    private mutating func entry(at address: String) -> Entry {
      if let entry = entries[address] { return entry }
      let entry = Entry()
      entries[address] = entry
      return entry
    }

    mutating func use(_ entry: Entry) {
      uses += 1
      entry.lastUse = uses
    }

    mutating func insert(_ made: Made, size: Int, at address: String, within limits: Limits) {
      let entry = entry(at: address)
      entry.made = made
      entry.size = size
      use(entry)
      counts.entries += 1
      counts.bytes += size
      shrink(within: limits)
    }

    mutating func remove(_ address: String) {
      guard let entry = entries.removeValue(forKey: address), entry.made != nil else { return }
      counts.entries -= 1
      counts.bytes -= entry.size
    }

    /// Removes what was not used for longest: a quarter more than it has to,
    /// so that a full table does not search each time.
    mutating func shrink(within limits: Limits) {
      guard counts.bytes > limits.bytes || entries.count > limits.entries else { return }
      for (address, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
        guard
          counts.bytes > limits.bytes / 4 * 3 || entries.count > limits.entries / 4 * 3
        else { return }
        remove(address)
      }
    }
  }
}
