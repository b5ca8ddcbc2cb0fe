/// A type that reads values from a state, usually the store. It is not a query: the
/// queries of pages are `ViewSelector`s of `ImmutableUI`.
///
/// ```swift
/// func isEmpty(_ selector: some Selector<[String]>) -> Bool {
///   selector.select { $0.isEmpty }
/// }
///
/// let store = Store(initialState: [String]()) { (names: [String], name: String) in names + [name] }
/// print(isEmpty(store))  // true
/// ```
public protocol Selector<State>: Sendable {
  /// The state to read from.
  associatedtype State: Sendable

  /// Runs the closure once, on the current state.
  func select<T: Sendable>(_ selector: @Sendable (State) -> T) -> T
}
