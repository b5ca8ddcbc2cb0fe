import ImmutableData
import Synchronization
import TestSupport
import Testing

/// What one thread dispatched: its number-th action.
private struct Step: Equatable, Sendable {
  var thread: Int
  var number: Int
}

/// How many actions came from each thread.
private struct Tally: Equatable, Sendable {
  var total = 0
  var counts = [Int](repeating: 0, count: 8)

  @Sendable
  static func reduce(_ state: Tally, _ step: Step) -> Tally {
    var state = state
    state.total += 1
    state.counts[step.thread] += 1
    return state
  }
}

/// Eight threads that dispatch at the same time.
@Suite(.timeLimit(.minutes(5)))
struct StoreThreadTests {
  private static let threads = 8
  private static let stepsPerThread = Cases.count(1_000)
  private static let steps = threads * stepsPerThread

  private let store = Store(initialState: Tally(), reducer: Tally.reduce)

  /// Dispatches all actions; returns the number of times that a thread did not
  /// see its own action at once.
  private func dispatchAll() -> Int {
    let misses = Mutex(0)
    onThreads(Self.threads) { [store] thread in
      for number in 0..<Self.stepsPerThread {
        try? store.dispatch(action: Step(thread: thread, number: number))
        if store.select({ $0.counts[thread] }) != number + 1 { misses.withLock { $0 += 1 } }
      }
    }
    return misses.withLock { $0 }
  }

  @Test func `Every action counts once, and every thread reads its own writes`() {
    #expect(dispatchAll() == 0)
    let snapshot = store.snapshot
    #expect(snapshot.state.counts == [Int](repeating: Self.stepsPerThread, count: Self.threads))
    #expect(snapshot.state.total == Self.steps)
    #expect(snapshot.revision == Self.steps)
  }

  @Test func `A subscriber sees all actions, each state following from the one before`() async {
    let stream = store.makeStream()
    #expect(dispatchAll() == 0)

    var state = Tally()
    var misfits = 0
    var iterator = stream.makeAsyncIterator()
    while state.total < Self.steps, let change = await iterator.next() {
      // Every thread's own actions are in order, too.
      if change.oldState != state || change.action.number != state.counts[change.action.thread] {
        misfits += 1
      }
      state = Tally.reduce(change.oldState, change.action)
    }
    #expect(misfits == 0)
    #expect(state == store.snapshot.state)
  }

  @Test func `Revisions grow without gaps, and belong to their states`() {
    let misfits = Mutex(0)
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
        if !isConsistent { misfits.withLock { $0 += 1 } }
        last = snapshot.revision
      } while !isDone.load(ordering: .acquiring)
    }
    #expect(misfits.withLock { $0 } == 0)

    let remembered = store.changes(after: Self.steps - 64, through: Self.steps)
    #expect(remembered?.map(\.oldState.total) == Array(Self.steps - 64..<Self.steps))
  }
}
