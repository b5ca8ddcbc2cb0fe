import ImmutableData
import Testing

@testable import ImmutableUI

/// Dispatching something that ends with another action.
@Suite(.timeLimit(.minutes(1)))
struct StorePerformTests {
  /// A state in which one job at a time is under way.
  struct Jobs: Hashable, Sendable {
    var running: Int?
    var done: [Int] = []
  }

  enum Action: Hashable, Sendable {
    case start(Int)
    case end(Int)
  }

  private struct Refused: Error {}

  private func makeStore() -> Store<Jobs, Action> {
    Store(initialState: Jobs()) { state, action in
      switch action {
      case .start(let job): Jobs(running: job, done: state.done)
      case .end(let job): Jobs(running: nil, done: state.done + [job])
      }
    }
  }

  private func perform(
    _ job: Int, on store: Store<Jobs, Action>, patience: Duration = .seconds(30)
  ) async throws -> Int? {
    try await store.perform(
      .start(job), patience: patience,
      given: { if $0.running != nil { throw Busy() } },
      outcome: { action in
        guard case .end(let job) = action else { return nil }
        return job
      })
  }

  @Test func `it waits for the outcome`() async throws {
    let store = makeStore()
    let stream = store.makeStream()
    let worker = Task {
      for await (_, action) in stream {
        if case .start(let job) = action { try store.dispatch(action: .end(job)) }
      }
    }
    defer { worker.cancel() }
    for job in 1...20 { #expect(try await perform(job, on: store) == job) }
  }

  @Test func `those who are busy take turns, and none is dropped`() async throws {
    let store = makeStore()
    let stream = store.makeStream()
    let worker = Task {
      for await (_, action) in stream {
        if case .start(let job) = action { try store.dispatch(action: .end(job)) }
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

  @Test func `patience ends while it is under way`() async throws {
    let store = makeStore()
    #expect(try await perform(1, on: store, patience: .milliseconds(20)) == nil)
    #expect(store.snapshot.state.running == 1)
  }

  @Test func `patience ends before its turn came`() async throws {
    let store = makeStore()
    try store.dispatch(action: .start(1))
    await #expect(throws: Busy.self) {
      try await perform(2, on: store, patience: .milliseconds(20))
    }
    #expect(store.snapshot.state.running == 1)
    try store.dispatch(action: .end(1))
    #expect(store.snapshot.state.done == [1], "it was not dispatched behind one's back")
  }

  @Test func `an objection is thrown, and nothing is dispatched`() async throws {
    let store = makeStore()
    await #expect(throws: Refused.self) {
      _ = try await store.perform(
        .start(1), patience: .seconds(30), given: { _ in throw Refused() },
        outcome: { _ in 0 })
    }
    #expect(store.snapshot.revision == 0)
  }

  @Test func `waiting ends when the state is as wanted`() async throws {
    let store = makeStore()
    async let waited: Void = store.wait(patience: .seconds(30)) { !$0.done.isEmpty }
    try store.dispatch(action: .start(1))
    try store.dispatch(action: .end(1))
    await waited
    await store.wait(patience: .seconds(30)) { $0.done == [1] }
  }

  @Test func `waiting ends with patience`() async {
    let store = makeStore()
    await store.wait(patience: .milliseconds(10)) { !$0.done.isEmpty }
    #expect(store.snapshot.state.done.isEmpty)
  }
}
