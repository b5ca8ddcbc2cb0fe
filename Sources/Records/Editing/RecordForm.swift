public import ImmutableUI
import Look

/// The content of a record's editor, as the visitor entered it.
public struct RecordForm<Entity: Record>: Hashable, Sendable {
  /// The purpose of the form.
  public var purpose: FormPurpose
  /// The texts by field name.
  private var texts: [String: String]

  /// Creates a form with the content of a record.
  public init(purpose: FormPurpose, showing record: Entity = Entity()) {
    self.purpose = purpose
    texts = Dictionary(
      uniqueKeysWithValues: Entity.fields.map { ($0.name, $0.text(of: record)) })
  }

  /// Creates a form that updates a stored record.
  public init(editing entry: Entry<Entity>) {
    self.init(
      purpose: .update(id: entry.id, version: entry.record.version), showing: entry.record)
  }

  /// Parses the fields of a posted editor.
  ///
  /// - Throws: `MalformedRequest` if a field is missing. A group of radio buttons
  ///   without a selection submits nothing, so its field may be missing.
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

  /// Parses the texts of all fields into a record.
  ///
  /// - Throws: the error messages by field name, if a field is invalid.
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
  /// Returns the input of the field, with the entered text.
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

  /// Returns the entered text in the format in which pages display values.
  func shown(_ form: RecordForm<Entity>) -> String {
    let text = form[name]
    guard let value = try? kind.parse(text, label: label) else { return text }
    return kind.shown(value)
  }
}
