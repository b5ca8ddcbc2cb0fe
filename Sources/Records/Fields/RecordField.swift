import Look
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
  /// True if the program writes the name of the visitor who adds a record.
  private(set) var isOwner = false
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
  var reference: (type: ObjectIdentifier, deletion: ReferenceDeletion)?
  private let access: any FieldAccess<Entity>

  init<Kind>(
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

// MARK: Changes

extension RecordField {
  /// Begins a section of the form and of the details, with a heading.
  public func section(_ title: String) -> Self { with { $0.section = title } }

  /// Shows the field on pages, and leaves it out of forms: the program sets it.
  public func readOnly() -> Self { with { $0.isReadOnly = true } }

  /// Writes the name of the visitor who adds a record into a text, and leaves it out of
  /// forms: see `Visitor`.
  public func owner() -> Self { readOnly().with { $0.isOwner = true } }

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

  /// Returns a function that tells whether a record has the value of a text.
  func condition(_ text: String, in context: RecordsContext) -> (Entity) -> Bool {
    access.condition(text, self.context(context))
  }

  /// The valid values, if they are few.
  func choices(in context: RecordsContext) -> [FieldChoice]? {
    kind.choices(in: self.context(context))
  }

  func control(_ text: String, in context: RecordsContext) -> FieldInput.Control {
    kind.control(text, in: self.context(context))
  }

  private func context(_ context: RecordsContext) -> FieldContext {
    FieldContext(label: label, isRequired: isRequired, records: context)
  }
}

extension FieldValue {
  /// The value as text, which reading it as imported text gives again.
  var text: String {
    switch self {
    case .text(let text): text
    case .whole(let number): "\(number)"
    case .decimal(let number): "\(number)"
    }
  }
}
