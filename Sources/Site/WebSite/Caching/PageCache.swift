import ImmutableUI
import Markup
import Synchronization
import WebServer

/// A cache of rendered pages. Each is valid until a store that it depends on
/// changes.
///
/// While the stores of a page have not changed at all, a hit is a lookup in a
/// table. After a change, the page is revalidated: its selectors are evaluated
/// again, and only if a result differs is the page rendered, reusing every
/// fragment that is equal. A page is rendered by one thread at a time; other
/// requests for it wait.
///
/// The least recently used pages are evicted.
package final class PageCache: Sendable {
  /// The limits of the cache.
  package struct Limits: Sendable {
    /// The maximum size of all pages in bytes, including compressed bodies and
    /// the values they were rendered from; 0 disables the cache.
    package var bytes = 64 << 20
    /// The maximum number of pages.
    package var entries = 4_096
  }

  /// The counters of the cache, and its current size.
  package struct Counts: Hashable, Sendable {
    /// The number of requests served from the cache without revalidation.
    package var hits = 0
    /// The number of rendered pages.
    package var misses = 0
    /// The number of requests served from the cache after revalidation.
    package var revalidations = 0
    /// The number of cached pages.
    package var entries = 0
    /// The size of the cached pages in bytes.
    package var bytes = 0
  }

  /// A page, and the conditions under which it is valid.
  struct CachedPage: Sendable {
    var page: ServedPage
    var dependencies: [PageDependencies] = []
    /// The expiry date in seconds since 1970; `nil` for never.
    var expires: Int?
    /// The start of the rendering in seconds since 1970. A page from the
    /// future is invalid: the clock was set back.
    var since = Int.min
    /// True if other clients may get the page.
    var isShared: Bool

    func isUnexpired(_ now: () -> Int) -> Bool {
      expires.map { expires in
        let now = now()
        return since <= now && now < expires
      } ?? true
    }
    /// True if no store that the page depends on has changed.
    var isAtLatestRevision: Bool { dependencies.allSatisfy(\.isAtLatestRevision) }
    /// The number of selectors evaluated to render and to revalidate the page.
    var evaluations: Int { dependencies.reduce(0) { $0 + $1.evaluationCount } }
  }

  /// A page, or another response of its source.
  enum Found<Page, Other> {
    case page(Page)
    case other(Other)
  }

  /// The result of a lookup, for logs.
  struct LookupResult: Hashable, Sendable {
    var origin: RequestMeasurement.Origin
    /// The number of rendered fragments.
    var fragments = 0
    /// The number of evaluated selectors.
    var selectors = 0
  }

  private let limits: Limits
  private let table = Mutex(Table())
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - limits: the limits of the cache.
  ///   - now: the current time in seconds since 1970.
  init(limits: Limits, now: @escaping @Sendable () -> Int) {
    self.limits = limits
    self.now = now
  }

  var counts: Counts { table.withLock(\.counts) }

  /// Returns the page at an address if it is valid without revalidation. Never
  /// waits for a rendering.
  func validPage(at address: String) -> ServedPage? {
    table.withLock { table in
      guard let entry = table.entries[address], let cached = entry.cached,
        cached.isAtLatestRevision,
        cached.isUnexpired(now)
      else { return nil }
      table.use(entry)
      table.counts.hits += 1
      return cached.page
    }
  }

  /// Returns the page at an address, cached or rendered.
  ///
  /// - Parameters:
  ///   - address: the cache key; `nil` disables caching for this request.
  ///   - onLookup: called with the result of the lookup.
  ///   - render: renders the page, given an earlier rendering of it.
  func page<Other>(
    at address: String?, onLookup: (LookupResult) -> Void = { _ in },
    render: (_ earlier: RenderedPage?) -> Found<CachedPage, Other>
  ) -> Found<ServedPage, Other> {
    func reportRendering(_ new: CachedPage, revalidating: Int = 0) {
      onLookup(
        LookupResult(
          origin: .rendered, fragments: new.page.rendered.markup.renderedFragmentCount,
          selectors: revalidating + new.evaluations))
    }
    guard limits.bytes > 0, let address else {
      table.withLock { $0.counts.misses += 1 }
      switch render(nil) {
      case .page(let new):
        reportRendering(new)
        return .page(new.page)
      case .other(let other): return .other(other)
      }
    }
    let renderLock = table.withLock { $0.entry(at: address).renderLock }
    return renderLock.mutex.withLock { _ in
      let cached = table.withLock { $0.entries[address]?.cached }
      let before = cached?.evaluations ?? 0
      if let cached, let origin = revalidate(cached, at: address) {
        onLookup(LookupResult(origin: origin, selectors: cached.evaluations - before))
        return .page(cached.page)
      }
      let since = now()
      let revalidating = (cached?.evaluations ?? 0) - before
      switch render(cached?.page.rendered) {
      case .page(var new):
        reportRendering(new, revalidating: revalidating)
        new.since = since
        // Keep the earlier page if the bytes are equal: it may be compressed
        // already.
        if let cached, new.page.rendered.version == cached.page.rendered.version {
          new.page = cached.page
        }
        store(new, at: address)
        return .page(new.page)
      case .other(let other):
        store(nil, at: address)
        return .other(other)
      }
    }
  }

  /// Checks whether a cached page is still valid.
  ///
  /// - Returns: `hit` or `fresh`; `nil` if the page has to be rendered.
  private func revalidate(_ cached: CachedPage, at address: String) -> RequestMeasurement.Origin? {
    guard cached.isUnexpired(now) else { return nil }
    let isAtLatestRevision = cached.isAtLatestRevision
    guard isAtLatestRevision || cached.dependencies.allSatisfy({ $0.isUpToDate() }) else {
      return nil
    }
    table.withLock { table in
      table.entries[address].map { table.use($0) }
      if isAtLatestRevision { table.counts.hits += 1 } else { table.counts.revalidations += 1 }
    }
    return isAtLatestRevision ? .hit : .fresh
  }

  private func store(_ new: CachedPage?, at address: String) {
    // Read before the table is locked: a page that grows locks it as well.
    let size = new?.page.size ?? 0
    table.withLock { table in
      table.counts.misses += 1
      table.remove(address)
      guard let new, new.isShared, size <= limits.bytes / 4 else { return }
      table.insert(new, size: size, at: address, within: limits)
    }
    new?.page.response.onGrow { [weak self] in self?.grow(address, by: $0) }
  }

  private func grow(_ address: String, by bytes: Int) {
    table.withLock { table in
      guard let entry = table.entries[address], entry.cached != nil else { return }
      entry.size += bytes
      table.counts.bytes += bytes
      table.evict(within: limits)
    }
  }

  // MARK: Table

  /// An entry of the table, which is accessed only with the table's lock.
  private final class Entry {
    let renderLock = RenderLock()
    var cached: CachedPage?
    var size = 0
    var lastUse = 0
  }

  /// The lock that is held while a page is revalidated or rendered.
  private final class RenderLock: Sendable {
    let mutex = Mutex(())
  }

  private struct Table {
    private(set) var uses = 0
    var entries: [String: Entry] = [:]
    var counts = Counts()

    mutating func entry(at address: String) -> Entry {
      if let entry = entries[address] { return entry }
      let entry = Entry()
      entries[address] = entry
      return entry
    }

    mutating func use(_ entry: Entry) {
      uses += 1
      entry.lastUse = uses
    }

    mutating func insert(
      _ cached: CachedPage, size: Int, at address: String, within limits: Limits
    ) {
      let entry = entry(at: address)
      entry.cached = cached
      entry.size = size
      use(entry)
      counts.entries += 1
      counts.bytes += size
      evict(within: limits)
    }

    mutating func remove(_ address: String) {
      guard let entry = entries.removeValue(forKey: address), entry.cached != nil else { return }
      counts.entries -= 1
      counts.bytes -= entry.size
    }

    /// Evicts the least recently used pages once a limit is exceeded: down to
    /// three quarters of it, so that a full table is not sorted with every
    /// insertion.
    mutating func evict(within limits: Limits) {
      guard counts.bytes > limits.bytes || entries.count > limits.entries else { return }
      for (address, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
        guard counts.bytes > limits.bytes / 4 * 3 || entries.count > limits.entries / 4 * 3
        else { return }
        remove(address)
      }
    }
  }
}
