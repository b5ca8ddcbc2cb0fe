// Attributes of forms and their controls.
// https://html.spec.whatwg.org/multipage/forms.html

extension Element where Name == Tags.Form {
  /// Sends the fields in the body: the way to change something.
  @inlinable
  @inline(__always)
  public consuming func post(to value: Href)
    -> Adding<TextAttribute<AttributeNames.Method>>.Adding<HrefAttribute<AttributeNames.Action>>
  {
    adding(TextAttribute("post")).adding(HrefAttribute(value))
  }

  /// Sends the fields in the query: the way to a page that can be bookmarked.
  @inlinable
  @inline(__always)
  public consuming func get(_ value: Href)
    -> Adding<TextAttribute<AttributeNames.Method>>.Adding<HrefAttribute<AttributeNames.Action>>
  {
    adding(TextAttribute("get")).adding(HrefAttribute(value))
  }

  /// Leaves checking to the server, whose messages say more.
  @inlinable
  @inline(__always)
  public consuming func novalidate(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Novalidate>
  > {
    adding(FlagAttribute(isOn))
  }
}

/// Elements that send a value under a name.
public protocol ControlTag: Tag {}
extension Tags.Button: ControlTag {}

extension Element where Name: ControlTag {
  /// The name under which the value is sent.
  @inlinable
  @inline(__always)
  public consuming func name(_ value: String) -> Adding<TextAttribute<AttributeNames.Name>> {
    adding(TextAttribute(value))
  }

  /// Can be neither used nor sent.
  @inlinable
  @inline(__always)
  public consuming func disabled(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Disabled>
  > {
    adding(FlagAttribute(isOn))
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
  @inline(__always)
  public consuming func required(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Required>
  > {
    adding(FlagAttribute(isOn))
  }

  /// What browsers may fill in, or `off`.
  @inlinable
  @inline(__always)
  public consuming func autocomplete(_ value: String) -> Adding<
    TextAttribute<AttributeNames.Autocomplete>
  > {
    adding(TextAttribute(value))
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
  @inline(__always)
  public consuming func value(_ value: String) -> Adding<TextAttribute<AttributeNames.Value>> {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Input {
  /// What kind of field it is.
  @inlinable
  @inline(__always)
  public consuming func type(_ value: InputType) -> Adding<TextAttribute<AttributeNames.Kind>> {
    adding(TextAttribute(value.rawValue))
  }

  /// Is ticked at first.
  @inlinable
  @inline(__always)
  public consuming func checked(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Checked>
  > {
    adding(FlagAttribute(isOn))
  }

  /// A hint that is shown as long as the field is empty.
  @inlinable
  @inline(__always)
  public consuming func placeholder(_ value: String?) -> Adding<
    TextAttribute<AttributeNames.Placeholder>
  > {
    adding(TextAttribute(value))
  }

  /// Which letters a phone makes capitals.
  @inlinable
  @inline(__always)
  public consuming func autocapitalize(_ value: String) -> Adding<
    TextAttribute<AttributeNames.Autocapitalize>
  > {
    adding(TextAttribute(value))
  }

  /// Whether spelling is checked in it.
  @inlinable
  @inline(__always)
  public consuming func spellcheck(_ isOn: Bool) -> Adding<TextAttribute<AttributeNames.Spellcheck>>
  {
    adding(TextAttribute(isOn ? "true" : "false"))
  }

  /// Which keyboard a phone shows for it.
  @inlinable
  @inline(__always)
  public consuming func inputmode(_ value: InputMode?) -> Adding<
    TextAttribute<AttributeNames.Inputmode>
  > {
    adding(TextAttribute(value?.rawValue))
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
  @inline(__always)
  public consuming func selected(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Selected>
  > {
    adding(FlagAttribute(isOn))
  }
}

extension Element where Name == Tags.Label {
  /// The `id` of the control that the label names.
  @inlinable
  @inline(__always)
  public consuming func `for`(_ value: String) -> Adding<TextAttribute<AttributeNames.For>> {
    adding(TextAttribute(value))
  }
}

/// Elements that are open or closed.
public protocol OpeningTag: Tag {}
extension Tags.Details: OpeningTag {}
extension Tags.Dialog: OpeningTag {}

extension Element where Name: OpeningTag {
  /// Is open at first.
  @inlinable
  @inline(__always)
  public consuming func open(_ isOn: Bool = true) -> Adding<FlagAttribute<AttributeNames.Open>> {
    adding(FlagAttribute(isOn))
  }
}

extension Element where Name == Tags.Th {
  /// Which cells the header is for.
  @inlinable
  @inline(__always)
  public consuming func scope(_ value: HeaderScope) -> Adding<TextAttribute<AttributeNames.Scope>> {
    adding(TextAttribute(value.rawValue))
  }
}

/// Which cells a header cell is for.
/// https://html.spec.whatwg.org/multipage/tables.html#attr-th-scope
public enum HeaderScope: String, Sendable {
  case row, col
}
