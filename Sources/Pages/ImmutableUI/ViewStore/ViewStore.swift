/// The state of one page, ready for display, and the actions that its controls
/// send.
///
/// A view store lives for one request. Its `viewState` is computed from one
/// snapshot of the store; it publishes no changes, because the browser requests
/// the page again.
///
/// Pass it only to components that send actions. A component that only displays
/// something takes plain values, and values derived from a state are properties
/// of that state.
///
/// ```swift
/// import ImmutableData
///
/// struct CounterViewStore: ViewStore {
///   enum Action: Sendable { case incrementButtonTapped }
///
///   let store: Store<Int, Int>
///   var viewState: String { "Count: \(store.snapshot.state)" }
///
///   func send(_ action: Action) async throws {
///     switch action {
///     case .incrementButtonTapped: try await store.dispatch(action: 1)
///     }
///   }
/// }
/// ```
public protocol ViewStore<ViewState, Action>: Sendable {
  /// The displayed state. Presenters do not format any of it.
  associatedtype ViewState: Equatable & Sendable
  /// The actions that controls send.
  associatedtype Action: Sendable

  /// The displayed state.
  var viewState: ViewState { get }

  /// Performs an action. Returns when it is complete, or after a timeout; the
  /// page then shows that it is in progress.
  ///
  /// - Throws: An error if the action could not be performed.
  func send(_ action: Action) async throws
}
