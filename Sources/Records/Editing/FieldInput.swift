public import ImmutableUI
public import Look
public import Markup

/// A labelled input of a form, with a hint and an error message.
///
/// ```swift
/// import Markup
///
/// let input = FieldInput(
///   "height", label: "Height", hint: "A whole number, in cm",
///   control: .text("120", type: .number))
/// print(input.renderedString())
/// ```
public struct FieldInput: Component, Hashable {
  /// The kinds of form control.
  public enum Control: Hashable, Sendable {
    /// A field of one line.
    case text(String, type: TextType = .text, isRequired: Bool = true)
    /// A field of several lines, which grows with its text.
    case lines(String, isRequired: Bool = true)
    /// A checkbox, which submits "yes" or nothing.
    case checkbox(isChecked: Bool)
    /// Radio buttons.
    case radios([Choice], isRequired: Bool = true)
    /// A menu, with the text that it shows while nothing is selected.
    case menu([Choice], prompt: String? = nil, isRequired: Bool = true)

    /// True if the control can submit nothing.
    var isOptional: Bool {
      switch self {
      case .checkbox, .radios, .menu: true
      case .text, .lines: false
      }
    }
  }

  /// The purpose of a field of one line, by which browsers choose a keyboard or a calendar.
  public enum TextType: Hashable, Sendable {
    case text, number, email, url, day, moment

    fileprivate var input: InputType {
      switch self {
      case .text, .number: .text
      case .email: .email
      case .url: .url
      case .day: .date
      case .moment: .datetimeLocal
      }
    }
  }

  let name: String
  let id: String
  let label: String
  let hint: String?
  let control: Control
  let error: String?
  let link: Link?
  let section: String?
  let isFocused: Bool

  /// - Parameters:
  ///   - name: the name of the field.
  ///   - id: the `id` of the control; `nil` for the name.
  ///   - label: the label.
  ///   - hint: the rules for the value; `nil` for none.
  ///   - control: the form control with its value.
  ///   - error: the error message; `nil` if the value is valid.
  ///   - link: a page that explains the error; `nil` for none.
  ///   - section: the heading above the input, if it begins a section of the form.
  ///   - isFocused: true if the control is focused when the form opens.
  public init(
    _ name: String, id: String? = nil, label: String, hint: String? = nil, control: Control,
    error: String? = nil, link: Link? = nil, section: String? = nil, isFocused: Bool = false
  ) {
    self.name = name
    self.id = id ?? name
    self.label = label
    self.hint = hint
    self.control = control
    self.error = error
    self.link = link
    self.section = section
    self.isFocused = isFocused
  }

  public var body: some HTML {
    if let section { h3 { section } }
    switch control {
    case .text(let text, let type, let isRequired):
      Field(label, id: id, error: error, link: link, hint: hint) { field in
        input().type(type.input).id(id).name(name).dir(.auto)
          .required(isRequired).autofocus(isFocused)
          .inputmode(type == .number ? .decimal : nil)
          .aria(.invalid, field.invalid).aria(.describedby, field.description)
          .value(text)
      }
    case .lines(let text, let isRequired):
      Field(label, id: id, error: error, link: link, hint: hint) { field in
        textarea { text }.rows(4).id(id).name(name).dir(.auto)
          .required(isRequired).autofocus(isFocused)
          .aria(.invalid, field.invalid).aria(.describedby, field.description)
      }
    case .checkbox(let isChecked):
      div {
        Markup.label {
          input().type(.checkbox).id(id).name(name).value("yes").checked(isChecked)
            .autofocus(isFocused).aria(.describedby, descriptions)
          label
        }
        FieldErrorText(error, id: id, link: link)
        if let hint { p { hint }.class("hint").id("\(id)-hint") }
      }
      .class("field check")
    case .radios(let choices, let isRequired):
      fieldset {
        legend { label }
        div {
          ForEach(choices.enumerated().map { $0 }) { index, choice in
            Markup.label {
              input().type(.radio).name(name).value(choice.value)
                // The error summary links to the first button.
                .id(index == 0 ? id : nil).checked(choice.isSelected).required(isRequired)
                .autofocus(isFocused && index == 0)
              choice.label
            }
          }
        }
        .class("choices")
        FieldErrorText(error, id: id, link: link)
        if let hint { p { hint }.class("hint").id("\(id)-hint") }
      }
      .class("field").aria(.describedby, descriptions)
    case .menu(let choices, let prompt, let isRequired):
      Field(label, id: id, error: error, link: link, hint: hint) { field in
        select {
          if let prompt { option { prompt }.value("") }
          ForEach(choices) { $0 }
        }
        // Without a prompt, something is selected anyway.
        .id(id).name(name).required(isRequired && prompt != nil).autofocus(isFocused)
        .aria(.invalid, field.invalid).aria(.describedby, field.description)
      }
    }
  }

  /// The ids of the elements that describe a checkbox or a group of radio buttons.
  private var descriptions: String? {
    let ids = [error.map { _ in "\(id)-error" }, hint.map { _ in "\(id)-hint" }]
      .compactMap { $0 }
    return ids.isEmpty ? nil : ids.joined(separator: " ")
  }
}
