import Composable
import ImmutableData
import TestSupport
import Testing

/// The same cancellation id in several features.
@Suite(.timeLimit(.minutes(5)))
struct EffectSiblingTests {
  /// A child: the same feature in every place, with one cancellation id.
  private typealias Child = ComposableReducer<[String], String, [String: Effect<String>]>

  private struct Parent: Equatable, Sendable {
    var left: [String] = []
    var right: [String] = []
  }

  private enum Action: Equatable, Sendable {
    case left(String), right(String), alsoRight(String), cancel

    static let left = CasePath<Action, String>(
      embed: { .left($0) }, extract: { if case .left(let action) = $0 { action } else { nil } })
    static let right = CasePath<Action, String>(
      embed: { .right($0) }, extract: { if case .right(let action) = $0 { action } else { nil } })
    static let alsoRight = CasePath<Action, String>(
      embed: { .alsoRight($0) },
      extract: { if case .alsoRight(let action) = $0 { action } else { nil } })
  }

  private static let child = Child { state, action, effects in
    state.append(action)
    return effects[action] ?? .none
  }

  /// Returns a parent with three children, two of which have the same state. It
  /// is created for every call, as by a computed property.
  private static func parent() -> ComposableReducer<Parent, Action, [String: Effect<String>]> {
    .combine(
      child.pullback(state: \.left, action: Action.left, environment: { $0 }),
      child.pullback(state: \.right, action: Action.right, environment: { $0 }),
      child.pullback(state: \.right, action: Action.alsoRight, environment: { $0 }),
      ComposableReducer { _, action, _ in action == .cancel ? .cancel(id: "id") : .none })
  }

  @Test(arguments: [Action.right("cancel"), .alsoRight("cancel"), .cancel, .right("again")])
  private func `Cancelling the effects of others does not affect a child`(action: Action)
    async throws
  {
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

  @Test func `A child cancels its own effects even if the reducer is recreated`() async throws {
    let long = LongEffect()
    let effects = ["start": long.effect.cancellable(id: "id"), "cancel": .cancel(id: "id")]
    let reducer = ComposableReducer<Parent, Action, [String: Effect<String>]> {
      state, action, effects in
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
