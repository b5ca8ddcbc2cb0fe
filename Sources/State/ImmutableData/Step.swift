/// The result of reducing one action: the next state, and the work that follows
/// it.
package struct Step<State: Sendable, Action: Sendable>: Sendable {
  /// Work that runs after the new state is published, while no lock is held.
  /// The follow-ups that it returns are dealt with before `dispatch(action:)`
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

/// A consequence of an action. Those of one action are dealt with in order.
package enum FollowUp<Action: Sendable>: Sendable {
  /// An action to dispatch. The closure is evaluated immediately before the
  /// action is reduced; the action is dropped if it returns false.
  case action(Action, shouldDispatch: @Sendable () -> Bool)
  /// Work that may dispatch further actions from another thread.
  case work(@Sendable () -> Void)
}
