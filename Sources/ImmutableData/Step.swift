/// The result of reducing one action: the next state, and the work that follows
/// it.
package struct Step<State: Sendable, Action: Sendable>: Sendable {
  /// Work that runs after the new state is published, while no lock is held.
  /// The actions that it returns are dispatched before `dispatch(action:)`
  /// returns.
  package typealias Completion = @Sendable (_ store: Store<State, Action>) -> [FollowUp<Action>]

  /// The next state.
  package var state: State
  /// The work that follows the state change; `nil` if there is none.
  package var completion: Completion?

  /// Creates a step.
  package init(state: State, completion: Completion? = nil) {
    self.state = state
    self.completion = completion
  }
}

/// An action that is dispatched as a completion of another one.
package struct FollowUp<Action: Sendable>: Sendable {
  /// The action to dispatch.
  package var action: Action
  /// Evaluated immediately before the action is reduced; the action is dropped
  /// if it returns false.
  package var shouldDispatch: @Sendable () -> Bool

  /// Creates a follow-up action.
  package init(action: Action, shouldDispatch: @escaping @Sendable () -> Bool) {
    self.action = action
    self.shouldDispatch = shouldDispatch
  }
}
