import Composable
import ImmutableData
import Testing

/// `empty`, `combine` and `pullback`.
struct ComposableReducerTests {
  private typealias Log = ComposableReducer<[String], String, Void>

  /// Returns a reducer that records each action with a name, and sends the name
  /// once.
  private static func recording(_ name: String) -> Log {
    Log { state, action, _ in
      state.append("\(name) \(action)")
      return action == "tap" ? .value(name) : .none
    }
  }

  @Test func `The empty reducer changes nothing and has no effect`() throws {
    let store = Store(
      initialState: ["a"], reducer: Log.empty, environment: (), report: { _ in })
    try store.dispatch(action: "tap")
    #expect(store.snapshot.state == ["a"])
    #expect(store.snapshot.revision == 1)
  }

  @Test(arguments: [
    ([], []),
    (["a"], ["a tap", "a a"]),
    (["a", "b"], ["a tap", "b tap", "a a", "b a", "a b", "b b"]),
    (["b", "a"], ["b tap", "a tap", "b b", "a b", "b a", "a a"]),
  ])
  func `Combined reducers and their effects run in order`(
    names: [String], expected: [String]
  ) throws {
    let store = Store(
      initialState: [], reducer: .combine(names.map(Self.recording)), environment: (),
      report: { _ in })
    try store.dispatch(action: "tap")
    #expect(store.snapshot.state == expected)
  }

  @Test func `A child receives its own actions and its part of the state`() throws {
    let store = GuideStore()
    try store.run(.close, .search("a"), .open(1), .search("ab"))
    #expect(store.select { $0.search } == Search(query: "ab", names: ["a", "ab"]))
    #expect(store.select { $0.names } == ["a", "ab"])
  }

  @Test func `An action of a child's effect is sent to the child`() async throws {
    let store = GuideStore(
      Effects(search: ["a": .merge(.value("b"), .run { await $0("c") })]))
    try store.run(.search("a"))
    await store.reach { $0.names == ["a", "b", "c"] }
    #expect(
      store.changes(after: 0, through: 3)?.map(\.action) == [
        .search("a"), .search("b"), .search("c"),
      ])
  }

  @Test func `The environment is evaluated for each action`() throws {
    let reducer = ComposableReducer<[Int], String, Int> { state, _, number in
      state.append(number)
      return .none
    }
    let identity = CasePath<String, String>(embed: { $0 }, extract: { $0 })
    let pulledBack: ComposableReducer<[Int], String, [Int]> = reducer.pullback(
      state: \.self, action: identity, environment: { $0.count })
    var state: [Int] = []
    for environment in [[], [1], [1, 2]] {
      _ = pulledBack.reduce(&state, "tap", environment)
    }
    #expect(state == [0, 1, 2])
  }
}
