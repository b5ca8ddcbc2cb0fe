/// Reads from the store what one component shows. It builds no markup.
public protocol Container<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  /// What the component's presenter shows, ready for display.
  associatedtype ViewState: Equatable & Sendable

  /// Asks the store, and puts the answers into words.
  func viewState(_ select: Select<State, Action>) -> ViewState
}
