public import ImmutableUI
public import Markup

/// A form field that is submitted but not displayed.
public struct HiddenField: Component, Hashable {
  private let name: String
  private let value: String

  /// Creates a field with a name and a value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  public var body: some HTML {
    input().type(.hidden).name(name).value(value)
  }
}

extension ViewBinding where Value == String {
  /// Returns a hidden field that submits the value under a name.
  public func field(_ name: String) -> HiddenField { HiddenField(name, value) }
}
