import ImmutableData
import Synchronization
import TestSupport
import Testing

/// An action, identified by its thread and its number on that thread.
private struct ThreadAction: Equatable, Sendable {
  var thread: Int
  var number: Int
}

/// The number of actions from each thread.
private struct Counts: Equatable, Sendable {
  var total = 0
  var counts = [Int](repeating: 0, count: 8)

  @Sendable
  static func reduce(_ state: Counts, _ action: ThreadAction) -> Counts {
    var state = state
    state.total += 1
    state.counts[action.thread] += 1
    return state
  }
}

/// Concurrent dispatch on eight threads.
@Suite(.timeLimit(.minutes(5)))
struct StoreThreadTests {
  private static let threads = 8
  private static let actionsPerThread = Cases.count(1_000)
  private static let actionCount = threads * actionsPerThread

  private let store = Store(initialState: Counts(), reducer: Counts.reduce)

  /// Dispatches all actions. Returns the number of times that a thread could not read its own
  /// write.
  private func dispatchAll() -> Int {
    let misses = Mutex(0)
    onThreads(Self.threads) { [store] thread in
      for number in 0..<Self.actionsPerThread {
        try? store.dispatch(action: ThreadAction(thread: thread, number: number))
        if store.select({ $0.counts[thread] }) != number + 1 { misses.withLock { $0 += 1 } }
      }
    }
    return misses.withLock { $0 }
  }

  @Test func `Every action counts once, and every thread reads its own writes`() {
    #expect(dispatchAll() == 0)
    let snapshot = store.snapshot
    #expect(snapshot.state.counts == [Int](repeating: Self.actionsPerThread, count: Self.threads))
    #expect(snapshot.state.total == Self.actionCount)
    #expect(snapshot.revision == Self.actionCount)
  }

  @Test func `A subscriber receives every action with its previous state`() async {
    let stream = store.makeStream()
    #expect(dispatchAll() == 0)

    var state = Counts()
    var violations = 0
    var iterator = stream.makeAsyncIterator()
    while state.total < Self.actionCount, let change = await iterator.next() {
      // The actions of each thread are in order, too.
      if change.oldState != state || change.action.number != state.counts[change.action.thread] {
        violations += 1
      }
      state = Counts.reduce(change.oldState, change.action)
    }
    #expect(violations == 0)
    #expect(state == store.snapshot.state)
  }

  @Test func `Revisions are consecutive and match their states`() {
    let violations = Mutex(0)
    let isDone = Atomic(false)
    onThreads(2) { [self] thread in
      if thread == 0 {
        _ = dispatchAll()
        isDone.store(true, ordering: .releasing)
        return
      }
      var last = 0
      repeat {
        let snapshot = store.snapshot
        let changes = store.changes(after: snapshot.revision, through: snapshot.revision + 1)
        let isConsistent =
          snapshot.revision == snapshot.state.total && snapshot.revision >= last
          && changes?.first.map { $0.oldState == snapshot.state } != false
        if !isConsistent { violations.withLock { $0 += 1 } }
        last = snapshot.revision
      } while !isDone.load(ordering: .acquiring)
    }
    #expect(violations.withLock { $0 } == 0)

    let changes = store.changes(after: Self.actionCount - 64, through: Self.actionCount)
    #expect(changes?.map(\.oldState.total) == Array(Self.actionCount - 64..<Self.actionCount))
  }
}
