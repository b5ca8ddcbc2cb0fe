/// What one page shows, ready for display, and what can be done there.
///
/// A request makes one, asks it, and drops it. All that the page shows comes
/// from `viewState`, which is made of one snapshot of the store: nothing is
/// published or followed, since the browser asks anew.
///
/// Give it only to what sends actions. A component that just shows something
/// takes plain values, and what is derived from a state is a property of that
/// state.
public protocol ViewStore<ViewState, Action>: Sendable {
  /// What is shown. No presenter has to format any of it.
  associatedtype ViewState: Equatable & Sendable
  /// What can be done. `Never` for what is only looked at.
  associatedtype Action: Sendable

  /// What is shown.
  var viewState: ViewState { get }

  /// Does something, and returns when it is done, or when one has waited for
  /// it long enough: then the page shows that it is under way.
  ///
  /// - Throws: why it could not be done.
  func send(_ action: Action) async throws
}

extension ViewStore where Action == Never {
  /// There is nothing to send.
  public func send(_ action: Never) async throws {}
}
