import Composable
import ComposableTesting
import Testing

/// A store that goes without `finish()`.
@Suite(.timeLimit(.minutes(5)))
struct TestStoreEndTests {
  private let failures = Failures()

  @Test func `A test without effects needs no end`() {
    do {
      let store = CounterStore(failures: failures)
      store.send(.tap) { $0.count = 1 }
    }
    #expect(failures.messages == [])
  }

  @Test func `A test with effects that end at once needs no end`() async {
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

  @Test func `An effect that runs is a failure`() async {
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

  @Test func `An effect that may have run is a failure, whether it has ended or not`() async {
    do {
      let store = CounterStore(failures: failures)
      store.send(.ask)
      await store.receive(.answered("0 is a number")) { $0.fact = "0 is a number" }
    }
    #expect(failures.all.count == 1)
  }

  @Test func `By default the running test fails, at the line of the step`() async {
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
