package import Durable

/// A row of the table of a type of record, with a column for each field.
package struct RecordRow<Entity: Record>: StoredRow {
  package static var table: String { Entity.names.path }
  package static var retiredColumns: [String] { Entity.retiredFields }

  package private(set) var id: String
  /// The values of the fields that are stored.
  private var values: [Durable.ColumnValue]

  package init() { self.init(id: "", Entity()) }

  package init(id: String, _ record: Entity) {
    self.id = id
    values = Entity.fields.stored.map { Durable.ColumnValue($0.value(of: record)) }
  }

  package var key: String { id }

  package mutating func pass<Format: RowFormat>(
    through format: inout Format
  ) throws(Format.Failure) {
    try format.pass("id", &id)
    for (index, field) in Entity.fields.stored.enumerated() {
      try format.pass(
        field.name, &values[index], as: field.columnType, isOptional: field.isOptional)
    }
  }

  /// Returns the record.
  ///
  /// - Throws: `RecordsError.unknownValue` if a field cannot have a value.
  package func record() throws(RecordsError) -> Entity {
    var record = Entity()
    for (field, value) in zip(Entity.fields.stored, values) {
      try field.set(FieldValue(value), in: &record)
    }
    return record
  }
}

extension RecordField {
  /// The type of the column.
  fileprivate var columnType: ColumnType {
    switch emptyColumn {
    case .text: .text
    case .whole: .integer
    case .decimal: .real
    }
  }
}

extension Durable.ColumnValue {
  init(_ value: FieldValue?) {
    self =
      switch value {
      case .text(let text): .text(text)
      case .whole(let number): .integer(number)
      case .decimal(let number): .real(number)
      case nil: .null
      }
  }
}

extension FieldValue {
  fileprivate init?(_ value: Durable.ColumnValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let number): self = .whole(number)
    case .real(let number): self = .decimal(number)
    case .null, .flag, .texts: return nil
    }
  }
}
