package import ImmutableUI

/// The records that a form selects.
package struct SeveralForm: Hashable, Sendable {
  /// The maximum number of records, of several pages of a list.
  package static let limit = 500

  /// A selected record.
  struct Selected: Hashable, Sendable {
    let id: String
    /// The version that the visitor was asked about; `nil` before the question.
    let version: String?

    init(id: String, version: String?) {
      self.id = id
      self.version = version
    }

    init(_ text: String) {
      // Ids of forms have no colon.
      let colon = text.lastIndex(of: ":")
      id = String(text[..<(colon ?? text.endIndex)])
      version = colon.map { String(text[text.index(after: $0)...]) }
    }

    var text: String { version.map { "\(id):\($0)" } ?? id }
  }

  let selected: [Selected]
  /// The name of the field to change; `nil` for none.
  let field: String?
  let operationID: OperationID?
  /// The id of the operation; `nil` before the question.
  package var operation: String? { operationID?.text }

  /// Parses the fields of a form.
  ///
  /// - Parameters:
  ///   - values: the fields.
  ///   - makeID: returns the id of an operation that needs no question, because the form has the
  ///     new value; `nil` for a form that asks.
  /// - Throws: `MalformedRequest` if there are too many records.
  package init(_ values: NamedValues, makeID: (@Sendable () -> String)? = nil)
    throws(MalformedRequest)
  {
    var reader = ValueReader(values)
    let texts = values.values(of: "selected")
    if texts.count > Self.limit || values.isUndecodable("selected") {
      reader.reject("Select at most \(Self.limit) rows.")
    }
    var known: Set<String> = []
    selected = texts.map(Selected.init).filter { known.insert($0.id).inserted }
    field = reader.text("field")
    let hasValue = field.map { values.values(of: $0) != [""] && !values.values(of: $0).isEmpty }
    let operation = reader.text("operation") ?? (hasValue == true ? makeID?() : nil)
    if let operation, operation.utf8.count > 64 {
      reader.reject("The form’s “operation” is not valid.")
    }
    operationID = operation.map { [field] in
      OperationID($0, of: texts.sorted() + (field.map { [$0] + values.values(of: $0) } ?? []))
    }
    try reader.finish()
  }
}

extension Fields {
  /// The fields that can be changed in several records at once: those with few values, days
  /// and references.
  func changeable(in context: RecordsContext) -> [RecordField<Entity>] {
    editable.filter { field in
      field.choices(in: context) != nil || field.kind is DayKind || field.reference != nil
    }
  }
}
