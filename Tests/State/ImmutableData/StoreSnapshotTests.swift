import Foundation
import ImmutableData
import Testing

/// `snapshot` and `changes(after:through:)`.
struct StoreSnapshotTests {
  @Test func `The revision starts at 0 and is incremented by each dispatch`() throws {
    let store = CounterStore()
    #expect(store.snapshot.revision == 0)
    #expect(store.snapshot.state == Counter(total: 0))
    for revision in 1...3 {
      try store.dispatch(action: .add(10))
      #expect(store.snapshot.revision == revision)
      #expect(store.snapshot.state == Counter(total: 10 * revision))
    }
  }

  @Test func `A snapshot does not change`() throws {
    let store = CounterStore()
    let snapshot = store.snapshot
    try store.dispatch(action: .add(1))
    #expect(snapshot.state == Counter(total: 0))
    #expect(snapshot.revision == 0)
  }

  @Test func `A snapshot without a store has revision 0`() {
    #expect(Snapshot(state: Counter(total: 3)).revision == 0)
    #expect(Snapshot(state: Counter(total: 3), revision: 8).revision == 8)
  }

  @Test func `Changes include their old states`() throws {
    let store = CounterStore()
    for number in 1...4 { try store.dispatch(action: .add(number)) }
    #expect(
      store.changes(after: 1, through: 3)?.map(Seen.init) == [Seen(1, .add(2)), Seen(3, .add(3))])
    #expect(store.changes(after: 4, through: 4)?.isEmpty == true)
    #expect(store.changes(after: 4, through: 5) == nil)
  }

  @Test(arguments: [(-5, 0), (0, 0), (1, 1), (3, 3), (10, 4)])
  func `The history contains as many changes as configured`(
    historyCapacity: Int, expected: Int
  ) throws {
    let store = CounterStore(historyCapacity: historyCapacity)
    for _ in 0..<4 { try store.dispatch(action: .add(1)) }
    #expect(store.changes(after: 4 - expected, through: 4)?.count == expected)
    #expect(store.changes(after: 4 - expected - 1, through: 4) == nil)
  }

  @Test func `An evicted state is released`() throws {
    final class Part: Sendable {}
    let store = Store(initialState: Part(), historyCapacity: 2) { (_: Part, _: Void) in Part() }
    weak let first = store.snapshot.state
    try store.dispatch(action: ())
    try store.dispatch(action: ())
    #expect(first != nil)
    try store.dispatch(action: ())
    #expect(first == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `Readers do not wait for a reducer`() {
    let isReducing = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let store = Store(initialState: 1) { (state: Int, _: Void) in
      isReducing.signal()
      mayEnd.wait()
      return state + 1
    }
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      try? store.dispatch(action: ())
      hasEnded.signal()
    }.start()

    isReducing.wait()
    #expect(store.snapshot.state == 1)
    #expect(store.select { $0 } == 1)
    #expect(store.changes(after: 0, through: 0)?.count == 0)
    mayEnd.signal()
    hasEnded.wait()
    #expect(store.snapshot.state == 2)
  }
}
