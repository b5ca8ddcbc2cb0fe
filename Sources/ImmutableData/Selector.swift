/// Something that answers questions about its state.
public protocol Selector<State>: Sendable {
  /// What is asked about.
  associatedtype State: Sendable

  /// Runs the closure once, on the state as it is now.
  func select<T: Sendable>(_ selector: @Sendable (State) -> T) -> T
}
