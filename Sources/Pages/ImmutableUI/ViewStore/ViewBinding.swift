public import Markup

/// The value of a form control, and the action that setting it sends.
///
/// A page renders it as a form field or a link; the submitted form is read
/// through the same binding. See `ViewStore.binding(_:_:)`.
///
/// ```swift
/// enum Action: Equatable, Sendable { case nameChanged(String) }
///
/// let store = MockViewStore<String, Action>(viewState: "Ada")
/// let name = store.binding(\.self, Action.nameChanged)
/// print(name.value)  // Ada
/// var reader = ValueReader(try NamedValues(parsing: "name=Grace".utf8))
/// let action = name.action(reading: "name", from: &reader)
/// try reader.finish()
/// print(action == .nameChanged("Grace"))  // true
/// ```
public struct ViewBinding<Value: Sendable, Action: Sendable>: Sendable {
  /// The current value.
  public let value: Value
  let setting: @Sendable (Value) -> Action?

  /// Returns the action that sets a value; `nil` if this value has no action.
  public func action(setting value: Value) -> Action? { setting(value) }
}

extension ViewBinding where Value == String {
  /// Returns the action that a submitted form field sets. The text is not
  /// modified.
  public func action(
    reading name: String, from reader: inout ValueReader
  ) -> Action? {
    action(setting: reader.field(name))
  }
}

extension ViewBinding where Value == Bool {
  /// Returns the link that toggles the value.
  ///
  /// - Parameter place: Returns the address that an action leads to.
  public func link(to place: (Action) -> Href) -> Href? {
    action(setting: !value).map(place)
  }
}
