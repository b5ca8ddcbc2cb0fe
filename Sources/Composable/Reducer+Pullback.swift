extension Reducer {
  /// The reducer of a child, as a reducer of its parent.
  ///
  /// It sees only the actions of its case, and only its part of the state.
  /// Cancellation ids of its effects are its own: a sibling's are others.
  ///
  /// - Parameters:
  ///   - toState: where the child's state is in the parent's. It may be
  ///     computed.
  ///   - toAction: the case of the parent's actions that holds the child's.
  ///   - toEnvironment: makes the child's environment; asked at each action.
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state toState: any WritableKeyPath<ParentState, State> & Sendable,
    action toAction: CasePath<ParentAction, Action>,
    environment toEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    let component = EffectPathComponent.pullback(state: EffectKey(toState), action: toAction.name)
    return Reducer<ParentState, ParentAction, ParentEnvironment>(
      { state, action, environment in
        guard let action = toAction.extract(from: action) else { return .none }
        return reduce(&state[keyPath: toState], action, toEnvironment(environment))
          .map(toAction.embed)
          .within(component)
      },
      departures: { old, new in
        departures(old[keyPath: toState], new[keyPath: toState]).map { [component] + $0 }
      }
    )
  }
}
