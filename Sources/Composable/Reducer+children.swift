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

/// An action of one of many children, told apart by their keys.
public struct KeyedAction<Key: Hashable & Sendable, Action: Sendable>: Sendable {
  /// The child it is for.
  public let key: Key
  /// The action that the child gets.
  public let action: Action

  /// An action for the child with a key.
  public init(key: Key, action: Action) {
    self.key = key
    self.action = action
  }
}

extension KeyedAction: Codable where Key: Codable, Action: Codable {}
extension KeyedAction: Equatable where Action: Equatable {}
extension KeyedAction: Hashable where Action: Hashable {}

extension Reducer {
  /// The reducer of one child of many, as a reducer of their parent.
  ///
  /// An action for a key that is not there changes nothing and is reported.
  /// When a child goes, its effects end; a cancellation id means the effects
  /// of one child. O(number of children) for each action of the parent.
  ///
  /// - Parameters:
  ///   - toStates: where the children's states are in the parent's.
  ///   - toAction: the case of the parent's actions that holds the children's.
  ///   - toEnvironment: makes the children's environment.
  public func forEach<Key: Hashable & Sendable, ParentState, ParentAction, ParentEnvironment>(
    state toStates: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toAction: CasePath<ParentAction, KeyedAction<Key, Action>>,
    environment toEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    let component = EffectPathComponent.pullback(state: EffectKey(toStates), action: toAction.name)
    return Reducer<ParentState, ParentAction, ParentEnvironment>(
      { state, action, environment in
        guard let keyed = toAction.extract(from: action) else { return .none }
        let key = keyed.key
        guard var child = state[keyPath: toStates][key] else {
          let report = EffectReport.actionWithoutState(
            action: String(reflecting: keyed.action), state: String(describing: State.self))
          return .report(report)
        }
        let effect = reduce(&child, keyed.action, toEnvironment(environment))
        state[keyPath: toStates][key] = child
        return effect.owned(by: .child(EffectKey(key)))
          .map { toAction.embed(KeyedAction(key: key, action: $0)) }
          .within(component)
      },
      departures: { old, new in
        let states = new[keyPath: toStates]
        return old[keyPath: toStates].flatMap { key, old -> [EffectPath] in
          let path = [component, .child(EffectKey(key))]
          guard let new = states[key] else { return [path] }
          return departures(old, new).map { path + $0 }
        }
      }
    )
  }
}
