import Dispatch
import Glibc
import Synchronization
import Testing

@testable import ImmutableData

/// Asynchronous dispatch, which must not block the threads of the cooperative
/// pool.
@Suite(.timeLimit(.minutes(1)))
struct StoreAsyncDispatchTests {
  /// A semaphore that a reducer waits for until the test opens it.
  private final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    let entered = Mutex(0)

    func pass() {
      entered.withLock { $0 += 1 }
      isOpen.wait()
    }

    func open(_ count: Int) { for _ in 0..<count { isOpen.signal() } }
  }

  @Test func `A slow reducer blocks no thread of the pool`() async throws {
    let gate = Gate()
    let store = Store(initialState: 0) { state, action in
      gate.pass()
      return state + action
    }
    // More than the number of threads in the pool on any machine.
    let count = 256
    let dispatches = (0..<count).map { _ in Task { try await store.dispatch(action: 1) } }
    // Each of these needs a thread of the pool.
    for _ in 0..<count { await Task { await Task.yield() }.value }
    #expect(gate.entered.withLock { $0 } <= 1)
    #expect(store.snapshot.state == 0)
    gate.open(count)
    for dispatch in dispatches { try await dispatch.value }
    #expect(store.snapshot.state == count)
  }

  @Test func `A busy store does not delay other stores`() async throws {
    let gate = Gate()
    let busy = Store(initialState: 0) { state, action in
      gate.pass()
      return state + action
    }
    let other = Store(initialState: 0) { $0 + $1 }
    let dispatch = Task { try await busy.dispatch(action: 1) }
    for _ in 0..<100 { try await other.dispatch(action: 1) }
    #expect(other.snapshot.state == 100)
    #expect(busy.snapshot.state == 0)
    gate.open(1)
    try await dispatch.value
  }

  @Test func `The actions of a task are reduced in order`() async throws {
    let store = Store(initialState: [Int]()) { $0 + [$1] }
    for number in 0..<100 { try await store.dispatch(action: number) }
    #expect(store.snapshot.state == Array(0..<100))
  }

  @Test func `A task on the thread of the store dispatches after those that wait`() async throws {
    let store = Store(initialState: [Int]()) { $0 + [$1] }
    try await Task(executorPreference: store.executor) {
      try await store.dispatch(action: 1)
      // This task occupies the thread meanwhile.
      let other = Task.detached { try await store.dispatch(action: 2) }
      while store.executor.waitingCount == 0 { sched_yield() }
      try await store.dispatch(action: 3)
      try await other.value
    }.value
    #expect(store.snapshot.state == [1, 2, 3])
  }

  @Test func `Errors of the precondition and of the reducer are rethrown`() async {
    struct Rejected: Error, Equatable { var by: String }
    let store = Store(initialState: 0) { (_: Int, _: Int) throws -> Int in
      throw Rejected(by: "reducer")
    }
    await #expect(throws: Rejected(by: "reducer")) { try await store.dispatch(action: 1) }
    await #expect(throws: Rejected(by: "precondition")) {
      try await store.dispatch(action: 1) { _ in throw Rejected(by: "precondition") }
    }
    #expect(store.snapshot.revision == 0)
  }

  @Test func `Cancelling the task does not withdraw the action`() async throws {
    let store = Store(initialState: 0) { $0 + $1 }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await store.dispatch(action: 1)
    }
    task.cancel()
    try await task.value
    #expect(store.snapshot.state == 1)
  }
}

/// `withDeadline`.
@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
  @Test func `Work that ends in time returns its value`() async {
    #expect(await withDeadline(.seconds(50)) { 7 } == 7)
  }

  @Test func `Work that ignores its cancellation is abandoned`() async {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    let value: Void? = await withDeadline(.milliseconds(10)) {
      // An unstructured task is not cancelled with its parent.
      await Task { for await _ in never {} }.value
    }
    #expect(value == nil)
    continuation.finish()
  }

  @Test func `A cancelled caller stops waiting`() async {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    let caller = Task {
      await withDeadline(.seconds(1_000)) { await Task { for await _ in never {} }.value }
    }
    caller.cancel()
    #expect(await caller.value == nil)
    continuation.finish()
  }

  @Test(arguments: [
    (milliseconds: [30, 10, 20], removed: nil, calls: [10, 20, 30]),
    (milliseconds: [10, 10, 5], removed: nil, calls: [5, 10, 10]),
    (milliseconds: [10, 20, 30], removed: 10, calls: [20, 30]),
    (milliseconds: [20, 10, 30], removed: 20, calls: [10, 30]),
  ])
  func `Deadlines are called in the order of their times`(
    milliseconds: [Int], removed: Int?, calls: [Int]
  ) async {
    let deadlines = Deadlines()
    let (called, continuation) = AsyncStream.makeStream(of: Int.self)
    let numbers = milliseconds.map { time in
      deadlines.add(after: .milliseconds(1_000 + 10 * time)) { continuation.yield(time) }
    }
    if let index = milliseconds.firstIndex(where: { $0 == removed }) {
      deadlines.remove(numbers[index])
    }
    var iterator = called.makeAsyncIterator()
    for call in calls { #expect(await iterator.next() == call) }
  }
}
