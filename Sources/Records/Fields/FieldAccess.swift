import Markup

/// The value of a field in records, whatever its kind.
protocol FieldAccess<Entity>: Sendable {
  associatedtype Entity: Record
  var isOptional: Bool { get }
  var isRequired: Bool { get }
  var isComputed: Bool { get }
  var anyKind: any FieldKind { get }
  var emptyColumn: FieldValue { get }
  func text(of record: Entity, _ now: Now) -> String
  func shown(_ record: Entity, _ field: FieldContext) -> String
  func link(in record: Entity, _ field: FieldContext) -> Href?
  func sortKey(of record: Entity, _ field: FieldContext) -> SortKey
  func column(of record: Entity) -> FieldValue?
  func set(_ column: FieldValue?, in record: inout Entity) -> Bool
  func parse(
    _ text: String, into record: inout Entity, _ field: FieldContext
  ) throws(InvalidField)
  func condition(_ text: String, _ field: FieldContext) -> (Entity) -> Bool
}

/// The value of a field of one kind.
struct Access<Entity: Record, Kind: FieldKind>: FieldAccess {
  let kind: Kind
  let isOptional: Bool
  let read: @Sendable (Entity, Now) -> Kind.Value?
  /// Returns false if the property cannot have the value; `nil` for a computed field.
  let write: (@Sendable (inout Entity, Kind.Value?) -> Bool)?

  var isRequired: Bool { kind.isRequired }
  var isComputed: Bool { write == nil }
  var anyKind: any FieldKind { kind }
  var emptyColumn: FieldValue { Kind.Column.emptyColumn }

  func text(of record: Entity, _ now: Now) -> String {
    read(record, now).map(kind.text) ?? ""
  }

  func shown(_ record: Entity, _ field: FieldContext) -> String {
    read(record, field.now).map { kind.shown($0, in: field) } ?? ""
  }

  func link(in record: Entity, _ field: FieldContext) -> Href? {
    read(record, field.now).flatMap { kind.link(to: $0, in: field) }
  }

  func sortKey(of record: Entity, _ field: FieldContext) -> SortKey {
    read(record, field.now).map { kind.sortKey(of: $0, in: field) } ?? .missing
  }

  func column(of record: Entity) -> FieldValue? {
    read(record, RecordsContext().now).map { kind.column(of: $0).fieldValue }
  }

  func set(_ column: FieldValue?, in record: inout Entity) -> Bool {
    guard let column else { return write?(&record, nil) ?? false }
    guard let value = Kind.Column(column).flatMap(kind.value) else { return false }
    return write?(&record, value) ?? false
  }

  func parse(
    _ text: String, into record: inout Entity, _ field: FieldContext
  ) throws(InvalidField) {
    guard let write else { return }
    if isOptional, text.allSatisfy(\.isWhitespace) {
      _ = write(&record, nil)
    } else {
      _ = write(&record, try kind.parse(text, in: field))
    }
  }

  func condition(_ text: String, _ field: FieldContext) -> (Entity) -> Bool {
    guard let value = try? kind.parse(text, in: field) else { return { _ in false } }
    return { read($0, field.now) == value }
  }
}
