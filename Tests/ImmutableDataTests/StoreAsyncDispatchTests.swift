import Dispatch
import ImmutableData
import Synchronization
import Testing

/// Dispatching from asynchronous code, which must not block the threads that
/// all asynchronous code shares.
@Suite(.timeLimit(.minutes(1)))
struct StoreAsyncDispatchTests {
  /// A reducer that waits until the test lets it go on.
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
    // More than the pool has threads on any machine.
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

  @Test func `One busy store delays no other`() async throws {
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

  @Test func `A task's actions are reduced in its order`() async throws {
    let store = Store(initialState: [Int]()) { $0 + [$1] }
    for number in 0..<100 { try await store.dispatch(action: number) }
    #expect(store.snapshot.state == Array(0..<100))
  }

  @Test func `Errors of the precondition and of the reducer are rethrown`() async {
    struct Refused: Error, Equatable { var by: String }
    let store = Store(initialState: 0) { (_: Int, _: Int) throws -> Int in
      throw Refused(by: "reducer")
    }
    await #expect(throws: Refused(by: "reducer")) { try await store.dispatch(action: 1) }
    await #expect(throws: Refused(by: "precondition")) {
      try await store.dispatch(action: 1) { _ in throw Refused(by: "precondition") }
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

/// Waiting for work no longer than until a deadline.
@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
  @Test func `Work that ends in time returns its value`() async {
    #expect(await withDeadline(.seconds(50)) { 7 } == 7)
  }

  @Test func `Work that ignores its cancellation is abandoned`() async {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    let value: Void? = await withDeadline(.milliseconds(10)) {
      // A task of its own is not cancelled with this one.
      await Task { for await _ in never {} }.value
    }
    #expect(value == nil)
    continuation.finish()
  }

  @Test func `A cancelled caller waits no longer`() async {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    let caller = Task {
      await withDeadline(.seconds(1_000)) { await Task { for await _ in never {} }.value }
    }
    caller.cancel()
    #expect(await caller.value == nil)
    continuation.finish()
  }
}
