import ImmutableData
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ActionLoopTests {
  private typealias Loop = ActionLoop<Int, Int>

  /// The largest number of actions that were in progress at once, and those that
  /// have ended.
  private final class Progress: Sendable {
    struct State {
      var count = 0
      var maximum = 0
      var started: [Int] = []
      var ended: [Int] = []
    }
    let state = Mutex(State())

    func process(_ action: Int, until gate: Gate) async {
      state.withLock {
        $0.count += 1
        $0.maximum = max($0.maximum, $0.count)
        $0.started.append(action)
      }
      await gate.wait()
      state.withLock {
        $0.count -= 1
        $0.ended.append(action)
      }
    }
  }

  private let store = Store(initialState: 0) { (sum: Int, number: Int) in sum + number }

  @Test(arguments: [1, 2, 5])
  func `A loop processes as many actions at once as its limit`(limit: Int) async throws {
    let (progress, gate, loop) = (Progress(), Gate(), Loop())
    loop.observe(store, limit: limit) { transition, turn in
      turn.pass()
      await progress.process(transition.action, until: gate)
    }
    for action in 1...8 { try await store.dispatch(action: action) }
    try await eventually("as many are in progress") {
      progress.state.withLock { $0.count } == limit
    }
    gate.open()
    try await eventually("all have ended") { progress.state.withLock { $0.ended.count } == 8 }
    let state = progress.state.withLock { $0 }
    #expect(state.maximum == limit)
    if limit == 1 { #expect(state.started == Array(1...8)) }
    await loop.stop()?.value
  }

  @Test func `An action that keeps its turn delays the next`() async throws {
    let (progress, gate, loop) = (Progress(), Gate(), Loop())
    loop.observe(store, limit: 5) { transition, _ in
      await progress.process(transition.action, until: gate)
    }
    for action in 1...8 { try await store.dispatch(action: action) }
    gate.open()
    try await eventually("all have ended") { progress.state.withLock { $0.ended.count } == 8 }
    let state = progress.state.withLock { $0 }
    #expect(state.maximum == 1)
    #expect(state.ended == Array(1...8))
    await loop.stop()?.value
  }

  @Test func `A long action that has passed its turn delays no other`() async throws {
    let (progress, loop) = (Progress(), Loop())
    let (long, short) = (Gate(), Gate())
    short.open()
    loop.observe(store, limit: 2) { transition, turn in
      turn.pass()
      await progress.process(transition.action, until: transition.action == 1 ? long : short)
    }
    for action in 1...8 { try await store.dispatch(action: action) }
    try await eventually("all others have ended") {
      progress.state.withLock { $0.ended } == Array(2...8)
    }
    long.open()
    await loop.stop()?.value
  }

  @Test(arguments: [1, 3])
  func `A stop waits for the actions in progress and drops the others`(limit: Int) async throws {
    let (progress, gate, loop) = (Progress(), Gate(), Loop())
    loop.observe(store, limit: limit) { transition, turn in
      turn.pass()
      await progress.process(transition.action, until: gate)
    }
    for action in 1...8 { try await store.dispatch(action: action) }
    try await eventually("as many are in progress") {
      progress.state.withLock { $0.count } == limit
    }
    let end = loop.stop()
    gate.open()
    await end?.value
    let state = progress.state.withLock { $0 }
    #expect(state.ended.count == limit)
    #expect(state.count == 0)
  }

  @Test func `A stop ends a loop that waits`() async throws {
    let loop = Loop()
    loop.observe(store, limit: 3) { _, _ in }
    try await store.dispatch(action: 1)
    await loop.stop()?.value
  }
}
