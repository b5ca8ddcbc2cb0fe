import Composable
import ImmutableData
import TestSupport
import Testing

/// The order of the actions that effects send.
@Suite(.timeLimit(.minutes(5)))
struct EffectOrderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var effects: [String: Effect<String>]
    var expected: [String]

    init(_ description: String, _ effects: [String: Effect<String>], _ expected: [String]) {
      self.testDescription = description
      self.effects = effects
      self.expected = expected
    }
  }

  @Test(arguments: [
    Row("nothing", [:], ["tap"]),
    Row("none", ["tap": .none], ["tap"]),
    Row("one", ["tap": .value("a")], ["tap", "a"]),
    Row("a chain", ["tap": .value("a"), "a": .value("b")], ["tap", "a", "b"]),
    Row("merged", ["tap": .merge(.value("a"), .value("b"))], ["tap", "a", "b"]),
    Row("concatenated", ["tap": .concatenate(.value("a"), .value("b"))], ["tap", "a", "b"]),
    Row("mapped", ["tap": Effect.value(1).map { "\($0)" }], ["tap", "1"]),
    Row("nothing merged", ["tap": .merge()], ["tap"]),
    Row("nothing concatenated", ["tap": .concatenate()], ["tap"]),
    Row("none among others", ["tap": .merge(.none, .value("a"), .none)], ["tap", "a"]),
    Row(
      "nested",
      ["tap": .merge(.concatenate(.value("a"), .merge(.value("b"), .value("c"))), .value("d"))],
      ["tap", "a", "b", "c", "d"]),
    Row(
      "breadth first",
      [
        "tap": .merge(.value("next 1"), .value("next 2"), .value("1")),
        "next 1": .merge(.value("end"), .value("2")),
        "next 2": .value("3"),
        "end": .value("4"),
      ],
      ["tap", "next 1", "next 2", "1", "end", "2", "3", "4"]),
  ])
  func `Actions that are sent immediately are reduced in order`(row: Row) throws {
    #expect(try Script(row.effects).run("tap") == row.expected)
  }

  @Test(
    arguments: [{ .merge($0, $1) }, { .concatenate($0, $1) }]
      as [@Sendable (Effect<String>, Effect<String>) -> Effect<String>])
  func `Thousands of effects can be combined one by one`(
    combine: @Sendable (Effect<String>, Effect<String>) -> Effect<String>
  ) throws {
    let effect = (1...8_000).reduce(Effect<String>.none) { combine($0, .value("\($1)")) }
    #expect(try Script(["tap": effect]).run("tap").count == 8_001)
  }

  @Test(arguments: [
    // An asynchronous effect delays the effects after it, and no others.
    Row(
      "concatenated",
      ["tap": .concatenate(.value("a"), .run { await $0("b") }, .value("c"), .value("d"))],
      ["tap", "a", "b", "c", "d"]),
    Row(
      "follow-ups before the rest of a sequence",
      [
        "tap": .concatenate(.run { await $0("a") }, .value("c")),
        "a": .value("b"),
      ],
      ["tap", "a", "b", "c"]),
    Row(
      "several actions of one effect",
      ["tap": .run { for action in ["a", "b", "c"] { await $0(action) } }],
      ["tap", "a", "b", "c"]),
    Row(
      "a merge in a sequence",
      [
        "tap": .concatenate(
          .merge(.run { await $0("a") }, .run { _ in }), .run { await $0("b") }, .value("c"))
      ],
      ["tap", "a", "b", "c"]),
    Row(
      "mapped",
      [
        "tap": Effect<Int>.concatenate(
          .run { for number in 1...2 { await $0(number) } }, .value(3)
        ).map { "\($0)" }
      ],
      ["tap", "1", "2", "3"]),
  ])
  func `Actions that are sent later are reduced in order`(row: Row) async throws {
    let store = Script(row.effects)
    try store.run("tap")
    await store.reach { $0.count == row.expected.count }
    #expect(store.select { $0 } == row.expected)
  }

  @Test func `Merged effects run concurrently`() async throws {
    let (first, second) = (Gate(), Gate())
    let store = Script([
      "tap": .merge(
        .run { send in
          await first.wait()
          second.open()
        },
        .run { send in
          first.open()
          await second.wait()
          await send("both")
        })
    ])
    try store.run("tap")
    await store.reach { $0 == ["tap", "both"] }
  }

  @Test func `A chain of 20,000 actions does not overflow the stack`() throws {
    let reducer = ComposableReducer<Int, Void, Void> { state, _, _ in
      state += 1
      return state < 20_000 ? .value(()) : .none
    }
    let store = Store(initialState: 0, reducer: reducer, environment: (), report: { _ in })
    try store.dispatch(action: ())
    #expect(store.snapshot.state == 20_000)
    #expect(store.snapshot.revision == 20_000)
  }

  private typealias Combination = @Sendable ([Effect<Int>]) -> Effect<Int>

  @Test(arguments: [{ .merge($0) }, { .concatenate($0) }] as [Combination])
  private func `One effect can send 20,000 actions`(combine: Combination) throws {
    // The state is the next expected action.
    let reducer = ComposableReducer<Int, Int, Effect<Int>> { state, action, effect in
      if action == state { state += 1 }
      return action == 0 ? effect : .none
    }
    let effect = combine((1..<20_000).map { .value($0) })
    let store = Store(initialState: 0, reducer: reducer, environment: effect, report: { _ in })
    try store.dispatch(action: 0)
    #expect(store.snapshot.state == 20_000)
  }
}
