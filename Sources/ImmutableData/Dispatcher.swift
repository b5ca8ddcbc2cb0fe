/// Something that takes actions, and thunks that dispatch actions.
public protocol Dispatcher<State, Action>: Sendable {
  /// What the actions change.
  associatedtype State: Sendable
  /// What happened, as a value.
  associatedtype Action: Sendable
  /// The dispatcher that a thunk is handed.
  associatedtype Dispatcher: ImmutableData.Dispatcher<State, Action>
  /// The selector that a thunk is handed.
  associatedtype Selector: ImmutableData.Selector<State>

  /// Reduces the action before it returns, so that the next `select` sees it.
  ///
  /// It blocks the calling thread while other actions are reduced. Asynchronous
  /// code gets the overload that suspends instead.
  ///
  /// - Throws: what the reducer throws; the state is then unchanged.
  func dispatch(action: Action) throws

  /// Reduces the action before it returns, so that the next `select` sees it.
  ///
  /// It suspends the calling task, and never blocks its thread: the threads of
  /// Swift's cooperative pool are few, and shared by everything asynchronous.
  ///
  /// - Throws: what the reducer throws; the state is then unchanged.
  func dispatch(action: Action) async throws

  /// Runs a thunk at once, in the caller's context.
  ///
  /// - Throws: what the thunk throws. Actions that it dispatched before stay
  ///   applied.
  func dispatch(
    thunk: @Sendable (_ dispatcher: Self.Dispatcher, _ selector: Self.Selector) throws -> Void
  ) rethrows

  /// Runs an asynchronous thunk, and waits until it ends. Other actions may
  /// come between where it is suspended.
  ///
  /// - Throws: what the thunk throws. Actions that it dispatched before stay
  ///   applied.
  func dispatch(
    thunk: @Sendable (_ dispatcher: Self.Dispatcher, _ selector: Self.Selector) async throws -> Void
  ) async rethrows
}
