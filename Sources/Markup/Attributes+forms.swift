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

extension Element where Name: ControlTag {
  /// The name under which the value is sent.
  @inlinable
  public func name(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("name", value))
  }

  /// Can be neither used nor sent.
  @inlinable
  public func disabled(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("disabled", isOn))
  }
}

/// Controls that are filled in or chosen from.
public protocol FieldTag: ControlTag {}
extension Tags.Input: FieldTag {}
extension Tags.Select: FieldTag {}
extension Tags.Textarea: FieldTag {}

extension Element where Name: FieldTag {
  /// Must not be left empty.
  @inlinable
  public func required(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("required", isOn))
  }

  /// What browsers may fill in, or `off`.
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
  /// What is sent, or what stands in the field at first.
  @inlinable
  public func value(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("value", value))
  }
}

extension Element where Name == Tags.Input {
  /// What kind of field it is.
  @inlinable
  public func type(_ value: InputType) -> Adding<TextAttribute> {
    adding(TextAttribute("type", value.rawValue))
  }

  /// Is ticked at first.
  @inlinable
  public func checked(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("checked", isOn))
  }

  /// A hint that is shown as long as the field is empty.
  @inlinable
  public func placeholder(_ value: String?) -> Adding<TextAttribute> {
    adding(TextAttribute("placeholder", value))
  }

  /// Which letters a phone makes capitals.
  @inlinable
  public func autocapitalize(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("autocapitalize", value))
  }

  /// Whether spelling is checked in it.
  @inlinable
  public func spellcheck(_ isOn: Bool) -> Adding<TextAttribute> {
    adding(TextAttribute("spellcheck", isOn ? "true" : "false"))
  }

  /// Which keyboard a phone shows for it.
  @inlinable
  public func inputmode(_ value: InputMode?) -> Adding<TextAttribute> {
    adding(TextAttribute("inputmode", value?.rawValue))
  }
}

/// The keyboards in use.
/// https://html.spec.whatwg.org/multipage/interaction.html#input-modalities:-the-inputmode-attribute
public enum InputMode: String, Sendable {
  case decimal
}

/// The kinds of field in use.
/// https://html.spec.whatwg.org/multipage/input.html#attr-input-type
public enum InputType: String, Sendable {
  case checkbox, date, hidden, number, radio, search, text
}

extension Element where Name == Tags.Option {
  /// Is chosen at first.
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
  /// Is open at first.
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

/// Which cells a header cell is for.
/// https://html.spec.whatwg.org/multipage/tables.html#attr-th-scope
public enum HeaderScope: String, Sendable {
  case row, col
}
