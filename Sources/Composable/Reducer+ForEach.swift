/// An action of one of many children, told apart by their keys.
public struct KeyedAction<Key: Hashable & Sendable, Action: Sendable>: Sendable {
  /// Which child it is for.
  public let key: Key
  /// What the child gets.
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
