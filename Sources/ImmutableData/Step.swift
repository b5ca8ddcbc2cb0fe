/// What becomes of one action: the next state, and what follows from it.
package struct Step<State: Sendable, Action: Sendable>: Sendable {
  /// Called when the new state is published and nothing is locked any more.
  /// What it returns is dispatched before `dispatch(action:)` returns.
  package typealias Consequence = @Sendable (_ store: Store<State, Action>) -> [FollowUp<Action>]

  /// The next state.
  package var state: State
  /// What follows; `nil` where nothing does.
  package var consequence: Consequence?

  /// A step, by default one that nothing follows from.
  package init(state: State, consequence: Consequence? = nil) {
    self.state = state
    self.consequence = consequence
  }
}

/// An action that follows from another one.
package struct FollowUp<Action: Sendable>: Sendable {
  /// What is to be dispatched.
  package var action: Action
  /// Asked when its turn has come: the action is dropped if the answer is no.
  package var isWanted: @Sendable () -> Bool

  /// An action that is dispatched if it is still wanted then.
  package init(action: Action, isWanted: @escaping @Sendable () -> Bool) {
    self.action = action
    self.isWanted = isWanted
  }
}
