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
      uniqueKeysWithValues: Entity.fields.editable.map { ($0.name, $0.text(of: record)) })
  }

  /// Creates a form that updates a stored record.
  public init(editing entry: Entry<Entity>) {
    self.init(
      purpose: .update(id: entry.id, version: entry.record.version), showing: entry.record)
  }

  /// Parses the fields of a posted editor.
  ///
  /// - Parameters:
  ///   - values: the values of the form.
  ///   - isNew: true if the form adds a record.
  /// - Throws: `MalformedRequest` if a required field is missing. A checkbox, or a group of
  ///   radio buttons without a selection, submits nothing, so its field may be missing. So may
  ///   an optional one, which the page of an earlier version does not have: it keeps its value.
  public init(_ values: NamedValues, isNew: Bool) throws(MalformedRequest) {
    var reader = ValueReader(values)
    purpose =
      isNew
      ? FormPurpose(adding: &reader) : FormPurpose(updating: &reader, id: Entity.idField)
    texts = [:]
    for field in Entity.fields.editable {
      if field.control("", in: RecordsContext()).isOptional {
        texts[field.name] = reader.text(field.name) ?? ""
      } else if field.isRequired || !values.values(of: field.name).isEmpty {
        texts[field.name] = reader.field(field.name)
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
  /// - Parameter stored: the record that is edited, whose read-only fields are kept.
  /// - Throws: the error messages by field name, if a field is invalid or a rule of the
  ///   record is broken.
  public func record(editing stored: Entity? = nil) throws(FieldErrors<String>) -> Entity {
    try record(editing: stored, in: RecordsContext())
  }

  package func record(
    editing stored: Entity?, in context: RecordsContext
  ) throws(FieldErrors<String>) -> Entity {
    var record = stored ?? Entity()
    var errors = FieldErrors<String>()
    for field in Entity.fields.editable where texts[field.name] != nil {
      do throws(InvalidField) {
        try field.parse(self[field.name], into: &record, in: context)
      } catch {
        errors.add(error.message, to: field.name)
      }
    }
    record.check(adding: &errors)
    guard errors.isEmpty else { throw errors }
    return record
  }
}

extension RecordField {
  /// Returns the input of the field, with the entered text.
  func input(
    _ form: RecordForm<Entity>, error: FieldErrors<String>.FieldError?, isFocused: Bool,
    in context: RecordsContext
  ) -> FieldInput {
    FieldInput(
      name, label: label, hint: hint, control: control(form[name], in: context),
      error: error?.message, link: error?.link, section: section, isFocused: isFocused)
  }

  /// Returns the entered text in the format in which pages display values.
  func shown(_ form: RecordForm<Entity>, in context: RecordsContext) -> String {
    var record = Entity()
    guard (try? parse(form[name], into: &record, in: context)) != nil else { return form[name] }
    return shown(record, in: context)
  }
}
