public import Foundation
public import Look
import Markup

/// A field of a record: its name, label and kind, and access to its value.
///
/// The default name in forms, URLs and the database is the property's coding
/// key. The functions that change a field follow its declaration:
///
/// ```swift
/// struct Plant: Record {
///   var name = ""
///   var note = ""
///   static let fields: Fields<Plant> = [
///     .text(\.name, 1...200), .lines(\.note, 0...2_000).section("Care"),
///   ]
/// }
/// print(Plant.fields["name"]?.shown(Plant(name: "Rose")) ?? "")  // Rose
/// ```
public struct RecordField<Entity: Record>: Sendable {
  /// The name in forms, URLs and the database.
  public let name: String
  /// The label on pages.
  public let label: String
  /// A short description of the valid values; `nil` for none.
  public let hint: String?
  /// The heading above the field, if it begins a section; otherwise `nil`.
  public private(set) var section: String?
  /// True if forms do not contain the field.
  public private(set) var isReadOnly: Bool
  /// True if the search looks in the field.
  public private(set) var isSearched: Bool
  /// True if rows of the list contain the value.
  public private(set) var isInRows: Bool
  /// The style of the badge in rows of the list; `nil` for none.
  private(set) var badge: BadgeStyle?
  /// The coding key of the property; `nil` if it is unknown.
  let key: String?
  /// The property; `nil` for a computed field.
  let property: (any AnyKeyPathValue)?
  /// The type of the records that the field refers to, and what their deletion does.
  private(set) var reference: (type: ObjectIdentifier, deletion: ReferenceDeletion)?
  private let access: any FieldAccess<Entity>

  fileprivate init<Kind>(
    _ access: Access<Entity, Kind>, of property: (any AnyKeyPathValue)?, _ name: String?,
    _ label: String?, _ hint: String?
  ) {
    let kind = access.kind
    self.access = access
    self.property = property
    let write = access.write
    key = write.flatMap { write in
      CodingKeys.changed { record in
        let old = access.read(record, RecordsContext().now)
        _ = write(&record, kind.examples.first { $0 != old })
      }
    }
    self.name = name ?? key ?? ""
    self.label = label ?? words(self.name)
    isReadOnly = write == nil
    let rules = [access.isOptional || !kind.isRequired ? "Optional" : nil, kind.hint]
      .compactMap { $0 }
    self.hint =
      hint ?? (rules.isEmpty || write == nil ? nil : rules.joined(separator: ". "))
    isSearched = kind.isSearched
    isInRows = kind.isSelfExplanatory
  }
}

/// A key path that can be compared with others.
typealias AnyKeyPathValue = AnyKeyPath & Sendable

// MARK: Kinds

extension RecordField {
  /// Creates a field of any kind. See `FieldKind`.
  ///
  /// - Parameters:
  ///   - keyPath: the property of the record.
  ///   - kind: the kind of its values.
  ///   - name: the name in forms, URLs and the database; by default the coding key.
  ///   - label: the label on pages; by default the name in words.
  ///   - hint: a short description of the valid values; by default that of the kind.
  public static func field<Kind: FieldKind>(
    _ keyPath: any WritableKeyPath<Entity, Kind.Value> & Sendable, _ kind: Kind,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    let access = Access<Entity, Kind>(kind, isOptional: false) { record, _ in
      record[keyPath: keyPath]
    } write: { record, value in
      guard let value else { return false }
      record[keyPath: keyPath] = value
      return true
    }
    return Self(access, of: keyPath, name, label, hint)
  }

  /// Creates an optional field of any kind. See `FieldKind`.
  public static func field<Kind: FieldKind>(
    _ keyPath: any WritableKeyPath<Entity, Kind.Value?> & Sendable, _ kind: Kind,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, kind, name, label, hint)
  }

  private static func property<Property: FieldProperty, Kind: FieldKind<Property.Content>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable, _ kind: Kind,
    _ name: String?, _ label: String?, _ hint: String?
  ) -> Self {
    let access = Access<Entity, Kind>(kind, isOptional: Property.isOptional) { record, _ in
      record[keyPath: keyPath].content
    } write: { record, value in
      guard let property = Property(content: value) else { return false }
      record[keyPath: keyPath] = property
      return true
    }
    return Self(access, of: keyPath, name, label, hint)
  }

  /// Creates a text field.
  ///
  /// - Parameters:
  ///   - keyPath: the property of the record. Like those of all kinds it can be
  ///     optional.
  ///   - characters: the valid lengths in characters; from 0 for a text that can be
  ///     empty.
  ///   - name: the name in forms, URLs and the database; by default the coding
  ///     key.
  ///   - label: the label on pages; by default the name in words.
  ///   - hint: a short description of the valid values; by default the range.
  public static func text<Property: FieldProperty<String>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable, _ characters: ClosedRange<Int>,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, TextKind(characters), name, label, hint)
  }

  /// Creates a field for a text of several lines. See `text`.
  public static func lines<Property: FieldProperty<String>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable, _ characters: ClosedRange<Int>,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, TextKind(characters, form: .lines), name, label, hint)
  }

  /// Creates a field for an e-mail address. See `text`.
  public static func email<Property: FieldProperty<String>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, TextKind(1...254, form: .email), name, label, hint)
  }

  /// Creates a field for the address of a web page. See `text`.
  public static func webAddress<Property: FieldProperty<String>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, TextKind(1...2_000, form: .webAddress), name, label, hint)
  }

  /// Creates an integer field with its valid values and the unit of measure, such as "cm".
  /// See `text`.
  public static func whole<Property: FieldProperty<Int>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable, _ range: ClosedRange<Int>,
    unit: String? = nil, named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, WholeKind(range, unit: unit), name, label, hint)
  }

  /// Creates a decimal field with its valid values and the unit of measure, such as "°C".
  /// See `text`.
  public static func decimal<Property: FieldProperty<Double>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable, _ range: ClosedRange<Double>,
    unit: String? = nil, named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, DecimalKind(range, unit: unit), name, label, hint)
  }

  /// Creates a field for yes or no: a checkbox. See `text`.
  public static func flag<Property: FieldProperty<Bool>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, FlagKind(), name, label, hint)
  }

  /// Creates a field for a day. See `text`.
  public static func day<Property: FieldProperty<Day>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, DayKind(), name, label, hint)
  }

  /// Creates a field for a point in time, with the time zone of the form and of the pages.
  /// See `text`.
  public static func moment<Property: FieldProperty<Date>>(
    _ keyPath: any WritableKeyPath<Entity, Property> & Sendable, in zone: Zone = .utc,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    property(keyPath, MomentKind(in: zone), name, label, hint)
  }

  /// Creates a choice between the cases of an enumeration. See `text`.
  public static func choice<Choice>(
    _ keyPath: any WritableKeyPath<Entity, Choice> & Sendable,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self where Choice: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
    field(keyPath, ChoiceKind<Choice>(), named: name, label: label, hint: hint)
  }

  /// Creates an optional choice between the cases of an enumeration. See `text`.
  public static func choice<Choice>(
    _ keyPath: any WritableKeyPath<Entity, Choice?> & Sendable,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self where Choice: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
    field(keyPath, ChoiceKind<Choice>(), named: name, label: label, hint: hint)
  }

  /// Creates a reference to a record of the same or of another guide. See `text`.
  public static func reference<Target>(
    _ keyPath: any WritableKeyPath<Entity, Reference<Target>> & Sendable,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    var field = property(keyPath, ReferenceKind<Target>(), name, label, hint)
    field.reference = (ObjectIdentifier(Target.self), .refuse)
    return field
  }

  /// Creates an optional reference to a record of the same or of another guide, which is
  /// cleared when the record is deleted, or prevents that. See `text`.
  public static func reference<Target>(
    _ keyPath: any WritableKeyPath<Entity, Reference<Target>?> & Sendable,
    whenDeleted deletion: ReferenceDeletion = .clear,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    var field = property(keyPath, ReferenceKind<Target>(), name, label, hint)
    field.reference = (ObjectIdentifier(Target.self), deletion)
    return field
  }

  /// Creates a field that is not stored, but computed from the record and the time.
  ///
  /// - Parameters:
  ///   - label: the label on pages, from which the name follows.
  ///   - hint: a short description of the value.
  ///   - value: returns the value, of a type such as `Bool`, `Int` or `String?`.
  public static func computed<Property: FieldProperty>(
    _ label: String, hint: String? = nil,
    value: @escaping @Sendable (_ record: Entity, _ now: Now) -> Property
  ) -> Self where Property.Content: FieldContent {
    computed(label, Property.Content.kind, hint) { value($0, $1).content }
  }

  /// Creates a field whose computed value is a case of an enumeration.
  public static func computed<Choice>(
    _ label: String, hint: String? = nil,
    value: @escaping @Sendable (_ record: Entity, _ now: Now) -> Choice
  ) -> Self where Choice: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
    computed(label, ChoiceKind<Choice>(), hint) { value($0, $1) }
  }

  private static func computed<Kind: FieldKind>(
    _ label: String, _ kind: Kind, _ hint: String?,
    read: @escaping @Sendable (Entity, Now) -> Kind.Value?
  ) -> Self {
    Self(
      Access(kind, isOptional: true, read: read, write: nil), of: nil, identifier(of: label), label,
      hint)
  }
}

// MARK: Changes

extension RecordField {
  /// Begins a section of the form and of the details, with a heading.
  public func section(_ title: String) -> Self { with { $0.section = title } }

  /// Shows the field on pages, and leaves it out of forms: the program sets it.
  public func readOnly() -> Self { with { $0.isReadOnly = true } }

  /// Makes the search look in the field, or not. By default it looks in texts.
  public func searched(_ isSearched: Bool = true) -> Self { with { $0.isSearched = isSearched } }

  /// Shows the value in rows of the list, or not. By default rows contain values that
  /// need no label.
  public func inRows(_ isInRows: Bool = true) -> Self { with { $0.isInRows = isInRows } }

  /// Shows the value in rows of the list as a badge, that of yes as the label.
  ///
  /// - Parameter isWarning: true if the value asks for action.
  public func badge(isWarning: Bool = false) -> Self {
    with { $0.badge = isWarning ? .warning : .plain }
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var field = self
    change(&field)
    return field
  }
}

// MARK: Values

extension RecordField {
  /// True if the value is computed, and not stored.
  public var isComputed: Bool { access.isComputed }

  /// True if the value can be missing.
  var isOptional: Bool { access.isOptional }

  /// True if forms require a value.
  public var isRequired: Bool { !access.isOptional && access.isRequired }

  /// True if the text of the search is the same at any time.
  var isTextOfRecord: Bool { !isComputed && reference == nil }

  /// The kind of the values.
  var kind: any FieldKind { access.anyKind }

  /// Returns the value of the field in a record, formatted for an input.
  public func text(of record: Entity) -> String { access.text(of: record, RecordsContext().now) }

  /// Returns the value of the field in a record, formatted for display.
  public func shown(_ record: Entity) -> String { shown(record, in: RecordsContext()) }

  func text(of record: Entity, at now: Now) -> String { access.text(of: record, now) }

  func shown(_ record: Entity, in context: RecordsContext) -> String {
    access.shown(record, self.context(context))
  }

  func link(in record: Entity, in context: RecordsContext) -> Href? {
    access.link(in: record, self.context(context))
  }

  /// Returns the text in the row of a record, with the label if it needs one; `nil` for
  /// none.
  func note(of record: Entity, in context: RecordsContext) -> String? {
    let text = shown(record, in: context)
    if text.isEmpty { return nil }
    return kind.isSelfExplanatory ? text : "\(label.uncapitalised) \(text)"
  }

  /// Returns the badge in the row of a record; `nil` for none.
  func badge(of record: Entity, in context: RecordsContext) -> Badge? {
    guard let badge else { return nil }
    if kind is FlagKind {
      return text(of: record, at: context.now) == "yes" ? Badge(label, style: badge) : nil
    }
    let text = shown(record, in: context)
    return text.isEmpty ? nil : Badge(text, style: badge)
  }

  /// Returns the value of the column; `nil` for a missing value.
  public func value(of record: Entity) -> FieldValue? { access.column(of: record) }

  /// The value of an empty column, which has its type.
  var emptyColumn: FieldValue { access.emptyColumn }

  /// Sets the value of the field in a record. A missing value of a field that was
  /// optional in an earlier version leaves the record as it is.
  ///
  /// - Throws: `RecordsError.unknownValue` if the field cannot have the value.
  func set(_ value: FieldValue?, in record: inout Entity) throws(RecordsError) {
    if value == nil, !access.isOptional { return }
    guard access.set(value, in: &record) else {
      throw .unknownValue(label: label, value: value.map { "\($0.text)" } ?? "")
    }
  }

  /// Parses the text of an input into a record.
  func parse(
    _ text: String, into record: inout Entity, in context: RecordsContext = .init()
  ) throws(InvalidField) {
    try access.parse(text, into: &record, self.context(context))
  }

  /// Makes an optional value missing.
  func clear(in record: inout Entity) { _ = access.set(nil, in: &record) }

  /// Returns a function for the sort keys of many records.
  func sortKeys(in context: RecordsContext) -> (Entity) -> SortKey {
    let context = self.context(context)
    return { [access] in access.sortKey(of: $0, context) }
  }

  /// The valid values, if they are few.
  func choices(in context: RecordsContext) -> [FieldChoice]? {
    access.choices(in: self.context(context))
  }

  func control(_ text: String, in context: RecordsContext) -> FieldInput.Control {
    access.control(text, self.context(context))
  }

  private func context(_ context: RecordsContext) -> FieldContext {
    FieldContext(label: label, isRequired: isRequired, records: context)
  }
}

extension FieldValue {
  /// The value as text, for messages.
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .whole(let number): "\(number)"
    case .decimal(let number): "\(number)"
    }
  }
}

/// The value of a field in records, whatever its kind.
private protocol FieldAccess<Entity>: Sendable {
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
  func choices(in field: FieldContext) -> [FieldChoice]?
  func control(_ text: String, _ field: FieldContext) -> FieldInput.Control
}

private struct Access<Entity: Record, Kind: FieldKind>: FieldAccess {
  let kind: Kind
  let isOptional: Bool
  let read: @Sendable (Entity, Now) -> Kind.Value?
  /// Returns false if the property cannot have the value; `nil` for a computed field.
  let write: (@Sendable (inout Entity, Kind.Value?) -> Bool)?

  init(
    _ kind: Kind, isOptional: Bool, read: @escaping @Sendable (Entity, Now) -> Kind.Value?,
    write: (@Sendable (inout Entity, Kind.Value?) -> Bool)?
  ) {
    self.kind = kind
    self.isOptional = isOptional
    self.read = read
    self.write = write
  }

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

  func choices(in field: FieldContext) -> [FieldChoice]? { kind.choices(in: field) }

  func control(_ text: String, _ field: FieldContext) -> FieldInput.Control {
    kind.control(text, in: field)
  }
}
