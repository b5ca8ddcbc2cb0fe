public import ImmutableUI

extension ViewBinding where Value == String {
  /// The hidden field that sends the value under a name.
  public func field(_ name: String) -> FormField { FormField(name, value) }
}
