import Composable
import ImmutableData
import TestSupport
import Testing

/// The same id in several features.
@Suite(.timeLimit(.minutes(5)))
struct EffectSiblingTests {
  /// A child: the same feature wherever it stands, with one id.
  private typealias Child = Reducer<[String], String, [String: Effect<String>]>

  private struct Parent: Equatable, Sendable {
    var left: [String] = []
    var right: [String] = []
  }

  private enum Action: Equatable, Sendable {
    case left(String), right(String), alsoRight(String), cancel

    static let left = CasePath<Action, String>(
      embed: { .left($0) }, extract: { if case .left(let word) = $0 { word } else { nil } })
    static let right = CasePath<Action, String>(
      embed: { .right($0) }, extract: { if case .right(let word) = $0 { word } else { nil } })
    static let alsoRight = CasePath<Action, String>(
      embed: { .alsoRight($0) },
      extract: { if case .alsoRight(let word) = $0 { word } else { nil } })
  }

  private static let child = Child { state, word, effects in
    state.append(word)
    return effects[word] ?? .none
  }

  /// Three children, two of which have the same state; made anew each time, as
  /// a computed property would.
  private static func parent() -> Reducer<Parent, Action, [String: Effect<String>]> {
    .combine(
      child.pullback(state: \.left, action: Action.left, environment: { $0 }),
      child.pullback(state: \.right, action: Action.right, environment: { $0 }),
      child.pullback(state: \.right, action: Action.alsoRight, environment: { $0 }),
      Reducer { _, action, _ in action == .cancel ? .cancel(id: "id") : .none })
  }

  @Test(arguments: [Action.right("cancel"), .alsoRight("cancel"), .cancel, .right("again")])
  private func `The cancellation of others has no effect on a child`(action: Action) async throws {
    let gate = Gate()
    let effects: [String: Effect<String>] = [
      "start": .send("end", after: gate).cancellable(id: "id"),
      "cancel": .cancel(id: "id"),
      "again": Effect.run { _ in }.cancellable(id: "id", cancelInFlight: true),
    ]
    let store = Store(
      initialState: Parent(), reducer: Self.parent(), environment: effects, report: { _ in })
    try await store.dispatch(action: .left("start"))
    try await store.dispatch(action: action)
    gate.open()
    await store.reach { $0.left == ["start", "end"] }
  }

  @Test func `A child cancels its own effects even with a new reducer`() async throws {
    let long = LongEffect()
    let effects = ["start": long.effect.cancellable(id: "id"), "cancel": .cancel(id: "id")]
    let reducer = Reducer<Parent, Action, [String: Effect<String>]> { state, action, effects in
      Self.parent().reduce(&state, action, effects)
    }
    let store = Store(
      initialState: Parent(), reducer: reducer, environment: effects, report: { _ in })
    try await store.dispatch(action: .left("start"))
    await long.running.wait()
    try await store.dispatch(action: .left("cancel"))
    await long.cancelled.wait()
  }
}
