import Composable
import ComposableTesting
import Testing

/// Every failure with its message and line.
@Suite(.timeLimit(.minutes(5)))
struct TestStoreFailureTests {
  private let failures = Failures()

  @Test func `A different change is a failure`() {
    let store = CounterStore(failures: failures)
    store.send(.tap) { $0.count = 2 }
    #expect(failures.lines == [#line - 1])
    #expect(
      failures.messages == [
        """
        State change does not match expectation: …

        \u{2007} Counter(
        −   count: 2,
        +   count: 1,
        \u{2007}   fact: nil
        \u{2007} )

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test func `An unexpected change is a failure`() {
    let store = CounterStore(failures: failures)
    store.send(.tap)
    #expect(failures.lines == [#line - 1])
    #expect(failures.headings == ["State was not expected to change, but a change occurred: …"])
    // The next step starts with the actual state.
    store.send(.tap) { $0.count = 2 }
    #expect(failures.all.count == 1)
  }

  @Test func `A missing change is a failure`() {
    let store = CounterStore(failures: failures)
    store.send(.doNothing) { _ in }
    #expect(failures.lines == [#line - 1])
    #expect(failures.messages == ["Expected state to change, but no change occurred."])
  }

  @Test func `An expectation that throws is a failure`() {
    let store = CounterStore(failures: failures)
    store.send(.tap) { _ in throw Counter.SampleError() }
    #expect(failures.lines == [#line - 1])
    #expect(failures.messages == ["Threw error: SampleError()"])
  }

  @Test func `Sending before receiving is a failure`() async {
    let store = CounterStore(failures: failures)
    store.send(.tapTwice)
    store.send(.tap) { $0.count = 1 }
    #expect(failures.lines == [#line - 1])
    #expect(
      failures.messages == [
        """
        Must handle 2 received actions before sending an action: …

        Counter.Action.tap
        Counter.Action.tap
        """
      ])
    // A mistake causes one failure: the test continues with the actual state.
    store.send(.tap) { $0.count = 4 }
    await store.finish()
    #expect(failures.all.count == 1)
  }

  @Test func `Receiving without an effect is a failure`() async {
    let store = CounterStore(failures: failures)
    store.send(.tap) { $0.count = 1 }
    await store.receive(.tap)
    #expect(failures.lines == [#line - 1])
    #expect(failures.messages == ["Expected to receive an action, but received none."])
  }

  @Test func `Receiving nothing in time is a failure`() async {
    let (clock, timeouts) = (TestClock(), TestClock())
    let store = CounterStore(
      Counter.Environment(clock: clock), timeouts: timeouts, failures: failures)
    store.send(.wait)
    async let isReceived: Void = store.receive(.tap, timeout: .seconds(5))
    await timeouts.waitForSleepers()
    timeouts.advance(by: .seconds(5))
    await isReceived
    #expect(failures.messages == ["Expected to receive an action, but received none."])

    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await store.receive(.tap) { $0.count = 1 }
    await store.finish()
    #expect(failures.all.count == 1)
  }

  @Test func `Receiving a different action is a failure`() async {
    let store = CounterStore(failures: failures)
    store.send(.request)
    await store.receive(.didRespond("a")) { $0.fact = "a" }
    #expect(failures.lines == [#line - 1])
    #expect(
      failures.messages == [
        """
        Received unexpected action: …

        − Counter.Action.didRespond("a")
        + Counter.Action.didRespond("0 is a number")

        (Expected: −, Received: +)
        """
      ])
    store.send(.tap) { $0.count = 1 }
    await store.finish()
    #expect(failures.all.count == 1)
  }

  @Test func `A different change by a received action is a failure`() async {
    let store = CounterStore(failures: failures)
    store.send(.tapTwice)
    await store.receive(.tap) { $0.count = 2 }
    #expect(failures.lines == [#line - 1])
    #expect(failures.headings == ["State change does not match expectation: …"])
    await store.receive(.tap) { $0.count = 2 }
    #expect(failures.all.count == 1)
  }

  @Test func `An unreceived action at the end is a failure`() async {
    let store = CounterStore(failures: failures)
    store.send(.tapTwice)
    await store.receive(.tap) { $0.count = 1 }
    let line = #line - 1
    await store.finish()
    #expect(failures.lines == [line])
    #expect(
      failures.messages == [
        """
        The store received 1 unexpected action after this one: …

        Counter.Action.tap
        """
      ])
  }

  @Test func `A running effect at the end is a failure`() async {
    let (clock, timeouts) = (TestClock(), TestClock())
    let store = CounterStore(
      Counter.Environment(clock: clock), timeouts: timeouts, failures: failures)
    store.send(.wait)
    let line = #line - 1
    store.send(.tap) { $0.count = 1 }
    async let isFinished: Void = store.finish(timeout: .seconds(5))
    await timeouts.waitForSleepers()
    timeouts.advance(by: .seconds(5))
    await isFinished
    #expect(failures.lines == [line])
    #expect(
      failures.messages == [
        """
        An effect returned for this action is still running. It must complete before the end of \
        the test. …

        Counter.Action.wait
        """
      ])
  }

  @Test func `An effect that throws is a failure`() async {
    let store = CounterStore(failures: failures)
    store.send(.fail)
    let line = #line - 1
    await store.finish()
    #expect(failures.lines == [line])
    #expect(failures.headings.first?.hasPrefix("An effect failed with an error: ") == true)
  }
}
