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

  /// Submits the contents of files as well (RFC 7578).
  @inlinable public consuming func multipart() -> Adding<NamedAttribute> {
    adding("enctype", "multipart/form-data")
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
  @inlinable public consuming func novalidate(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("novalidate", isOn)
  }

  /// Sets the kinds of values that browsers may fill in, or `off`.
  @inlinable public consuming func autocomplete(_ value: String) -> Adding<NamedAttribute> {
    adding("autocomplete", value)
  }
}

/// Elements with a name, under which a value is submitted, or by which links, maps
/// and groups refer to the element.
public protocol NamedTag: Tag {}

extension Element where Name: NamedTag {
  /// Sets the name; `nil` for none.
  @inlinable
  @inline(__always)
  public consuming func name(_ value: String?) -> Adding<TextAttribute<AttributeNames.Name>> {
    adding(TextAttribute(value))
  }
}

/// Elements that belong to a form.
public protocol FormPartTag: NamedTag {}

extension Element where Name: FormPartTag {
  /// Sets the `id` of the form, if the element is outside of it.
  @inlinable public consuming func form(_ id: String) -> Adding<NamedAttribute> {
    adding("form", id)
  }
}

/// Elements of a form that can be disabled.
public protocol ControlTag: FormPartTag {}

extension Element where Name: ControlTag {
  /// Disables the control: it cannot be used and is not submitted.
  @inlinable public consuming func disabled(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("disabled", isOn)
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

extension Element where Name: FieldTag {
  /// Requires a value.
  @inlinable public consuming func required(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("required", isOn)
  }

  /// Sets the kind of value that browsers may fill in, or `off`.
  @inlinable public consuming func autocomplete(_ value: String) -> Adding<NamedAttribute> {
    adding("autocomplete", value)
  }
}

/// Elements with a `value` attribute.
public protocol ValueTag: Tag {}

extension Element where Name: ValueTag {
  /// Sets the submitted value of a button or option, the initial value of an
  /// input, or the machine-readable value of `data`.
  @inlinable
  @inline(__always)
  public consuming func value(_ value: String) -> Adding<TextAttribute<AttributeNames.Value>> {
    adding(TextAttribute(value))
  }
}

/// Fields in which a visitor types.
public protocol TypedTag: FieldTag {}

extension Element where Name: TypedTag {
  /// Sets a hint that is shown while the field is empty.
  @inlinable public consuming func placeholder(_ value: String?) -> Adding<NamedAttribute> {
    adding("placeholder", value)
  }

  /// Prevents changes; the value is submitted.
  @inlinable public consuming func readonly(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("readonly", isOn)
  }

  /// Sets the smallest number of UTF-16 code units.
  @inlinable public consuming func minlength(_ value: Int) -> Adding<NamedAttribute> {
    adding("minlength", value)
  }

  /// Sets the largest number of UTF-16 code units.
  @inlinable public consuming func maxlength(_ value: Int) -> Adding<NamedAttribute> {
    adding("maxlength", value)
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
  @inlinable public consuming func checked(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("checked", isOn)
  }

  /// Sets the ID of the `datalist` with suggestions.
  @inlinable public consuming func list(_ id: String?) -> Adding<NamedAttribute> {
    adding("list", id)
  }

  /// Sets the kinds of files that can be chosen, such as `image/*`.
  @inlinable public consuming func accept(_ value: String) -> Adding<NamedAttribute> {
    adding("accept", value)
  }

  /// Sets the smallest value: a number, date or time.
  @inlinable public consuming func min(_ value: String) -> Adding<NamedAttribute> {
    adding("min", value)
  }

  /// Sets the largest value: a number, date or time.
  @inlinable public consuming func max(_ value: String) -> Adding<NamedAttribute> {
    adding("max", value)
  }

  /// Sets the distance of allowed values, or `any`.
  @inlinable public consuming func step(_ value: String) -> Adding<NamedAttribute> {
    adding("step", value)
  }

  /// Sets the regular expression that the value matches.
  @inlinable public consuming func pattern(_ value: String) -> Adding<NamedAttribute> {
    adding("pattern", value)
  }
}

/// The virtual keyboards.
/// https://html.spec.whatwg.org/multipage/interaction.html#input-modalities:-the-inputmode-attribute
public enum InputMode: String, Sendable {
  case decimal, email, none, numeric, search, tel, text, url
}

/// The input types.
/// https://html.spec.whatwg.org/multipage/input.html#attr-input-type
public enum InputType: String, Sendable {
  case button, checkbox, color, date, email, file, hidden, image, month, number, password, radio
  case range, reset, search, submit, tel, text, time, url, week
  case datetimeLocal = "datetime-local"
}

extension Element where Name == Tags.Option {
  /// Selects the option initially.
  @inlinable public consuming func selected(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("selected", isOn)
  }
}

/// Elements that name other controls by their `id`.
public protocol ForTag: Tag {}

extension Element where Name: ForTag {
  /// Sets the `id` of the labelled control, or those of the controls that an output
  /// is calculated from.
  @inlinable
  @inline(__always)
  public consuming func `for`(_ value: String) -> Adding<TextAttribute<AttributeNames.For>> {
    adding(TextAttribute(value))
  }
}

/// Controls that submit a form.
public protocol SubmitTag: ControlTag {}

extension Element where Name: SubmitTag {
  /// Sets the URL to which this button submits the form, instead of that of the form.
  @inlinable public consuming func formaction(_ value: Href) -> Adding<NamedAttribute> {
    adding("formaction", value)
  }
}

/// Controls of which a visitor may choose or see several values.
public protocol MultipleTag: FieldTag {}

extension Element where Name: MultipleTag {
  /// Accepts more than one value.
  @inlinable public consuming func multiple(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("multiple", isOn)
  }

  /// Sets the number of visible characters or options.
  @inlinable public consuming func size(_ value: Int) -> Adding<NamedAttribute> {
    adding("size", value)
  }
}

extension Element where Name == Tags.Textarea {
  /// Sets the number of visible columns.
  @inlinable public consuming func cols(_ value: Int) -> Adding<NamedAttribute> {
    adding("cols", value)
  }

  /// Sets the number of visible rows.
  @inlinable public consuming func rows(_ value: Int) -> Adding<NamedAttribute> {
    adding("rows", value)
  }
}

/// An option or a group of them.
public protocol OptionTag: Tag {}

extension Element where Name: OptionTag {
  /// Disables the option or its group.
  @inlinable public consuming func disabled(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("disabled", isOn)
  }

  /// Sets the visible label.
  @inlinable public consuming func label(_ value: String) -> Adding<NamedAttribute> {
    adding("label", value)
  }
}

/// Elements that show a number between two others.
public protocol GaugeTag: Tag {}

extension Element where Name: GaugeTag {
  /// Sets the number.
  @inlinable public consuming func value(_ value: Double) -> Adding<NamedAttribute> {
    adding("value", value)
  }

  /// Sets the largest number.
  @inlinable public consuming func max(_ value: Double) -> Adding<NamedAttribute> {
    adding("max", value)
  }
}

extension Element where Name == Tags.Meter {
  /// Sets the smallest number.
  @inlinable public consuming func min(_ value: Double) -> Adding<NamedAttribute> {
    adding("min", value)
  }
}

extension Element where Name == Tags.Button {
  /// Sets the action of the button.
  @inlinable public consuming func type(_ value: ButtonType) -> Adding<NamedAttribute> {
    adding("type", value.rawValue)
  }

  /// Sets the `id` of the popover that the button shows and hides.
  @inlinable public consuming func popovertarget(_ value: String) -> Adding<NamedAttribute> {
    adding("popovertarget", value)
  }
}

/// The actions of buttons.
/// https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-type
public enum ButtonType: String, Sendable {
  case button, reset, submit
}

/// Elements that can be open or closed.
public protocol OpeningTag: Tag {}

extension Element where Name: OpeningTag {
  /// Opens the element initially.
  @inlinable public consuming func open(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("open", isOn)
  }
}
