import HTTPTypes
import ImmutableUI
import Markup
import Testing

@testable import WebSite

/// The measurements of requests.
@Suite struct RequestMeasurementTests {
  private static func measurement(
    _ origin: RequestMeasurement.Origin?, fragments: Int = 0, selectors: Int = 0, nanoseconds: Int
  ) -> RequestMeasurement {
    var measurement = RequestMeasurement()
    measurement.lookup = origin.map {
      .init(origin: $0, fragments: fragments, selectors: selectors)
    }
    measurement.nanoseconds = nanoseconds
    return measurement
  }

  @Test(arguments: [
    (measurement(nil, nanoseconds: 1_234_567), "total;dur=1.234"),
    (measurement(nil, nanoseconds: 0), "total;dur=0.0"),
    (
      measurement(.hit, nanoseconds: 9_999),
      "cache;desc=hit, fragments;desc=0, selectors;desc=0, total;dur=0.009"
    ),
    (
      measurement(.fresh, selectors: 2, nanoseconds: 50_000),
      "cache;desc=fresh, fragments;desc=0, selectors;desc=2, total;dur=0.05"
    ),
    (
      measurement(.rendered, fragments: 3, selectors: 7, nanoseconds: 2_000_000_000),
      "cache;desc=rendered, fragments;desc=3, selectors;desc=7, total;dur=2000.0"
    ),
  ])
  func `A measurement is encoded as Server-Timing`(measurement: RequestMeasurement, text: String) {
    #expect(measurement.serverTiming == text)
  }

  private struct Words: Presenter {
    var state: String
    var body: some HTML { p { state } }
  }

  private static func cachedPage(
    _ words: [String], _ source: PageCacheTests.Source, _ earlier: RenderedPage?
  ) -> PageCache.CachedPage {
    var writer = ByteWriter(reusing: earlier?.markup)
    for (number, words) in words.enumerated() {
      Fragment("f\(number)", Words(state: words)).render(into: &writer)
    }
    let end = writer.count
    var digest = Digest()
    for words in words { digest.update(words) }
    let page = RenderedPage(
      title: "", frame: "", version: digest.text, markup: writer.finishWithFragments(),
      main: 0..<end, content: 0..<end)
    return PageCache.CachedPage(
      page: ServedPage(page, status: .ok, isPersonal: false, audience: .everybody, policy: nil),
      dependencies: [source.dependencies], isShared: true)
  }

  @Test func `A lookup reports the use of the cache`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    let source = PageCacheTests.Source()
    func lookUp(_ words: [String]) -> PageCache.LookupResult? {
      var result: PageCache.LookupResult?
      _ = cache.page(at: "/a", onLookup: { result = $0 }) { Self.cachedPage(words, source, $0) }
      return result
    }
    #expect(lookUp(["a", "b"]) == .init(origin: .rendered, fragments: 2, selectors: 3))
    #expect(lookUp(["a", "b"]) == .init(origin: .hit))
    source.advance(invalidating: false)
    #expect(lookUp(["a", "b"]) == .init(origin: .fresh, selectors: 1))
    #expect(lookUp(["a", "b"]) == .init(origin: .hit))
    source.advance(invalidating: true)
    // One evaluation revalidates the page, and three render it.
    #expect(lookUp(["a", "c"]) == .init(origin: .rendered, fragments: 1, selectors: 4))
  }

  @Test func `A page that is not cached is rendered each time`() {
    let cache = PageCache(limits: .init(bytes: 0), now: { 0 })
    let source = PageCacheTests.Source()
    for _ in 1...2 {
      var result: PageCache.LookupResult?
      _ = cache.page(at: "/a", onLookup: { result = $0 }) { Self.cachedPage(["a"], source, $0) }
      #expect(result == .init(origin: .rendered, fragments: 1, selectors: 3))
    }
  }

  @Test func `A missing page is not reported`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    var lookups = 0
    _ = cache.page(at: "/a", onLookup: { _ in lookups += 1 }) { _ in nil }
    #expect(lookups == 0)
  }
}
