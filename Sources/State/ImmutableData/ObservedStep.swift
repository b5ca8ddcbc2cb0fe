/// One action that a store has reduced, as reported to its observer.
///
/// ```swift
/// let store = Store(
///   initialState: 0,
///   observer: { step in print("\(step.revision): \(step.before) -> \(step.after)") },
///   reducer: { (total: Int, number: Int) in total + number })
/// try await store.dispatch(action: 2)  // 1: 0 -> 2
/// ```
public struct ObservedStep<State: Sendable, Action: Sendable>: Sendable {
  /// A closure that receives every step in dispatch order. The store is blocked
  /// while it runs.
  public typealias Observer = @Sendable (ObservedStep) -> Void

  /// The action.
  public let action: Action
  /// The revision of the state after the action.
  public let revision: Int
  /// The state before the action.
  public let before: State
  /// The state after the action.
  public let after: State
  /// The time that the reducer took.
  public let duration: Duration
}
