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
