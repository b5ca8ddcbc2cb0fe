import Synchronization
import Testing

@testable import ImmutableData

/// Actions that are dispatched as a consequence of others.
struct StoreFollowUpTests {
  private typealias NumbersStore = Store<[Int], Int>

  /// Returns a store that records its actions, some of which have follow-ups.
  private static func store(
    _ followUps: [Int: [Int]], shouldDispatch: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) -> NumbersStore {
    NumbersStore(
      step: { state, action in
        Step(state: state + [action]) { _ in
          (followUps[action] ?? []).map { number in
            FollowUp.action(number) { shouldDispatch(number) }
          }
        }
      },
      initialState: [], historyCapacity: 64)
  }

  @Test(
    arguments: [
      ([:], [0]),
      ([0: [1]], [0, 1]),
      ([0: [1, 2]], [0, 1, 2]),
      ([0: [1], 1: [2], 2: [3]], [0, 1, 2, 3]),
      ([0: [1, 2], 1: [3, 4], 2: [5], 3: [6]], [0, 1, 2, 3, 4, 5, 6]),
    ] as [([Int: [Int]], [Int])])
  func `Follow-ups are reduced before dispatch returns, breadth first`(
    followUps: [Int: [Int]], expected: [Int]
  ) throws {
    let store = Self.store(followUps)
    try store.dispatch(action: 0)
    #expect(store.snapshot.state == expected)
    let changes = try #require(store.changes(after: 0, through: expected.count))
    #expect(changes.map(\.action) == expected)
    #expect(changes.map(\.oldState) == expected.indices.map { Array(expected[..<$0]) })
  }

  @Test func `A dropped follow-up has no follow-ups`() throws {
    let store = Self.store([0: [1, 2], 1: [3]], shouldDispatch: { $0 != 1 })
    try store.dispatch(action: 0)
    #expect(store.snapshot.state == [0, 2])
  }

  @Test func `A completion reads the new state and may dispatch`() throws {
    let seen = Mutex<[[Int]]>([])
    let store = NumbersStore(
      step: { state, action in
        Step(state: state + [action]) { store in
          seen.withLock { $0.append(store.snapshot.state) }
          if action == 0 { try? store.dispatch(action: 1) }
          return []
        }
      },
      initialState: [], historyCapacity: 64)
    try store.dispatch(action: 0)
    #expect(seen.withLock { $0 } == [[0], [0, 1]])
  }

  @Test func `A rejected action has no follow-ups`() {
    let store = Self.store([0: [1]])
    #expect(throws: CancellationError.self) {
      try store.dispatch(action: 0) { _ in throw CancellationError() }
    }
    #expect(store.snapshot.revision == 0)
  }
}
