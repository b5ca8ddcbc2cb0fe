// Attributes of forms and their controls.
// https://html.spec.whatwg.org/multipage/forms.html

extension Element where Name == Tags.Form {
  /// Submits the fields in the body of a POST request, for forms that change
  /// something.
  @inlinable
  @inline(__always)
  public consuming func post(to value: Href)
    -> Adding<TextAttribute<AttributeNames.Method>>.Adding<HrefAttribute<AttributeNames.Action>>
  {
    adding(TextAttribute("post")).adding(HrefAttribute(value))
  }

  /// Submits the fields in the query of a GET request, for pages that can be
  /// bookmarked.
  @inlinable
  @inline(__always)
  public consuming func get(_ value: Href)
    -> Adding<TextAttribute<AttributeNames.Method>>.Adding<HrefAttribute<AttributeNames.Action>>
  {
    adding(TextAttribute("get")).adding(HrefAttribute(value))
  }

  /// Disables validation by the browser; the server's messages are more helpful.
  @inlinable
  @inline(__always)
  public consuming func novalidate(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Novalidate>
  > {
    adding(FlagAttribute(isOn))
  }

  /// Sets the name of the form; `nil` for none.
  @inlinable
  @inline(__always)
  public consuming func name(_ value: String?) -> Adding<TextAttribute<AttributeNames.Name>> {
    adding(TextAttribute(value))
  }
}

/// Elements that submit a value under a name.
public protocol ControlTag: Tag {}
extension Tags.Button: ControlTag {}

extension Element where Name: ControlTag {
  /// Sets the name under which the value is submitted.
  @inlinable
  @inline(__always)
  public consuming func name(_ value: String) -> Adding<TextAttribute<AttributeNames.Name>> {
    adding(TextAttribute(value))
  }

  /// Disables the control: it cannot be used and is not submitted.
  @inlinable
  @inline(__always)
  public consuming func disabled(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Disabled>
  > {
    adding(FlagAttribute(isOn))
  }
}

/// Controls in which a visitor enters or chooses a value.
///
/// ```swift
/// let page = form {
///   label { "Name" }.for("name")
///   input().type(.text).id("name").name("name").required()
///   button { "Save" }
/// }
/// .post(to: Href(path: ["animals"]))
/// print(page.renderedString())
/// ```
public protocol FieldTag: ControlTag {}
extension Tags.Input: FieldTag {}
extension Tags.Select: FieldTag {}
extension Tags.Textarea: FieldTag {}

extension Element where Name: FieldTag {
  /// Requires a value.
  @inlinable
  @inline(__always)
  public consuming func required(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Required>
  > {
    adding(FlagAttribute(isOn))
  }

  /// Sets the kind of value that browsers may fill in, or `off`.
  @inlinable
  @inline(__always)
  public consuming func autocomplete(_ value: String) -> Adding<
    TextAttribute<AttributeNames.Autocomplete>
  > {
    adding(TextAttribute(value))
  }
}

/// Elements with a `value` attribute.
public protocol ValueTag: Tag {}
extension Tags.Button: ValueTag {}
extension Tags.Input: ValueTag {}
extension Tags.Option: ValueTag {}

extension Element where Name: ValueTag {
  /// Sets the submitted value of a button or option, or the initial value of an
  /// input.
  @inlinable
  @inline(__always)
  public consuming func value(_ value: String) -> Adding<TextAttribute<AttributeNames.Value>> {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Input {
  /// Sets the type of the input.
  @inlinable
  @inline(__always)
  public consuming func type(_ value: InputType) -> Adding<TextAttribute<AttributeNames.Kind>> {
    adding(TextAttribute(value.rawValue))
  }

  /// Checks the checkbox or radio button initially.
  @inlinable
  @inline(__always)
  public consuming func checked(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Checked>
  > {
    adding(FlagAttribute(isOn))
  }

  /// Sets a hint that is shown while the field is empty.
  @inlinable
  @inline(__always)
  public consuming func placeholder(_ value: String?) -> Adding<
    TextAttribute<AttributeNames.Placeholder>
  > {
    adding(TextAttribute(value))
  }

  /// Sets the letters that a virtual keyboard capitalises, such as `words`.
  @inlinable
  @inline(__always)
  public consuming func autocapitalize(_ value: String) -> Adding<
    TextAttribute<AttributeNames.Autocapitalize>
  > {
    adding(TextAttribute(value))
  }

  /// Sets the ID of the `datalist` with suggestions.
  @inlinable
  @inline(__always)
  public consuming func list(_ id: String?) -> Adding<TextAttribute<AttributeNames.List>> {
    adding(TextAttribute(id))
  }

  /// Enables or disables spell checking.
  @inlinable
  @inline(__always)
  public consuming func spellcheck(_ isOn: Bool) -> Adding<TextAttribute<AttributeNames.Spellcheck>>
  {
    adding(TextAttribute(isOn ? "true" : "false"))
  }

  /// Sets the virtual keyboard for the field.
  @inlinable
  @inline(__always)
  public consuming func inputmode(_ value: InputMode?) -> Adding<
    TextAttribute<AttributeNames.Inputmode>
  > {
    adding(TextAttribute(value?.rawValue))
  }
}

/// The virtual keyboards in use.
/// https://html.spec.whatwg.org/multipage/interaction.html#input-modalities:-the-inputmode-attribute
public enum InputMode: String, Sendable {
  case decimal
}

/// The input types in use.
/// https://html.spec.whatwg.org/multipage/input.html#attr-input-type
public enum InputType: String, Sendable {
  case checkbox, date, hidden, number, radio, range, search, text
}

extension Element where Name == Tags.Option {
  /// Selects the option initially.
  @inlinable
  @inline(__always)
  public consuming func selected(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Selected>
  > {
    adding(FlagAttribute(isOn))
  }
}

extension Element where Name == Tags.Label {
  /// Sets the `id` of the labelled control.
  @inlinable
  @inline(__always)
  public consuming func `for`(_ value: String) -> Adding<TextAttribute<AttributeNames.For>> {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Button {
  /// Sets the `id` of the popover that the button shows and hides.
  @inlinable
  @inline(__always)
  public consuming func popovertarget(
    _ value: String
  ) -> Adding<TextAttribute<AttributeNames.Popovertarget>> {
    adding(TextAttribute(value))
  }
}

/// Elements that can be open or closed.
public protocol OpeningTag: Tag {}
extension Tags.Details: OpeningTag {}
extension Tags.Dialog: OpeningTag {}

extension Element where Name: OpeningTag {
  /// Opens the element initially.
  @inlinable
  @inline(__always)
  public consuming func open(_ isOn: Bool = true) -> Adding<FlagAttribute<AttributeNames.Open>> {
    adding(FlagAttribute(isOn))
  }
}

extension Element where Name == Tags.Th {
  /// Sets the cells that the header describes.
  @inlinable
  @inline(__always)
  public consuming func scope(_ value: HeaderScope) -> Adding<TextAttribute<AttributeNames.Scope>> {
    adding(TextAttribute(value.rawValue))
  }
}

/// The cells that a header cell describes.
/// https://html.spec.whatwg.org/multipage/tables.html#attr-th-scope
public enum HeaderScope: String, Sendable {
  case row, col
}
