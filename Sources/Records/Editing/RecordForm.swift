public import ImmutableUI
import Look

/// The text that was typed into the editor of a record, as it was typed.
public struct RecordForm<Entity: Record>: Hashable, Sendable {
  /// The purpose of the form.
  public var purpose: FormPurpose
  /// The texts, by the names of the fields.
  private var texts: [String: String]

  /// A form that shows a record.
  public init(purpose: FormPurpose, showing record: Entity = Entity()) {
    self.purpose = purpose
    texts = Dictionary(
      uniqueKeysWithValues: Entity.fields.map { ($0.name, $0.text(of: record)) })
  }

  /// A form that shows a record that exists.
  public init(editing entry: Entry<Entity>) {
    self.init(
      purpose: .update(id: entry.id, version: entry.record.version), showing: entry.record)
  }

  /// Reads the fields of a posted editor.
  ///
  /// - Throws: `MalformedRequest` where fields are missing that every editor has. A
  ///   radio button that was not chosen sends nothing: that is no error here.
  public init(_ values: NamedValues, isNew: Bool) throws(MalformedRequest) {
    var reader = ValueReader(values)
    purpose = isNew ? FormPurpose(adding: &reader) : FormPurpose(updating: &reader)
    texts = [:]
    for field in Entity.fields {
      texts[field.name] =
        if case .choice = field.kind {
          reader.text(field.name) ?? ""
        } else {
          reader.field(field.name)
        }
    }
    try reader.finish()
  }

  /// The text of a field.
  public subscript(name: String) -> String {
    get { texts[name] ?? "" }
    set { texts[name] = newValue }
  }

  /// The record that the form asks for.
  ///
  /// - Throws: what is wrong, by the names of the fields.
  public func record() throws(FieldErrors<String>) -> Entity {
    var record = Entity()
    var errors = FieldErrors<String>()
    for field in Entity.fields {
      do throws(InvalidField) {
        try field.parse(self[field.name], into: &record)
      } catch {
        errors.add(error.message, to: field.name)
      }
    }
    guard errors.isEmpty else { throw errors }
    return record
  }
}

extension RecordField {
  /// The input of a form, with what was typed into it.
  func input(_ form: RecordForm<Entity>, error: String?, isFocused: Bool) -> FieldInput {
    let text = form[name]
    let control: FieldInput.Control
    switch kind {
    case .text: control = .text(text, isRequired: kind.isRequired)
    case .whole, .decimal: control = .text(text, isNumber: true)
    case .choice(let choices):
      let choices = choices.map {
        Choice(value: $0.value, label: $0.label, isSelected: $0.value == text)
      }
      let isChosen = choices.contains(where: \.isSelected)
      control =
        choices.count <= 5
        ? .radios(choices)
        : .menu(choices, prompt: isChosen ? nil : "Choose the \(label.uncapitalised)")
    }
    return FieldInput(
      name, label: label, hint: hint, control: control, error: error, isFocused: isFocused)
  }

  /// The text that was typed, as the page shows values.
  func shown(_ form: RecordForm<Entity>) -> String {
    let text = form[name]
    guard let value = try? kind.parse(text, label: label) else { return text }
    return kind.shown(value)
  }
}
