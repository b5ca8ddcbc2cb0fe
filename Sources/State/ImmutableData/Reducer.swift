/// A function that computes the next state from the current state and an
/// action. It has no effects; a `ComposableReducer` of `Composable` returns them.
///
/// A reducer is pure: it uses no clock, no I/O and no store. It may run on any
/// thread; a store runs its reducer for one action at a time. If it throws, the
/// action is refused and the state stays unchanged.
///
/// ```swift
/// struct Overdrawn: Error {}
///
/// let reduce: Reducer<Int, Int> = { balance, amount in
///   guard balance + amount >= 0 else { throw Overdrawn() }
///   return balance + amount
/// }
/// let account = Store(initialState: 100, reducer: reduce)
/// try await account.dispatch(action: -30)
/// ```
public typealias Reducer<State: Sendable, Action: Sendable> =
  @Sendable (_ state: State, _ action: Action) throws -> State
