import Composable
import ComposableTesting
import Testing

/// A store that is released without `finish()`.
@Suite(.timeLimit(.minutes(5)))
struct TestStoreEndTests {
  private let failures = Failures()

  @Test func `A test without effects need not call finish`() {
    do {
      let store = CounterStore(failures: failures)
      store.send(.tap) { $0.count = 1 }
    }
    #expect(failures.messages == [])
  }

  @Test func `A test with synchronous effects need not call finish`() async {
    do {
      let store = CounterStore(failures: failures)
      store.send(.tapTwice)
      await store.receive(.tap) { $0.count = 1 }
      await store.receive(.tap) { $0.count = 2 }
    }
    #expect(failures.messages == [])
  }

  @Test func `An action that was not received is a failure`() {
    let line: Int
    do {
      let store = CounterStore(failures: failures)
      store.send(.tapTwice)
      line = #line - 1
    }
    #expect(failures.headings == ["The store received 2 unexpected actions after this one: …"])
    #expect(failures.lines == [line])
  }

  @Test func `A running effect is a failure`() async {
    let clock = TestClock()
    let line: Int
    do {
      let store = CounterStore(Counter.Environment(clock: clock), failures: failures)
      store.send(.wait)
      line = #line - 1
      await clock.waitForSleepers()
    }
    #expect(failures.headings.first?.hasPrefix("An effect returned for this action is") == true)
    #expect(failures.lines == [line])
  }

  @Test func `An asynchronous effect without finish is a failure even if it has ended`() async {
    do {
      let store = CounterStore(failures: failures)
      store.send(.request)
      await store.receive(.didRespond("0 is a number")) { $0.fact = "0 is a number" }
    }
    #expect(failures.all.count == 1)
  }

  @Test func `By default a failure is recorded at the line of the step`() async {
    let line = #line
    await withKnownIssue {
      let store = TestStore(
        initialState: Counter(), reducer: Counter.reducer, environment: Counter.Environment())
      store.send(.tap)
      store.send(.fail)
      await store.finish()
      store.send(.tapTwice)
    } matching: { issue in
      guard let failed = issue.sourceLocation?.line else { return false }
      return [line + 4, line + 5, line + 7].contains(failed)
    }
  }
}
