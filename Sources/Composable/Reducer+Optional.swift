extension Reducer {
  /// The reducer of a state that may be absent.
  ///
  /// An action that comes when the state is nil changes nothing and is
  /// reported. When the state becomes nil, whoever does that, the effects that
  /// this reducer returned are cancelled.
  public func optional() -> Reducer<State?, Action, Environment> {
    optional(identity: { _ in EffectKey(true) })
  }

  /// The reducer of a state that may be absent, or be replaced by another one.
  ///
  /// As `optional()`; the effects that belong to one identity are cancelled
  /// also when the state's identity is another one after an action.
  public func optional(
    id: @escaping @Sendable (State) -> some Hashable & Sendable
  ) -> Reducer<State?, Action, Environment> {
    optional(identity: { EffectKey(id($0)) })
  }

  private func optional(
    identity: @escaping @Sendable (State) -> EffectKey
  ) -> Reducer<State?, Action, Environment> {
    Reducer<State?, Action, Environment>(
      { state, action, environment in
        guard var child = state else {
          let report = EffectReport.actionWithoutState(
            action: String(reflecting: action), state: String(describing: State.self))
          return .report(report)
        }
        // So that the child is changed in place, not copied.
        state = nil
        let effect = reduce(&child, action, environment)
        state = child
        return effect.owned(by: .child(identity(child)))
      },
      departures: { old, new in
        guard let old else { return [] }
        let component = EffectPathComponent.child(identity(old))
        guard let new, identity(new) == identity(old) else { return [[component]] }
        return departures(old, new).map { [component] + $0 }
      }
    )
  }
}

extension Effect {
  /// The same effect, which ends with its owner.
  func owned(by component: EffectPathComponent) -> Effect {
    isNone ? self : Effect(.cancellable(within(component), component, cancelInFlight: false))
  }
}
