import HTTPTypes
import ImmutableData
import ImmutableUI
import Markup
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// Caching, revalidation and eviction of pages.
@Suite struct PageCacheTests {
  /// The dependency of a page whose changes the test controls.
  final class Source: Sendable {
    private let counter = RevisionCounter()
    private let state = Mutex((holds: true, evaluations: 0))

    /// Reading takes three evaluations, revalidating one.
    var dependencies: PageDependencies {
      state.withLock { $0.evaluations = 3 }
      return PageDependencies(
        counter: counter, revision: counter.value,
        evaluationCount: { self.state.withLock { $0.evaluations } },
        check: {
          self.state.withLock { state in
            state.evaluations += 1
            return state.holds ? self.counter.value : nil
          }
        })
    }

    func advance(invalidating: Bool) {
      state.withLock { $0.holds = !invalidating }
      counter.advance()
    }
  }

  private static func served(_ text: String) -> ServedPage {
    var writer = ByteWriter()
    writer.append(escaping: text)
    let end = writer.count
    var digest = Digest()
    digest.update(text)
    return ServedPage(
      RenderedPage(
        title: "", frame: "", version: digest.text, markup: writer.finishWithFragments(),
        main: 0..<end, content: 0..<end),
      status: .ok, isPersonal: false, audience: .everybody, policy: nil)
  }

  private static func cachedPage(
    _ text: String, _ source: Source = Source(), expires: Int? = nil, isShared: Bool = true
  ) -> PageCache.CachedPage {
    PageCache.CachedPage(
      page: served(text), dependencies: [source.dependencies], expires: expires, isShared: isShared)
  }

  private func text(_ page: ServedPage?) -> String? { page.map { String($0.rendered.bytes) } }

  @Test func `A page is rendered once while nothing changes`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    #expect(cache.validPage(at: "/a") == nil)
    for _ in 1...3 {
      #expect(text(cache.page(at: "/a") { _ in Self.cachedPage("a") }) == "a")
    }
    #expect(text(cache.validPage(at: "/a")) == "a")
    #expect(cache.counts == .init(hits: 3, misses: 1, entries: 1, bytes: 3))
  }

  @Test func `A change elsewhere only revalidates the page`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    let source = Source()
    _ = cache.page(at: "/a") { _ in Self.cachedPage("a", source) }
    source.advance(invalidating: false)
    #expect(cache.validPage(at: "/a") == nil)
    #expect(text(cache.page(at: "/a") { _ in Self.cachedPage("never") }) == "a")
    #expect(text(cache.validPage(at: "/a")) == "a")
    #expect(cache.counts == .init(hits: 1, misses: 1, revalidations: 1, entries: 1, bytes: 3))
  }

  @Test func `A change of a dependency renders the page again`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    let source = Source()
    _ = cache.page(at: "/a") { _ in Self.cachedPage("a", source) }
    source.advance(invalidating: true)
    #expect(cache.validPage(at: "/a") == nil)
    let page = cache.page(at: "/a") { earlier in
      #expect(earlier.map { String($0.bytes) } == "a")
      return Self.cachedPage("longer")
    }
    #expect(text(page) == "longer")
    #expect(cache.counts == .init(misses: 2, entries: 1, bytes: 18))
  }

  @Test func `A page that renders to the same bytes keeps its compressed body`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    let source = Source()
    let first = cache.page(at: "/a") { _ in Self.cachedPage("a", source) }
    source.advance(invalidating: true)
    let second = cache.page(at: "/a") { _ in Self.cachedPage("a") }
    #expect(first?.response === second?.response)
  }

  @Test func `A page with relative times expires after a minute`() {
    let now = Atomic<Int>(59)
    let cache = PageCache(limits: .init(), now: { now.load(ordering: .relaxed) })
    _ = cache.page(at: "/a") { _ in Self.cachedPage("59", expires: 60) }
    #expect(text(cache.validPage(at: "/a")) == "59")
    now.store(60, ordering: .relaxed)
    #expect(cache.validPage(at: "/a") == nil)
    #expect(text(cache.page(at: "/a") { _ in Self.cachedPage("60", expires: 120) }) == "60")
  }

  @Test func `A page is rendered again after the clock is set back`() {
    let now = Atomic<Int>(600)
    let cache = PageCache(limits: .init(), now: { now.load(ordering: .relaxed) })
    _ = cache.page(at: "/a") { _ in Self.cachedPage("600", expires: 660) }
    now.store(59, ordering: .relaxed)
    #expect(cache.validPage(at: "/a") == nil)
    #expect(text(cache.page(at: "/a") { _ in Self.cachedPage("59", expires: 60) }) == "59")
    #expect(text(cache.validPage(at: "/a")) == "59")
  }

  @Test func `A page for one visitor is not cached and evicts the earlier one`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    let source = Source()
    _ = cache.page(at: "/a") { _ in Self.cachedPage("a", source) }
    source.advance(invalidating: true)
    #expect(text(cache.page(at: "/a") { _ in Self.cachedPage("mine", isShared: false) }) == "mine")
    #expect(cache.counts.entries == 0)
    #expect(cache.counts.bytes == 0)
    #expect(cache.page(at: "/a") { _ in nil } == nil)
    #expect(cache.counts.entries == 0)
  }

  @Test func `The cache evicts the least recently used pages`() {
    let cache = PageCache(limits: .init(bytes: 3_000), now: { 0 })
    let page = String(repeating: "x", count: 100)
    for number in 0..<10 { _ = cache.page(at: "/\(number)") { _ in Self.cachedPage(page) } }
    #expect(cache.counts.bytes == 3_000)
    #expect(cache.validPage(at: "/0") != nil)
    _ = cache.page(at: "/new") { _ in Self.cachedPage(page) }
    #expect(cache.counts.bytes <= 3_000)
    #expect(cache.validPage(at: "/0") != nil, "it was used recently")
    #expect(cache.validPage(at: "/1") == nil)
    #expect(cache.validPage(at: "/new") != nil)
  }

  @Test func `The size of a page includes its dependencies and compressed form`() {
    let cache = PageCache(limits: .init(bytes: 200_000), now: { 0 })
    let page = cache.page(at: "/a") { _ in Self.cachedPage(String(repeating: "ab", count: 5_000)) }
    #expect(cache.counts.bytes == 30_000)
    _ = page?.response.response(to: .init(gzip: true, isNotModified: false))
    #expect(cache.counts.bytes > 30_000)
    #expect(cache.counts.bytes == page?.size)
  }

  @Test func `The number of cached pages is bounded`() {
    let cache = PageCache(limits: .init(bytes: 1 << 20, entries: 16), now: { 0 })
    for number in 0..<1_000 {
      _ = cache.page(at: "/\(number)") { _ in Self.cachedPage("a") }
      #expect(cache.counts.entries <= 16)
    }
  }

  @Test func `A page larger than its share is not cached`() {
    let cache = PageCache(limits: .init(bytes: 1_000), now: { 0 })
    let page = cache.page(at: "/a") { _ in Self.cachedPage(String(repeating: "x", count: 84)) }
    #expect(page != nil)
    #expect(cache.counts.entries == 0)
  }

  @Test func `A cache without capacity caches nothing`() {
    let cache = PageCache(limits: .init(bytes: 0), now: { 0 })
    for number in 1...3 {
      #expect(text(cache.page(at: "/a") { _ in Self.cachedPage("\(number)") }) == "\(number)")
    }
    #expect(cache.counts == .init(misses: 3))
  }

  @Test func `Simultaneous requests render a page once`() async {
    let cache = PageCache(limits: .init(), now: { 0 })
    await withTaskGroup { group in
      for _ in 1...64 {
        group.addTask {
          cache.page(at: "/a") { _ in
            // Long enough for the other requests to wait.
            var digest = Digest()
            for _ in 1...20_000 { digest.update("delay") }
            return Self.cachedPage("a\(digest.text.count)")
          } != nil
        }
      }
      for await isThere in group { #expect(isThere) }
    }
    #expect(cache.counts.misses == 1)
    #expect(cache.counts.hits == 63)
  }

  @Test(arguments: [
    ("gzip", true), ("gzip, deflate, br, zstd", true), ("GZip;q=0.5", true), ("x-gzip", true),
    ("*", true), ("br, *;q=0.1", true), ("br;q=1.0, gzip; q=0.2", true),
    ("", false), ("br", false), ("identity", false), ("gzip;q=0", false), ("gzip; q=0.000", false),
    ("*;q=0", false), ("*, gzip;q=0", false), ("gzipped", false),
  ])
  func `Accept-Encoding is parsed`(field: String, expected: Bool) {
    #expect(AcceptEncoding.allowsGzip(field) == expected)
  }
}

extension PageCache {
  /// Returns the page at an address; `nil` if there is none.
  func page(
    at address: String?, onLookup: (LookupResult) -> Void = { _ in },
    render: (_ earlier: RenderedPage?) -> CachedPage?
  ) -> ServedPage? {
    let found: Found<ServedPage, Void> = page(at: address, onLookup: onLookup) { earlier in
      render(earlier).map(Found.page) ?? .other(())
    }
    return if case .page(let page) = found { page } else { nil }
  }
}
