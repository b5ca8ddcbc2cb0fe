// Attributes of forms and their controls.
// https://html.spec.whatwg.org/multipage/forms.html

extension Element where Name == Tags.Form {
  /// Sends the fields in the body: the way to change something.
  @inlinable
  public func post(to value: Href) -> Adding<TextAttribute>.Adding<TextAttribute> {
    adding(TextAttribute("method", "post")).adding(TextAttribute("action", value.text))
  }

  /// Sends the fields in the query: the way to a page that can be bookmarked.
  @inlinable
  public func get(_ value: Href) -> Adding<TextAttribute>.Adding<TextAttribute> {
    adding(TextAttribute("method", "get")).adding(TextAttribute("action", value.text))
  }

  /// Leaves checking to the server, whose messages say more.
  @inlinable
  public func novalidate(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("novalidate", isOn))
  }
}

/// Elements that send a value under a name.
public protocol ControlTag: Tag {}
extension Tags.Button: ControlTag {}
extension Tags.Input: ControlTag {}
extension Tags.Select: ControlTag {}
extension Tags.Textarea: ControlTag {}

extension Element where Name: ControlTag {
  @inlinable
  public func name(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("name", value))
  }

  @inlinable
  public func disabled(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("disabled", isOn))
  }
}

extension Element where Name: ControlTag {
  @inlinable
  public func required(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("required", isOn))
  }

  @inlinable
  public func autocomplete(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("autocomplete", value))
  }
}

/// Elements whose value is an attribute.
public protocol ValueTag: Tag {}
extension Tags.Button: ValueTag {}
extension Tags.Input: ValueTag {}
extension Tags.Option: ValueTag {}

extension Element where Name: ValueTag {
  @inlinable
  public func value(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("value", value))
  }
}

extension Element where Name == Tags.Input {
  @inlinable
  public func type(_ value: InputType) -> Adding<TextAttribute> {
    adding(TextAttribute("type", value.rawValue))
  }

  @inlinable
  public func checked(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("checked", isOn))
  }

  @inlinable
  public func placeholder(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("placeholder", value))
  }
}

/// https://html.spec.whatwg.org/multipage/input.html#attr-input-type
public enum InputType: String, Sendable {
  case checkbox, date, hidden, number, radio, search, text
}

extension Element where Name == Tags.Option {
  @inlinable
  public func selected(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("selected", isOn))
  }
}

extension Element where Name == Tags.Label {
  /// The `id` of the control that the label names.
  @inlinable
  public func `for`(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("for", value))
  }
}

/// Elements that are open or closed.
public protocol OpeningTag: Tag {}
extension Tags.Details: OpeningTag {}
extension Tags.Dialog: OpeningTag {}

extension Element where Name: OpeningTag {
  @inlinable
  public func open(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("open", isOn))
  }
}

extension Element where Name == Tags.Th {
  /// Which cells the header is for.
  @inlinable
  public func scope(_ value: HeaderScope) -> Adding<TextAttribute> {
    adding(TextAttribute("scope", value.rawValue))
  }
}

/// https://html.spec.whatwg.org/multipage/tables.html#attr-th-scope
public enum HeaderScope: String, Sendable {
  case row, col
}
