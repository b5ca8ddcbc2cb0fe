extension ComposableReducer {
  /// Returns the reducer of a child as a reducer of its parent.
  ///
  /// It receives only the actions of its case, and changes only its part of the
  /// state. The cancellation ids of its effects are distinct from those of its
  /// siblings.
  ///
  /// ```swift
  /// enum Action: Sendable { case count(Int), name(String) }
  /// struct State: Sendable { var count = 0, name = "" }
  ///
  /// let count = CasePath<Action, Int>(
  ///   embed: { .count($0) }, extract: { if case .count(let number) = $0 { number } else { nil } })
  /// let counter = ComposableReducer<Int, Int, Void> { total, number, _ in
  ///   total += number
  ///   return .none
  /// }
  /// let app: ComposableReducer<State, Action, Void> =
  ///   counter.pullback(state: \.count, action: count, environment: { $0 })
  /// var state = State()
  /// _ = app.reduce(&state, .count(2), ())
  /// print(state.count)  // 2
  /// ```
  ///
  /// - Parameters:
  ///   - toState: The key path to the child's state, which may be a computed
  ///     property.
  ///   - toAction: The case of the parent's actions that holds the child's.
  ///   - toEnvironment: Returns the child's environment; called for every
  ///     action.
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state toState: any WritableKeyPath<ParentState, State> & Sendable,
    action toAction: CasePath<ParentAction, Action>,
    environment toEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> ComposableReducer<ParentState, ParentAction, ParentEnvironment> {
    let component = EffectPathComponent.pullback(state: EffectKey(toState), action: toAction.id)
    return ComposableReducer<ParentState, ParentAction, ParentEnvironment>(
      { state, action, environment in
        guard let action = toAction.extract(from: action) else { return .none }
        return reduce(&state[keyPath: toState], action, toEnvironment(environment))
          .map(toAction.embed)
          .within(component)
      },
      removedChildren: { old, new in
        removedChildren(old[keyPath: toState], new[keyPath: toState]).map { [component] + $0 }
      }
    )
  }
}

extension ComposableReducer {
  /// Returns a reducer for an optional state.
  ///
  /// An action that is sent while the state is nil is ignored and reported. The
  /// effects of this reducer are cancelled when the state becomes nil, no
  /// matter which reducer sets it.
  public func optional() -> ComposableReducer<State?, Action, Environment> {
    optional(identity: { _ in EffectKey(true) })
  }

  /// Returns a reducer for an optional state that can be replaced by another
  /// one.
  ///
  /// In addition to `optional()`, the effects of a state are cancelled when an
  /// action replaces it by a state with another identity.
  ///
  /// - Parameter id: Returns the identity of a state.
  public func optional(
    id: @escaping @Sendable (State) -> some Hashable & Sendable
  ) -> ComposableReducer<State?, Action, Environment> {
    optional(identity: { EffectKey(id($0)) })
  }

  private func optional(
    identity: @escaping @Sendable (State) -> EffectKey
  ) -> ComposableReducer<State?, Action, Environment> {
    ComposableReducer<State?, Action, Environment>(
      { state, action, environment in
        guard var child = state else {
          let issue = EffectIssue.actionWithoutState(
            action: String(reflecting: action), state: String(describing: State.self))
          return Effect(.report(issue))
        }
        // So that the child is changed in place instead of being copied.
        state = nil
        let effect = reduce(&child, action, environment)
        state = child
        return effect.cancelled(with: .child(identity(child)))
      },
      removedChildren: { old, new in
        guard let old else { return [] }
        let component = EffectPathComponent.child(identity(old))
        guard let new, identity(new) == identity(old) else { return [[component]] }
        return removedChildren(old, new).map { [component] + $0 }
      }
    )
  }
}

extension Effect {
  /// Returns an effect that is cancelled with its owner.
  func cancelled(with component: EffectPathComponent) -> Effect {
    isNone ? self : Effect(.cancellable(within(component), component, cancelInFlight: false))
  }
}

/// An action for one of several children, identified by a key.
///
/// ```swift
/// enum RowAction: Equatable, Sendable { case onTapDeleteButton }
///
/// let action = KeyedAction(key: 7, action: RowAction.onTapDeleteButton)
/// print(action.key)  // 7
/// ```
public struct KeyedAction<Key: Hashable & Sendable, Action: Sendable>: Sendable {
  /// The key of the child.
  public let key: Key
  /// The action for the child.
  public let action: Action

  /// Creates an action for the child with a key.
  public init(key: Key, action: Action) {
    self.key = key
    self.action = action
  }
}

extension KeyedAction: Equatable where Action: Equatable {}
extension KeyedAction: Hashable where Action: Hashable {}

extension ComposableReducer {
  /// Returns the reducer of keyed children as a reducer of their parent.
  ///
  /// An action for an unknown key is ignored and reported. When a child is
  /// removed, its effects are cancelled; cancellation ids are local to one
  /// child. O(number of children) for each action of the parent.
  ///
  /// - Parameters:
  ///   - toStates: The key path to the children's states.
  ///   - toAction: The case of the parent's actions that holds the children's.
  ///   - toEnvironment: Returns the children's environment; called for every
  ///     action.
  public func forEach<Key: Hashable & Sendable, ParentState, ParentAction, ParentEnvironment>(
    state toStates: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toAction: CasePath<ParentAction, KeyedAction<Key, Action>>,
    environment toEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> ComposableReducer<ParentState, ParentAction, ParentEnvironment> {
    let component = EffectPathComponent.pullback(state: EffectKey(toStates), action: toAction.id)
    return ComposableReducer<ParentState, ParentAction, ParentEnvironment>(
      { state, action, environment in
        guard let keyed = toAction.extract(from: action) else { return .none }
        let key = keyed.key
        return optional(id: { _ in key })
          .reduce(&state[keyPath: toStates][key], keyed.action, toEnvironment(environment))
          .map { toAction.embed(KeyedAction(key: key, action: $0)) }
          .within(component)
      },
      removedChildren: { old, new in
        let states = new[keyPath: toStates]
        return old[keyPath: toStates].flatMap { key, old -> [EffectPath] in
          let path = [component, .child(EffectKey(key))]
          guard let new = states[key] else { return [path] }
          return removedChildren(old, new).map { path + $0 }
        }
      }
    )
  }
}
