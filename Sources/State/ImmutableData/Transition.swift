/// An action of a store, with the states before and after it.
///
/// ```swift
/// func isFirst(_ transition: Transition<Int, String>) -> Bool {
///   transition.begins { $0 > 0 }
/// }
/// ```
public struct Transition<State: Sendable, Action: Sendable>: Sendable {
  /// The state before the action.
  public let oldState: State
  /// The action.
  public let action: Action
  /// The state after the action. The present state of the store may be that of a
  /// later one.
  public let newState: State

  /// Returns true if a condition holds after the action, and did not before: for
  /// instance that an operation is in progress.
  public func begins(_ condition: (State) -> Bool) -> Bool {
    !condition(oldState) && condition(newState)
  }
}
