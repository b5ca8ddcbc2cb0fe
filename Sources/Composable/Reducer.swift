/// Makes the next state of a state and an action, and says what is to be done
/// about it.
///
/// A reducer is pure: what it needs from the world it takes from its
/// environment, and only effects use that. It must not use its own store,
/// which is locked while it runs.
public struct Reducer<State: Sendable, Action: Sendable, Environment: Sendable>: Sendable {
  private let step: @Sendable (inout State, Action, Environment) -> Effect<Action>
  /// The children that are in the first state, but not in the second: their
  /// effects end.
  let departures: @Sendable (_ old: State, _ new: State) -> [EffectPath]

  /// A reducer.
  public init(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action>
  ) {
    self.init(reduce, departures: { _, _ in [] })
  }

  init(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action>,
    departures: @escaping @Sendable (_ old: State, _ new: State) -> [EffectPath]
  ) {
    self.step = reduce
    self.departures = departures
  }

  /// Changes the state in place, and returns what is to be done about it.
  public func reduce(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action> {
    step(&state, action, environment)
  }
}

extension Reducer {
  /// Another reducer with the same children.
  package func around<OtherAction, OtherEnvironment>(
    _ reduce:
      @escaping @Sendable (inout State, OtherAction, OtherEnvironment) -> Effect<OtherAction>
  ) -> Reducer<State, OtherAction, OtherEnvironment> {
    Reducer<State, OtherAction, OtherEnvironment>(reduce, departures: departures)
  }
}

extension Reducer {
  /// Changes nothing, and wants nothing done.
  public static var empty: Reducer {
    Reducer { _, _, _ in .none }
  }

  /// One reducer of several, which all see every action, in this order, each
  /// the state that the one before left.
  ///
  /// Children come before their parent: a parent that lets go of a child's
  /// state would otherwise keep the child from its own last action.
  public static func combine(_ reducers: Reducer...) -> Reducer {
    combine(reducers)
  }

  /// One reducer of several, which all see every action, in this order, each
  /// the state that the one before left.
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    Reducer(
      { state, action, environment in
        .merge(reducers.map { $0.reduce(&state, action, environment) })
      },
      departures: { old, new in reducers.flatMap { $0.departures(old, new) } }
    )
  }
}
