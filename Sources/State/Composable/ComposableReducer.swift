/// A function that changes the state for an action, and returns the effects of
/// the action. A store runs it behind a `Reducer` of `ImmutableData`, which has no
/// effects.
///
/// It is pure: it uses its environment only inside effects. It must not
/// use its own store, which is locked while the reducer runs.
///
/// ```swift
/// enum CounterAction: Sendable { case increment, decrement }
///
/// let counter = ComposableReducer<Int, CounterAction, Void> { count, action, _ in
///   switch action {
///   case .increment: count += 1
///   case .decrement: count -= 1
///   }
///   return .none
/// }
/// var count = 0
/// _ = counter.reduce(&count, .increment, ())
/// print(count)  // 1
/// ```
public struct ComposableReducer<State: Sendable, Action: Sendable, Environment: Sendable>: Sendable
{
  /// Changes the state in place, and returns the effects of the action.
  public let reduce: @Sendable (inout State, Action, Environment) -> Effect<Action>
  /// Returns the paths of the children that exist in the old state but not in
  /// the new one. Their effects are cancelled.
  let removedChildren: @Sendable (_ old: State, _ new: State) -> [EffectPath]

  /// Creates a reducer.
  public init(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action>
  ) {
    self.init(reduce, removedChildren: { _, _ in [] })
  }

  init(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action>,
    removedChildren: @escaping @Sendable (_ old: State, _ new: State) -> [EffectPath]
  ) {
    self.reduce = reduce
    self.removedChildren = removedChildren
  }
}

extension ComposableReducer {
  /// Returns a reducer with the same children and another function.
  package func replacingFunction<OtherAction, OtherEnvironment>(
    _ reduce:
      @escaping @Sendable (inout State, OtherAction, OtherEnvironment) -> Effect<OtherAction>
  ) -> ComposableReducer<State, OtherAction, OtherEnvironment> {
    ComposableReducer<State, OtherAction, OtherEnvironment>(
      reduce, removedChildren: removedChildren)
  }
}

extension ComposableReducer {
  /// A reducer that changes nothing and has no effects.
  public static var empty: ComposableReducer {
    ComposableReducer { _, _, _ in .none }
  }

  /// Combines several reducers into one. Each receives every action and the
  /// state that the previous one has changed, in this order.
  ///
  /// Place children before their parent: a parent that removes a child's state
  /// would otherwise prevent the child from receiving its last action.
  public static func combine(_ reducers: ComposableReducer...) -> ComposableReducer {
    combine(reducers)
  }

  /// Combines several reducers into one. Each receives every action and the
  /// state that the previous one has changed, in this order.
  public static func combine(_ reducers: [ComposableReducer]) -> ComposableReducer {
    ComposableReducer(
      { state, action, environment in
        .merge(reducers.map { $0.reduce(&state, action, environment) })
      },
      removedChildren: { old, new in reducers.flatMap { $0.removedChildren(old, new) } }
    )
  }
}
