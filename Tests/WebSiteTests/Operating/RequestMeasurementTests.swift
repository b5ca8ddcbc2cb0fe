import HTTPTypes
import ImmutableData
import ImmutableUI
import Markup
import Synchronization
import Testing

@testable import WebSite

/// What a request cost, and how it is told.
@Suite struct RequestMeasureTests {
  private static func measure(
    _ origin: RequestMeasurement.Origin?, fragments: Int = 0, selectors: Int = 0, nanoseconds: Int
  ) -> RequestMeasurement {
    var measure = RequestMeasurement()
    measure.origin = origin
    measure.fragments = fragments
    measure.selectors = selectors
    measure.nanoseconds = nanoseconds
    return measure
  }

  @Test(arguments: [
    (measure(nil, nanoseconds: 1_234_567), "total;dur=1.234"),
    (measure(nil, nanoseconds: 0), "total;dur=0.0"),
    (
      measure(.hit, nanoseconds: 9_999),
      "cache;desc=hit, fragments;desc=0, selectors;desc=0, total;dur=0.009"
    ),
    (
      measure(.fresh, selectors: 2, nanoseconds: 50_000),
      "cache;desc=fresh, fragments;desc=0, selectors;desc=2, total;dur=0.05"
    ),
    (
      measure(.rendered, fragments: 3, selectors: 7, nanoseconds: 2_000_000_000),
      "cache;desc=rendered, fragments;desc=3, selectors;desc=7, total;dur=2000.0"
    ),
  ])
  func `A measure is written as Server-Timing`(measure: RequestMeasurement, text: String) {
    #expect(measure.serverTiming == text)
  }

  /// Something that is read for a page, as the test says.
  private final class Source: Sendable {
    private let counter = RevisionCounter()
    private let state = Mutex((holds: true, evaluations: 0))

    /// Reading it takes three evaluations, looking at it again one.
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

    func happen(changing: Bool) {
      state.withLock { $0.holds = !changing }
      counter.advance()
    }
  }

  private struct Words: Presenter {
    var state: String
    var body: some HTML { p { state } }
  }

  private static func made(
    _ words: [String], _ source: Source, _ earlier: RenderedPage?
  ) -> PageCache.CachedPage {
    var writer = ByteWriter(reusing: earlier?.writing)
    for (number, words) in words.enumerated() {
      Fragment("f\(number)", Words(state: words)).render(into: &writer)
    }
    let end = writer.count
    var digest = Digest()
    for words in words { digest.update(words) }
    let page = RenderedPage(
      title: "", frame: "", version: digest.text, writing: writer.finishWithFragments(), main: 0..<end,
      content: 0..<end)
    return PageCache.CachedPage(
      page: ServedPage(
        page, status: .ok, isPersonal: false, audience: .everybody, policy: nil),
      dependencies: [source.dependencies], isShared: true)
  }

  @Test func `A measure says how the cache was used`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    let source = Source()
    func use(_ words: [String]) -> PageCache.LookupResult? {
      var use: PageCache.LookupResult?
      _ = cache.page(at: "/a", onLookup: { use = $0 }) { Self.made(words, source, $0) }
      return use
    }
    #expect(use(["a", "b"]) == .init(origin: .rendered, fragments: 2, selectors: 3))
    #expect(use(["a", "b"]) == .init(origin: .hit))
    source.happen(changing: false)
    #expect(use(["a", "b"]) == .init(origin: .fresh, selectors: 1))
    #expect(use(["a", "b"]) == .init(origin: .hit))
    source.happen(changing: true)
    // One look that finds it wrong, and three to make it.
    #expect(use(["a", "c"]) == .init(origin: .rendered, fragments: 1, selectors: 4))
  }

  @Test func `A page that is not cached is rendered each time`() {
    let cache = PageCache(limits: .init(bytes: 0), now: { 0 })
    let source = Source()
    for _ in 1...2 {
      var use: PageCache.LookupResult?
      _ = cache.page(at: "/a", onLookup: { use = $0 }) { Self.made(["a"], source, $0) }
      #expect(use == .init(origin: .rendered, fragments: 1, selectors: 3))
    }
  }

  @Test func `A missing page is not measured`() {
    let cache = PageCache(limits: .init(), now: { 0 })
    var uses = 0
    _ = cache.page(at: "/a", onLookup: { _ in uses += 1 }) { _ in nil }
    #expect(uses == 0)
  }
}
