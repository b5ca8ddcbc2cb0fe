public import ImmutableUI
public import Markup

/// A form field: a label, a control, an error message and a hint.
///
/// ```swift
/// import Markup
///
/// let field = Field("Name", id: "name", error: "Enter the name.", hint: "Up to 200 characters") {
///   input().id("name").name("name")
///     .aria(.invalid, $0.invalid).aria(.describedby, $0.description)
/// }
/// print(field.renderedString())
/// ```
public struct Field<Control: HTML>: Component {
  private let label: String
  private let id: String
  private let error: String?
  private let link: Link?
  private let hint: String?
  private let control: Control

  /// - Parameters:
  ///   - label: the label of the control.
  ///   - id: the `id` of the control.
  ///   - error: the error message, as a sentence; `nil` if the value is valid.
  ///   - link: a page that explains the error; `nil` for none.
  ///   - hint: the rules for the value; `nil` for none.
  ///   - control: the control; the argument contains its ARIA attributes.
  public init(
    _ label: String, id: String, error: String? = nil, link: Link? = nil,
    hint: String? = nil, @HTMLBuilder control: (FieldAttributes) -> Control
  ) {
    self.label = label
    self.id = id
    self.error = error
    self.link = link
    self.hint = hint
    self.control = control(FieldAttributes(id: id, hasError: error != nil, hasHint: hint != nil))
  }

  public var body: some HTML {
    div {
      Markup.label { label }.for(id)
      control
      FieldErrorText(error, id: id, link: link)
      if let hint { p { hint }.class("hint").id("\(id)-hint") }
    }
    .class("field")
  }
}

/// The ARIA attributes of a control that refer to other parts of its field.
public struct FieldAttributes: Hashable, Sendable {
  /// The value of `aria-invalid`; `nil` if the value of the field is valid.
  public let invalid: String?
  /// The value of `aria-describedby`; `nil` if nothing describes the field.
  public let description: String?

  init(id: String, hasError: Bool, hasHint: Bool) {
    invalid = hasError ? "true" : nil
    let ids = [hasError ? "\(id)-error" : nil, hasHint ? "\(id)-hint" : nil].compactMap { $0 }
    description = ids.isEmpty ? nil : ids.joined(separator: " ")
  }
}

/// The error message of a field. Its `id` is that of the field followed by
/// `-error`.
public struct FieldErrorText: Component {
  private let message: String?
  private let id: String
  private let link: Link?

  /// - Parameters:
  ///   - message: the error message, as a sentence; `nil` if the value is valid.
  ///   - id: the `id` of the field.
  ///   - link: a page that explains the error; `nil` for none.
  public init(_ message: String?, id: String, link: Link? = nil) {
    self.message = message
    self.id = id
    self.link = link
  }

  public var body: some HTML {
    if let message {
      p {
        message
        if let link {
          " "
          link
        }
      }
      .class("error").id("\(id)-error")
    }
  }
}

/// A value of a menu, as an option of a `select` element.
///
/// ```swift
/// import Markup
///
/// let menu = select {
///   Choice(value: "sun", label: "Sun", isSelected: true)
///   Choice(value: "shade", label: "Shade", isSelected: false)
/// }
/// print(menu.name("light").renderedString())
/// ```
public struct Choice: Component, Hashable {
  /// The submitted value.
  public let value: String
  /// The displayed text.
  public let label: String
  /// A Boolean value that indicates whether the choice is selected.
  public let isSelected: Bool

  /// Creates an option.
  public init(value: String, label: String, isSelected: Bool) {
    self.value = value
    self.label = label
    self.isSelected = isSelected
  }

  public var body: some HTML {
    option { label }.value(value).selected(isSelected)
  }
}
