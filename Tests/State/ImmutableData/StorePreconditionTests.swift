import Foundation
import ImmutableData
import Synchronization
import Testing

private struct Conflict: Error, Equatable {}

/// `dispatch(action:given:)`.
@Suite(.timeLimit(.minutes(5)))
struct StorePreconditionTests {
  @Test func `An action is reduced if its precondition holds`() throws {
    let store = CounterStore()
    try store.dispatch(action: .add(1), given: { #expect($0 == Counter(total: 0)) })
    #expect(store.total == 1)
    #expect(store.snapshot.revision == 1)
  }

  @Test func `A precondition that fails changes nothing`()
    async throws
  {
    let store = CounterStore()
    let stream = store.makeStream()
    #expect(throws: Conflict()) {
      try store.dispatch(action: .add(1), given: { _ in throw Conflict() })
    }
    #expect(store.total == 0)
    #expect(store.snapshot.revision == 0)

    try await store.dispatch(action: .add(2))
    #expect(await first(1, of: stream) == [Seen(0, .add(2))])
  }

  @Test func `The reducer is not called if the precondition fails`() {
    let calls = Mutex(0)
    let store = Store(initialState: 0) { (state: Int, _: Void) in
      calls.withLock { $0 += 1 }
      return state
    }
    try? store.dispatch(action: (), given: { _ in throw Conflict() })
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func `The error of the reducer is thrown if the precondition holds`() {
    let store = CounterStore()
    #expect(throws: Counter.Failure(total: 0)) {
      try store.dispatch(action: .fail, given: { _ in })
    }
    #expect(store.snapshot.revision == 0)
  }

  @Test func `Exactly one of several conditional dispatches succeeds per state`() {
    let (threads, rounds) = (8, 2_000)
    let store = CounterStore()
    let wins = Mutex([Int](repeating: 0, count: rounds))
    onThreads(threads) { _ in
      for round in 0..<rounds {
        let hasWon =
          (try? store.dispatch(
            action: .add(1),
            given: { state in
              guard state.total == round else { throw Conflict() }
              // Without the lock, other threads would now pass the same check.
              sched_yield()
            })) != nil
        if hasWon { wins.withLock { $0[round] += 1 } }
      }
    }
    #expect(wins.withLock { $0.allSatisfy { $0 == 1 } })
    #expect(store.total == rounds)
    #expect(store.snapshot.revision == rounds)
  }
}
