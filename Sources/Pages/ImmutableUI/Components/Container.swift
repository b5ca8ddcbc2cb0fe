/// The part of a component that reads from the store. It computes a view state
/// and builds no markup.
///
/// ```swift
/// struct AnimalCount: Container {
///   func viewState(_ select: Select<[String], String>) -> String {
///     let count = select(
///       ViewSelector(label: "count", outputSelector: OutputSelector(select: { $0.count })))
///     return "\(count) animals"
///   }
/// }
///
/// print(AnimalCount().viewState(Select(state: ["Otter", "Gibbon"])))  // 2 animals
/// ```
public protocol Container<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  /// The state that the component's presenter displays, ready for display.
  associatedtype ViewState: Equatable & Sendable

  /// Reads from the store and formats the values.
  func viewState(_ select: Select<State, Action>) -> ViewState
}
