public import Look
public import Markup

/// A labelled input of a form, with a hint and an error message.
///
/// ```swift
/// import Markup
///
/// let input = FieldInput(
///   "height", label: "Height", hint: "A whole number, in cm",
///   control: .text("120", isNumber: true))
/// print(input.renderedString())
/// ```
public struct FieldInput: Component, Hashable {
  /// The kinds of form control.
  public enum Control: Hashable, Sendable {
    /// A single-line text field.
    case text(String, isNumber: Bool = false, isRequired: Bool = true)
    /// Radio buttons.
    case radios([Choice])
    /// A menu, with the text that it shows while nothing is selected.
    case menu([Choice], prompt: String? = nil)
  }

  let name: String
  let label: String
  let hint: String?
  let control: Control
  let error: String?
  let isFocused: Bool

  /// - Parameters:
  ///   - name: the name of the field.
  ///   - label: the label.
  ///   - hint: the rules for the value; `nil` for none.
  ///   - control: the form control with its value.
  ///   - error: the error message; `nil` if the value is valid.
  ///   - isFocused: true if the control is focused when the form opens.
  public init(
    _ name: String, label: String, hint: String? = nil, control: Control, error: String? = nil,
    isFocused: Bool = false
  ) {
    self.name = name
    self.label = label
    self.hint = hint
    self.control = control
    self.error = error
    self.isFocused = isFocused
  }

  public var body: some HTML {
    switch control {
    case .text(let text, let isNumber, let isRequired):
      Field(label, id: name, error: error, hint: hint) { field in
        input().type(.text).id(name).name(name).dir(.auto)
          .required(isRequired).autofocus(isFocused)
          .inputmode(isNumber ? .decimal : nil)
          .aria(.invalid, field.invalid).aria(.describedby, field.description)
          .value(text)
      }
    case .radios(let choices):
      fieldset {
        legend { label }
        div {
          ForEach(choices.enumerated().map { $0 }) { index, choice in
            Markup.label {
              input().type(.radio).name(name).value(choice.value)
                // The error summary links to the first button.
                .id(index == 0 ? name : nil).checked(choice.isSelected).required()
                .autofocus(isFocused && index == 0)
              choice.label
            }
          }
        }
        .class("choices")
        FieldErrorText(error, id: name)
        if let hint { p { hint }.class("hint").id("\(name)-hint") }
      }
      .class("field").aria(.describedby, descriptions)
    case .menu(let choices, let prompt):
      Field(label, id: name, error: error, hint: hint) { field in
        select {
          if let prompt { option { prompt }.value("") }
          ForEach(choices) { $0 }
        }
        .id(name).name(name).required().autofocus(isFocused)
        .aria(.invalid, field.invalid).aria(.describedby, field.description)
      }
    }
  }

  /// The ids of the elements that describe a group of radio buttons.
  private var descriptions: String? {
    let ids = [error.map { _ in "\(name)-error" }, hint.map { _ in "\(name)-hint" }]
      .compactMap { $0 }
    return ids.isEmpty ? nil : ids.joined(separator: " ")
  }
}
