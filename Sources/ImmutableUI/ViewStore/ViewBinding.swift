public import Markup

/// A control as a server knows it: what stands in it is read from a view
/// state, and setting it is an action.
///
/// On a page it is a field of a form, or a link; what comes back from the
/// browser is read through the same binding.
public struct ViewBinding<Value: Sendable, Action: Sendable>: Sendable {
  /// What stands in it.
  public let value: Value
  private let setting: @Sendable (Value) -> Action?

  init(value: Value, setting: @escaping @Sendable (Value) -> Action?) {
    self.value = value
    self.setting = setting
  }

  /// What happens when it is set; `nil` where that says nothing.
  public func action(setting value: Value) -> Action? { setting(value) }
}

extension ViewBinding where Value == String {
  /// What a form that came back asks for. The text is taken as it was typed.
  public func action(
    reading name: String, from reader: inout ValueReader
  ) -> Action? {
    action(setting: reader.field(name))
  }
}

extension ViewBinding where Value == Bool {
  /// Where a switch leads that turns it: the place that an action leads to.
  public func link(to place: (Action) -> Href) -> Href? {
    action(setting: !value).map(place)
  }
}
