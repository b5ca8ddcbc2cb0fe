import Dispatch
import ImmutableData
import TestSupport
import Testing

@testable import ImmutableUI

/// Dispatching something that ends with another action.
@Suite(.timeLimit(.minutes(1)))
/// `Store.perform`, `Store.wait` and `Store.dispatch(actions:)`.
struct StorePerformTests {
  /// A state in which one job runs at a time.
  struct Jobs: Hashable, Sendable {
    var running: Int?
    var done: [Int] = []
  }

  enum Action: Hashable, Sendable {
    case start(Int)
    case end(Int)
  }

  private struct Rejected: Error {}

  private func makeStore() -> Store<Jobs, Action> {
    Store(initialState: Jobs()) { state, action in
      switch action {
      case .start(let job): Jobs(running: job, done: state.done)
      case .end(let job): Jobs(running: nil, done: state.done + [job])
      }
    }
  }

  private func perform(
    _ job: Int, on store: Store<Jobs, Action>, timeout: Duration = .seconds(30)
  ) async throws -> Int? {
    try await store.perform(
      .start(job), timeout: timeout,
      given: { if $0.running != nil { throw Busy() } },
      outcome: { action in
        guard case .end(let job) = action else { return nil }
        return job
      })
  }

  @Test func `Performing an action waits for the outcome`() async throws {
    let store = makeStore()
    let stream = store.makeStream()
    let worker = Task {
      for await (_, action) in stream {
        if case .start(let job) = action { try await store.dispatch(action: .end(job)) }
      }
    }
    defer { worker.cancel() }
    for job in 1...20 { #expect(try await perform(job, on: store) == job) }
  }

  @Test func `Concurrent actions are performed one after the other, and none is dropped`()
    async throws
  {
    let store = makeStore()
    let stream = store.makeStream()
    let worker = Task {
      for await (_, action) in stream {
        if case .start(let job) = action { try await store.dispatch(action: .end(job)) }
      }
    }
    defer { worker.cancel() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for job in 1...50 {
        group.addTask {
          let outcome = try await perform(job, on: store)
          #expect(outcome == job)
        }
      }
      try await group.waitForAll()
    }
    #expect(store.snapshot.state.done.sorted() == Array(1...50))
  }

  @Test func `An action can be its own outcome`() async throws {
    let outcome = try await makeStore().perform(.end(1), timeout: .seconds(30)) { action in
      action == .end(1) ? 1 : nil
    }
    #expect(outcome == 1)
  }

  @Test func `A timeout while the operation runs returns nil`() async throws {
    let store = makeStore()
    #expect(try await perform(1, on: store, timeout: .milliseconds(20)) == nil)
    #expect(store.snapshot.state.running == 1)
  }

  @Test func `A timeout before the dispatch throws Busy`() async throws {
    let store = makeStore()
    try await store.dispatch(action: .start(1))
    await #expect(throws: Busy.self) {
      try await perform(2, on: store, timeout: .milliseconds(20))
    }
    #expect(store.snapshot.state.running == 1)
    try await store.dispatch(action: .end(1))
    #expect(store.snapshot.state.done == [1], "the withdrawn action was not dispatched")
  }

  /// Returns a store whose reducer waits at each `start` until the test signals
  /// the semaphore.
  private func makeSlowStore(_ gate: DispatchSemaphore) -> Store<Jobs, Action> {
    Store(initialState: Jobs()) { state, action in
      guard case .start(let job) = action else { return state }
      gate.wait()
      return Jobs(running: job, done: state.done + [job])
    }
  }

  @Test func `A timeout while the reducer runs returns nil`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let store = makeSlowStore(gate)
    #expect(try await perform(1, on: store, timeout: .milliseconds(50)) == nil)
    gate.signal()
    await store.wait(timeout: .seconds(30)) { $0.done == [1] }
    #expect(store.snapshot.state.done == [1], "the started action was reduced")
  }

  @Test func `A timeout in the queue of a busy store throws Busy`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let store = makeSlowStore(gate)
    let first = Task { try await store.dispatch(action: .start(1)) }
    while await !isBusy(store) { await Task.yield() }
    await #expect(throws: Busy.self) {
      try await store.perform(
        .start(2), timeout: .milliseconds(50), outcome: { _ -> Int? in nil })
    }
    gate.signal()
    try await first.value
    // Another `start` would block at the semaphore.
    try await store.dispatch(action: .end(0))
    #expect(store.snapshot.state.done == [1], "the withdrawn action was not dispatched")
  }

  /// Returns true if an action does not get reduced immediately.
  private func isBusy(_ store: Store<Jobs, Action>) async -> Bool {
    await withDeadline(.milliseconds(20)) {
      try? await store.dispatch(action: .end(0)) { _ in throw Rejected() }
    } == nil
  }

  @Test func `Dispatching and waiting share one timeout`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let store = makeSlowStore(gate)
    var isReached = try await store.dispatch(
      actions: .start(1), timeout: .milliseconds(50)
    ) { $0.done == [1] }
    #expect(!isReached)
    #expect(store.snapshot.state.done == [])
    gate.signal()
    gate.signal()
    isReached = try await store.dispatch(
      actions: .end(0), .start(2), timeout: .seconds(30)
    ) { $0.done.count == 2 }
    #expect(isReached)
    #expect(store.snapshot.state.done == [1, 2])
  }

  @Test func `The error of a precondition is thrown and nothing is dispatched`() async throws {
    let store = makeStore()
    await #expect(throws: Rejected.self) {
      _ = try await store.perform(
        .start(1), timeout: .seconds(30), given: { _ in throw Rejected() },
        outcome: { _ in 0 })
    }
    #expect(store.snapshot.revision == 0)
  }

  @Test func `Waiting ends when the condition is satisfied`() async throws {
    let store = makeStore()
    async let wait: Void = store.wait(timeout: .seconds(30)) { !$0.done.isEmpty }
    try await store.dispatch(action: .start(1))
    try await store.dispatch(action: .end(1))
    await wait
    await store.wait(timeout: .seconds(30)) { $0.done == [1] }
  }

  @Test func `Waiting ends at the timeout`() async {
    let store = makeStore()
    await store.wait(timeout: .milliseconds(10)) { !$0.done.isEmpty }
    #expect(store.snapshot.state.done.isEmpty)
  }
}
