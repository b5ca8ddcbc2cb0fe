public import Markup

/// A form field: a label, a control, what is wrong with its value, and a hint.
///
///     Field("Name", id: "name", error: error, hint: "1 to 200 characters.") { field in
///       input().id("name").name("name")
///         .aria(.invalid, field.invalid).aria(.describedby, field.description)
///     }
public struct Field<Control: HTML>: Component {
  private let label: String
  private let id: String
  private let error: String?
  private let hint: String?
  private let control: Control

  /// - Parameters:
  ///   - label: the name of the field, for people.
  ///   - id: the `id` of the control.
  ///   - error: what is wrong with the value, as a sentence; `nil` if nothing is.
  ///   - hint: the rules for the value; `nil` for none.
  ///   - control: the control, which takes its ARIA attributes from the argument.
  public init(
    _ label: String, id: String, error: String? = nil, hint: String? = nil,
    @HTMLBuilder control: (FieldAttributes) -> Control
  ) {
    self.label = label
    self.id = id
    self.error = error
    self.hint = hint
    self.control = control(FieldAttributes(id: id, hasError: error != nil, hasHint: hint != nil))
  }

  public var body: some HTML {
    div {
      Markup.label { label }.for(id)
      control
      FieldErrorText(error, id: id)
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

/// What is wrong with the value of a field. Its `id` is that of the field
/// followed by `-error`.
public struct FieldErrorText: Component {
  private let message: String?
  private let id: String

  /// - Parameters:
  ///   - message: what is wrong, as a sentence; `nil` if nothing is.
  ///   - id: the `id` of the field.
  public init(_ message: String?, id: String) {
    self.message = message
    self.id = id
  }

  public var body: some HTML {
    if let message { p { message }.class("error").id("\(id)-error") }
  }
}

/// A value that a field offers, as an option of a `select` element.
public struct Choice: Component, Hashable {
  /// The value that is sent.
  public let value: String
  /// The text that is shown.
  public let label: String
  /// A Boolean value that indicates whether the choice is selected.
  public let isSelected: Bool

  /// A value with its label.
  public init(value: String, label: String, isSelected: Bool) {
    self.value = value
    self.label = label
    self.isSelected = isSelected
  }

  public var body: some HTML {
    option { label }.value(value).selected(isSelected)
  }
}
