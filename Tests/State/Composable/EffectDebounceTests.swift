import Composable
import ComposableTesting
import ImmutableData
import TestSupport
import Testing

/// `debounce(id:for:clock:)`.
@Suite(.timeLimit(.minutes(5)))
struct EffectDebounceTests {
  private let clock = TestClock()

  private func debounced(_ action: String) -> Effect<String> {
    .value(action).debounce(id: "query", for: .milliseconds(300), clock: clock)
  }

  @Test func `A debounced effect starts after the interval`() async throws {
    let store = Script(["a": debounced("find a")])
    try store.run("a")
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(299))
    #expect(store.select { $0 } == ["a"])
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(1))
    await store.reach { $0 == ["a", "find a"] }
  }

  @Test func `A debounced effect replaces earlier ones and restarts the interval`() async throws {
    let store = Script([
      "a": debounced("find a"), "ab": debounced("find ab"), "abc": debounced("find abc"),
    ])
    for action in ["a", "ab", "abc"] {
      try store.run(action)
      await clock.waitForSleepers()
      clock.advance(by: .milliseconds(200))
    }
    #expect(store.select { $0 } == ["a", "ab", "abc"])
    clock.advance(by: .milliseconds(100))
    await store.reach { $0 == ["a", "ab", "abc", "find abc"] }
  }

  @Test func `A running debounced effect is cancelled by the next one`() async throws {
    let search = LongEffect()
    let store = Script([
      "a": search.effect.debounce(id: "query", for: .milliseconds(300), clock: clock),
      "ab": debounced("find ab"),
    ])
    try store.run("a")
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(300))
    await search.running.wait()
    try store.run("ab")
    await search.cancelled.wait()
  }

  @Test func `A debounced effect is cancelled by its ID`() async throws {
    let store = Script(["a": debounced("find a"), "cancel": .cancel(id: "query")])
    try store.run("a")
    await clock.waitForSleepers()
    try store.run("cancel", "a")
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(300))
    await store.reach { $0 == ["a", "cancel", "a", "find a"] }
  }

  @Test func `A request with the ID of its debounce runs`() async throws {
    let request = Effect<String>.run { await $0("found") }
      .cancellable(id: "query", cancelInFlight: true)
    let store = Script(["a": request.debounce(id: "query", for: .milliseconds(300), clock: clock)])
    try store.run("a", "a")
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(300))
    await store.reach { $0 == ["a", "a", "found"] }
  }
}
