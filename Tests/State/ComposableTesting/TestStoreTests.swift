import Composable
import ComposableTesting
import Testing

/// Tests that assert everything, and pass.
@Suite(.timeLimit(.minutes(5)))
struct TestStoreTests {
  private let failures = Failures()

  @Test func `Changes and unchanged states are asserted`() {
    let store = CounterStore(failures: failures)
    store.send(.tap) { $0.count = 1 }
    store.send(.doNothing)
    store.send(.tap) { $0.count += 1 }
    #expect(store.state == Counter(count: 2))
    #expect(failures.messages == [])
  }

  @Test func `An action that is sent immediately is received`() async {
    let store = CounterStore(failures: failures)
    // The actions of an effect are not part of the asserted change.
    store.send(.tapTwice)
    #expect(store.state.count == 2)
    await store.receive(.tap) { $0.count = 1 }
    await store.receive(.tap) { $0.count = 2 }
    await store.finish()
    #expect(failures.messages == [])
  }

  @Test func `An action that is sent later is received`() async {
    let store = CounterStore(failures: failures)
    store.send(.request)
    await store.receive(.didRespond("0 is a number")) { $0.fact = "0 is a number" }
    await store.finish()
    #expect(failures.messages == [])
  }

  @Test func `Effects of received actions run`() async {
    let store = CounterStore(failures: failures)
    store.send(.requestTwice)
    await store.receive(.request)
    await store.receive(.request)
    await store.receive(.didRespond("0 is a number")) { $0.fact = "0 is a number" }
    await store.receive(.didRespond("0 is a number"))
    await store.finish()
    #expect(failures.messages == [])
  }

  @Test func `The test controls the time`() async {
    let clock = TestClock()
    let store = CounterStore(Counter.Environment(clock: clock), failures: failures)
    store.send(.wait)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await store.receive(.tap) { $0.count = 1 }
    store.send(.wait)
    await clock.waitForSleepers()
    store.send(.stop)
    await store.finish()
    #expect(failures.messages == [])
  }

  @Test func `A new environment applies to later actions`() async {
    let store = CounterStore(failures: failures)
    store.send(.request)
    await store.receive(.didRespond("0 is a number")) { $0.fact = "0 is a number" }
    store.environment.fact = { "\($0) is nothing" }
    store.send(.request)
    await store.receive(.didRespond("0 is nothing")) { $0.fact = "0 is nothing" }
    await store.finish()
    #expect(failures.messages == [])
  }

  @Test func `A child that is removed cancels its effects`() async {
    let close = CasePath<Counter.Action?, Counter.Action>(embed: { $0 }, extract: { $0 })
    let reducer = ComposableReducer<Counter?, Counter.Action?, Counter.Environment>.combine(
      Counter.reducer.optional()
        .pullback(state: \.self, action: close, environment: { $0 }),
      ComposableReducer { state, action, _ in
        if action == nil { state = nil }
        return .none
      })
    let clock = TestClock()
    let store = TestStore(
      initialState: Counter(), reducer: reducer, environment: Counter.Environment(clock: clock),
      onFailure: failures.append)
    store.send(.wait)
    await clock.waitForSleepers()
    store.send(nil) { $0 = nil }
    await store.finish()
    #expect(failures.messages == [])
  }
}
