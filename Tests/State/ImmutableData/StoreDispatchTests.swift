import ImmutableData
import Synchronization
import Testing

/// `dispatch(action:)` and `select`.
@Suite(.timeLimit(.minutes(5)))
struct StoreDispatchTests {
  @Test func `select reads the new state after dispatch`() throws {
    let store = CounterStore()
    try store.dispatch(action: .add(2))
    #expect(store.select { $0 } == Counter(total: 2))
    try store.dispatch(action: .add(3))
    #expect(store.select { $0 } == Counter(total: 5))
  }

  @Test func `The reducer is called once with the current state and the action`() throws {
    let calls = Mutex<[String]>([])
    let store = Store(initialState: "a") { (state: String, action: String) in
      calls.withLock { $0.append("\(state)+\(action)") }
      return state + action
    }
    try store.dispatch(action: "b")
    try store.dispatch(action: "c")
    #expect(calls.withLock { $0 } == ["a+b", "ab+c"])
  }

  @Test func `An action that changes nothing is still published`() async throws {
    let store = CounterStore()
    let stream = store.makeStream()
    try await store.dispatch(action: .doNothing)
    try await store.dispatch(action: .doNothing)
    #expect(await first(2, of: stream) == [Seen(0, .doNothing), Seen(0, .doNothing)])
    #expect(store.snapshot.revision == 2)
  }

  @Test func `The error of the reducer is rethrown`() throws {
    let store = CounterStore()
    try store.dispatch(action: .add(7))
    #expect(throws: Counter.Failure(total: 7)) { try store.dispatch(action: .fail) }
  }

  @Test func `The state and the revision are unchanged after an error`() throws {
    let store = CounterStore()
    try store.dispatch(action: .add(7))
    try? store.dispatch(action: .fail)
    #expect(store.snapshot.state == Counter(total: 7))
    #expect(store.snapshot.revision == 1)
    #expect(store.changes(after: 0, through: 1)?.map(Seen.init) == [Seen(0, .add(7))])
    #expect(store.changes(after: 1, through: 2) == nil)
  }

  @Test func `An error publishes nothing, and later actions are published`() async throws {
    let store = CounterStore()
    let stream = store.makeStream()
    try? await store.dispatch(action: .fail)
    try await store.dispatch(action: .add(1))
    try? await store.dispatch(action: .fail)
    try await store.dispatch(action: .add(2))
    #expect(await first(2, of: stream) == [Seen(0, .add(1)), Seen(1, .add(2))])
    #expect(store.total == 3)
  }

  @Test func `select runs its closure for every call`() {
    let store = CounterStore()
    let calls = Mutex(0)
    for expected in 1...3 {
      let result = store.select { state in
        calls.withLock { $0 += 1 }
        return state.total
      }
      #expect(result == 0)
      #expect(calls.withLock { $0 } == expected)
    }
  }
}
