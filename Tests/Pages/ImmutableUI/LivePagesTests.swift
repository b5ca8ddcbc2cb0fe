import ImmutableData
import Synchronization
import TestSupport
import Testing

@testable import ImmutableUI

/// Pages that are open in browsers, which closures simulate.
@Suite struct LivePagesTests {
  /// The content of an address, which the test changes.
  private final class Shown: Sendable {
    private let content: Mutex<LiveContent>
    private let count = Atomic<Int>(0)
    private let revisions = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(_ page: TestPage = TestPage()) {
      content = Mutex(.page(page.rendered()))
    }

    var stream: AsyncStream<Int> { revisions.stream }
    /// The number of renderings.
    var renderings: Int { count.load(ordering: .relaxed) }

    func render() -> LiveContent {
      count.add(1, ordering: .relaxed)
      return content.withLock { $0 }
    }

    func show(_ new: LiveContent) {
      content.withLock { $0 = new }
      revisions.continuation.yield(0)
    }

    func show(_ line: String) { show(.page(TestPage(line: line).rendered())) }
  }

  /// Renderings that wait for their turn.
  private final class Turns: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let isFull = Mutex(false)
    private let areImmediate: Bool

    /// - Parameter areImmediate: True if nothing waits.
    init(areImmediate: Bool = false) { self.areImmediate = areImmediate }

    var count: Int { waiting.withLock(\.count) }

    func refuse(_ refuses: Bool) { isFull.withLock { $0 = refuses } }

    func schedule(_ render: @escaping @Sendable () -> Void) -> Bool {
      guard !isFull.withLock({ $0 }) else { return false }
      guard !areImmediate else {
        render()
        return true
      }
      waiting.withLock { $0.append(render) }
      return true
    }

    /// Performs the renderings that wait, and those that they cause.
    func perform() {
      while case let renderings = waiting.withLock({ waiting in
        defer { waiting = [] }
        return waiting
      }), !renderings.isEmpty {
        for render in renderings { render() }
      }
    }
  }

  /// A browser that reads all events as soon as it is woken.
  private final class Browser: Sendable {
    private let received = Mutex<[String]>([])
    private let subscriber = Mutex<LiveSubscriber?>(nil)
    private let isSlow: Bool

    init(
      _ pages: LivePages, _ shown: Shown, version: String = "", isSlow: Bool = false,
      turns: Turns = Turns(areImmediate: true),
      position: @escaping @Sendable () -> Int? = { nil }
    ) {
      self.isSlow = isSlow
      let new = pages.subscribe(
        "page", at: "/page", group: "group", version: version, preamble: Array("preamble".utf8),
        schedule: turns.schedule, position: position, render: { shown.render() },
        onWake: { [weak self] in self?.wake() })
      subscriber.withLock { $0 = new }
      wake()
    }

    func wake() { if !isSlow { read() } }

    func read() {
      guard let subscriber = subscriber.withLock({ $0 }) else { return }
      while let bytes = subscriber.next() {
        received.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      }
    }

    func disconnect(_ pages: LivePages) {
      if let subscriber = subscriber.withLock({ $0 }) { pages.unsubscribe(subscriber) }
    }

    var texts: [String] { received.withLock { $0 } }
    var events: [String] { Array(texts.dropFirst()) }
  }

  private static func version(_ line: String = "line") -> String {
    TestPage(line: line).rendered().version
  }

  @Test func `A browser with the current version receives only the preamble`() {
    let pages = LivePages()
    let browser = Browser(pages, Shown(), version: Self.version())
    #expect(browser.texts == ["preamble"])
  }

  @Test func `A browser with an unknown version receives the whole content`() {
    let browser = Browser(LivePages(), Shown(), version: "f00d")
    #expect(browser.events.count == 1)
    #expect(browser.events[0].hasPrefix("event: patch\nid: \(Self.version())\n"))
    #expect(browser.events[0].contains("<main>line<p id="))
  }

  @Test func `A change reaches all browsers, rendered once`() async throws {
    let pages = LivePages(pause: .zero)
    let shown = Shown()
    let browsers = (1...20).map { _ in Browser(pages, shown, version: Self.version()) }
    pages.update("group", at: shown.stream)
    let before = shown.renderings
    shown.show("changed")
    for browser in browsers { try await eventually { browser.events.count == 1 } }
    #expect(shown.renderings == before + 1)
    #expect(Set(browsers.map(\.events)).count == 1, "all browsers receive the same bytes")
    #expect(browsers[0].events[0].contains("id: \(Self.version("changed"))"))
  }

  @Test func `The id of an event has the position of its content`() async throws {
    let pages = LivePages(pause: .zero)
    let shown = Shown()
    let position = Atomic(7)
    let browser = Browser(pages, shown) { position.load(ordering: .relaxed) }
    #expect(browser.events[0].contains("id: \(Self.version()).7\n"))
    pages.update("group", at: shown.stream)
    position.store(9, ordering: .relaxed)
    shown.show("changed")
    try await eventually { browser.events.count == 2 }
    #expect(browser.events[1].contains("id: \(Self.version("changed")).9\n"))
  }

  @Test func `A revision that changes no page is not sent`() async throws {
    let pages = LivePages(pause: .zero)
    let shown = Shown()
    let browser = Browser(pages, shown, version: Self.version())
    pages.update("group", at: shown.stream)
    let before = shown.renderings
    shown.show("line")
    try await eventually { shown.renderings > before }
    shown.show("changed")
    try await eventually { !browser.events.isEmpty }
    #expect(browser.events.count == 1)
  }

  @Test func `A revision of another group does not render the page`() async throws {
    let pages = LivePages(pause: .zero)
    let (mine, other) = (Shown(), Shown())
    let browser = Browser(pages, mine, version: Self.version())
    pages.update("other", at: other.stream)
    let before = mine.renderings
    mine.show("changed")
    other.show("changed")
    try await Task.sleep(for: .milliseconds(50))
    #expect(mine.renderings == before)
    #expect(browser.events.isEmpty)
  }

  @Test func `A slow subscriber skips to the newest version`() async throws {
    let pages = LivePages(pause: .zero)
    let shown = Shown()
    let browser = Browser(pages, shown, version: Self.version(), isSlow: true)
    browser.read()
    pages.update("group", at: shown.stream)
    for number in 1...5 {
      let before = shown.renderings
      shown.show("change \(number)")
      try await eventually { shown.renderings > before }
    }
    browser.read()
    #expect(browser.events.count == 1)
    #expect(browser.events[0].contains("change 5"))
  }

  @Test func `A reconnecting browser receives the changes since its version`() async throws {
    let pages = LivePages(pause: .zero)
    let old = TestPage()
    let new = TestPage(items: [("one", "1"), ("two", "9")])
    let shown = Shown(old)
    let connected = Browser(pages, shown, version: old.rendered().version)
    pages.update("group", at: shown.stream)
    shown.show(.page(new.rendered()))
    try await eventually { connected.events.count == 1 }
    let reconnected = Browser(pages, shown, version: old.rendered().version)
    #expect(reconnected.events == connected.events)
    #expect(reconnected.events[0].hasSuffix("data: <p id=\"two\">9</p>\n\n"))
  }

  @Test func `A page that redirects sends the address once`() async throws {
    let pages = LivePages(pause: .zero)
    let shown = Shown()
    let browser = Browser(pages, shown, version: Self.version())
    pages.update("group", at: shown.stream)
    shown.show(.redirect(to: "/other?a=b"))
    try await eventually { browser.events.count == 1 }
    browser.read()
    #expect(browser.events == ["event: go\ndata: /other?a=b\n\n"])
  }

  @Test func `A page with a different frame is reloaded`() async throws {
    let pages = LivePages(pause: .zero)
    let shown = Shown()
    let browser = Browser(pages, shown, version: Self.version())
    pages.update("group", at: shown.stream)
    shown.show(.page(TestPage(frame: "another", line: "changed").rendered()))
    try await eventually { browser.events.count == 1 }
    #expect(browser.events == ["event: go\ndata: /page\n\n"])
  }

  @Test func `A page without subscribers is removed`() {
    let pages = LivePages()
    let shown = Shown()
    let browsers = (1...2).map { _ in Browser(pages, shown) }
    #expect(pages.pageCount == 1)
    #expect(pages.subscriberCount == 2)
    browsers[0].disconnect(pages)
    #expect(pages.subscriberCount == 1)
    browsers[1].disconnect(pages)
    #expect(pages.pageCount == 0)
  }

  @Test(arguments: [
    LivePages.Limits(addresses: 2), LivePages.Limits(bytes: 2 * LivePage.size(ofPageAt: "/1")),
  ])
  func `The number of open addresses is limited`(
    _ limits: LivePages.Limits
  ) throws {
    let pages = LivePages(limits: limits)
    func subscribe(_ page: String) -> LiveSubscriber? {
      pages.subscribe(
        page, at: page, group: "group", version: "", preamble: [],
        render: { .page(TestPage().rendered()) }, onWake: {})
    }
    let subscribers = ["/1", "/2", "/1", "/2"].map(subscribe)
    #expect(subscribers.allSatisfy { $0 != nil })
    #expect(subscribe("/3") == nil)
    for subscriber in subscribers { pages.unsubscribe(try #require(subscriber)) }
    #expect(pages.byteCount == 0)
    #expect(subscribe("/3") != nil)
  }

  @Test func `An event is cached until all subscribers have received it`() async throws {
    let pages = LivePages(pause: .zero)
    let line = Mutex("line")
    let renderings = Mutex<[Weak]>([])
    let subscribers = (1...2).compactMap { _ in
      pages.subscribe(
        "page", at: "/page", group: "group", version: Self.version(), preamble: [],
        render: {
          let page = TestPage(line: line.withLock { $0 }).rendered()
          renderings.withLock { $0.append(Weak(page: page)) }
          return .page(page)
        }, onWake: {})
    }
    try #require(subscribers.count == 2)
    var bytes: [Int] = []
    func take(_ subscriber: LiveSubscriber) -> Int {
      var count = 0
      while let event = subscriber.next() { count += event.count }
      bytes.append(pages.byteCount)
      return count
    }
    for subscriber in subscribers { #expect(take(subscriber) == 0) }
    line.withLock { $0 = "changed" }
    await pages.updateAll()
    let length = take(subscribers[0])
    #expect(length > 0)
    #expect(take(subscribers[1]) == length)
    let minimum = LivePage.size(ofPageAt: "/page")
    #expect(bytes == [minimum, minimum, minimum + length, minimum])
    let rendered = renderings.withLock { $0 }
    #expect(rendered.count == 3)
    #expect(rendered.allSatisfy { $0.page == nil })
  }

  @Test func `A stream is rendered in its turn`() {
    let (pages, shown, turns) = (LivePages(), Shown(), Turns())
    let browser = Browser(pages, shown, version: "f00d", turns: turns)
    #expect(browser.texts == ["preamble"])
    #expect(shown.renderings == 0)
    turns.perform()
    #expect(browser.events.count == 1)
  }

  @Test func `A stream that is closed before its turn is not rendered`() {
    let (pages, shown, turns) = (LivePages(), Shown(), Turns())
    Browser(pages, shown, version: "f00d", turns: turns).disconnect(pages)
    turns.perform()
    #expect(shown.renderings == 0)
    #expect(pages.byteCount == 0)
  }

  @Test func `A stream is refused if too many renderings wait`() {
    let (pages, turns) = (LivePages(), Turns())
    turns.refuse(true)
    #expect(Browser(pages, Shown(), turns: turns).texts == [])
    #expect(pages.pageCount == 0)
    #expect(pages.subscriberCount == 0)
  }

  @Test func `A change is rendered in the turn of a browser, also after refusals`() async throws {
    let (pages, shown, turns) = (LivePages(pause: .zero), Shown(), Turns())
    let browser = Browser(pages, shown, version: Self.version(), turns: turns)
    turns.perform()
    let before = shown.renderings
    turns.refuse(true)
    shown.show("changed")
    let update = Task { await pages.updateAll() }
    turns.refuse(false)
    try await eventually { turns.count == 1 }
    #expect(shown.renderings == before)
    turns.perform()
    await update.value
    #expect(browser.events.count == 1)
  }

  @Test func `A change during the first rendering is not missed`() async throws {
    let (pages, shown, turns) = (LivePages(pause: .zero), Shown(), Turns())
    let first = Browser(pages, shown, version: Self.version())
    let second = Browser(pages, shown, version: Self.version(), turns: turns)
    shown.show("changed")
    let isUpdated = Atomic(false)
    Task {
      await pages.updateAll()
      isUpdated.store(true, ordering: .relaxed)
    }
    try await eventually {
      turns.perform()
      return isUpdated.load(ordering: .relaxed)
    }
    #expect(first.events.count == 1 && second.events.count == 1)
  }

  private struct Weak: Sendable { weak let page: RenderedPage? }

  @Test func `An event that exceeds the budget is rendered for each browser`() async throws {
    let shown = Shown()
    let pages = LivePages(pause: .zero, limits: .init(bytes: LivePage.size(ofPageAt: "/page")))
    let browsers = (1...3).map { _ in Browser(pages, shown, version: Self.version()) }
    shown.show("changed")
    await pages.updateAll()
    for browser in browsers { try await eventually { browser.events.count == 1 } }
    #expect(Set(browsers.map(\.events)).count == 1)
    #expect(pages.byteCount == LivePage.size(ofPageAt: "/page"))
  }

  @Test func `Clock updates are spread over the minute`() async throws {
    let pages = LivePages()
    let second = Atomic<Int>(0)
    let renderings = Mutex<[Int: Int]>([:])
    let subscribers = (1...120).map { number in
      pages.subscribe(
        "\(number)", at: "/\(number)", group: "group", version: "", preamble: [],
        render: {
          let now = second.load(ordering: .relaxed)
          renderings.withLock { $0[now, default: 0] += 1 }
          return .page(TestPage().rendered())
        }, onWake: {})
    }
    renderings.withLock { $0 = [:] }
    pages.startClock(tick: .milliseconds(1)) { second.add(1, ordering: .relaxed).newValue }
    try await eventually { second.load(ordering: .relaxed) > 62 }
    let counts = renderings.withLock { $0 }
    #expect((2...61).map { counts[$0] } == Array(repeating: 2, count: 60))
    withExtendedLifetime(subscribers) {}
  }

  @Test func `Heartbeats are sent within fifteen seconds`() async throws {
    let pages = LivePages()
    let browser = Browser(pages, Shown(), version: Self.version())
    let second = Atomic<Int>(0)
    pages.startClock(tick: .milliseconds(1)) { second.add(1, ordering: .relaxed).newValue }
    try await eventually { browser.events.contains("event: beat\ndata: \n\n") }
  }
}
