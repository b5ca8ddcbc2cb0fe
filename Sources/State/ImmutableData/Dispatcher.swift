/// A type that accepts actions, and thunks that dispatch actions. Usually it is the
/// store.
///
/// ```swift
/// func add(_ numbers: [Int], to dispatcher: some Dispatcher<Int, Int>) async throws {
///   for number in numbers { try await dispatcher.dispatch(action: number) }
/// }
///
/// let store = Store(initialState: 0) { (total: Int, number: Int) in total + number }
/// try await add([1, 2, 3], to: store)
/// ```
public protocol Dispatcher<State, Action>: Sendable {
  /// The state that the actions change.
  associatedtype State: Sendable
  /// An event, as a value.
  associatedtype Action: Sendable
  /// The type of the dispatcher that is passed to a thunk.
  associatedtype Dispatcher: ImmutableData.Dispatcher<State, Action>
  /// The type that is passed to a thunk to read from the state.
  associatedtype Selector: ImmutableData.Selector<State>

  /// Reduces an action, in the caller's context. The next `select` reads the new
  /// state.
  ///
  /// - Throws: The error of the reducer; the state is then unchanged.
  func dispatch(action: Action) throws

  /// Reduces an action. The next `select` reads the new state.
  ///
  /// This overload suspends the calling task and never blocks its thread,
  /// because the threads of Swift's cooperative pool are few and shared by all
  /// asynchronous code.
  ///
  /// - Throws: The error of the reducer; the state is then unchanged.
  func dispatch(action: Action) async throws

  /// Runs a thunk immediately, in the caller's context.
  ///
  /// - Throws: The error of the thunk. Actions that it has already dispatched
  ///   stay applied.
  func dispatch(
    thunk: @Sendable (_ dispatcher: Self.Dispatcher, _ selector: Self.Selector) throws -> Void
  ) rethrows

  /// Runs an asynchronous thunk and waits for it. Other actions can be reduced
  /// while it is suspended.
  ///
  /// - Throws: The error of the thunk. Actions that it has already dispatched
  ///   stay applied.
  func dispatch(
    thunk: @Sendable (_ dispatcher: Self.Dispatcher, _ selector: Self.Selector) async throws -> Void
  ) async rethrows
}
