/// A field of a record: its name, label and type, and access to its value.
///
/// The default name in forms, URLs and the database is the property's coding
/// key.
///
/// ```swift
/// struct Plant: Record {
///   var name = ""
///   static let fields: Fields<Plant> = [.text(\.name, 1...200)]
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
  /// The type with its valid values.
  public let kind: FieldKind
  /// The coding key of the property; `nil` if it is unknown.
  let key: String?
  private let read: @Sendable (Entity) -> FieldValue
  private let write: @Sendable (inout Entity, FieldValue) -> Bool

  private init(
    _ kind: FieldKind, _ name: String?, _ label: String?, _ hint: String?,
    changing change: (inout Entity) -> Void,
    read: @escaping @Sendable (Entity) -> FieldValue,
    write: @escaping @Sendable (inout Entity, FieldValue) -> Bool
  ) {
    key = CodingKeys.changed(by: change)
    self.name = name ?? key ?? ""
    self.label = label ?? words(self.name)
    self.hint = hint ?? kind.hint
    self.kind = kind
    self.read = read
    self.write = write
  }

  /// Creates a text field.
  ///
  /// - Parameters:
  ///   - keyPath: the property of the record.
  ///   - characters: the valid lengths in characters; from 0 for an optional
  ///     text.
  ///   - name: the name in forms, URLs and the database; by default the coding
  ///     key.
  ///   - label: the label on pages; by default the name in words.
  ///   - hint: a short description of the valid values; by default the range.
  public static func text(
    _ keyPath: any WritableKeyPath<Entity, String> & Sendable, _ characters: ClosedRange<Int>,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    Self(.text(characters), name, label, hint) {
      $0[keyPath: keyPath] += "x"
    } read: {
      .text($0[keyPath: keyPath])
    } write: { record, value in
      guard case .text(let text) = value else { return false }
      record[keyPath: keyPath] = text
      return true
    }
  }

  /// Creates an integer field.
  ///
  /// - Parameters:
  ///   - keyPath: the property of the record.
  ///   - range: the valid values.
  ///   - unit: the unit of measure, such as "cm"; `nil` for none.
  ///   - name: the name in forms, URLs and the database; by default the coding
  ///     key.
  ///   - label: the label on pages; by default the name in words.
  ///   - hint: a short description of the valid values; by default the range.
  public static func whole(
    _ keyPath: any WritableKeyPath<Entity, Int> & Sendable, _ range: ClosedRange<Int>,
    unit: String? = nil, named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    Self(.whole(range, unit: unit), name, label, hint) {
      $0[keyPath: keyPath] &+= 1
    } read: {
      .whole($0[keyPath: keyPath])
    } write: { record, value in
      guard case .whole(let number) = value else { return false }
      record[keyPath: keyPath] = number
      return true
    }
  }

  /// Creates a decimal field.
  ///
  /// - Parameters:
  ///   - keyPath: the property of the record.
  ///   - range: the valid values.
  ///   - unit: the unit of measure, such as "°C"; `nil` for none.
  ///   - name: the name in forms, URLs and the database; by default the coding
  ///     key.
  ///   - label: the label on pages; by default the name in words.
  ///   - hint: a short description of the valid values; by default the range.
  public static func decimal(
    _ keyPath: any WritableKeyPath<Entity, Double> & Sendable, _ range: ClosedRange<Double>,
    unit: String? = nil, named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    Self(.decimal(range, unit: unit), name, label, hint) {
      $0[keyPath: keyPath] = $0[keyPath: keyPath] == 0 ? 1 : 0
    } read: {
      .decimal($0[keyPath: keyPath])
    } write: { record, value in
      guard case .decimal(let number) = value else { return false }
      record[keyPath: keyPath] = number
      return true
    }
  }

  /// Creates a choice between the cases of an enumeration. See `text`.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ keyPath: any WritableKeyPath<Entity, Choice> & Sendable,
    named name: String? = nil, label: String? = nil, hint: String? = nil
  ) -> Self {
    let choices = Choice.allCases.map {
      FieldChoice(value: $0.rawValue, label: words($0.rawValue))
    }
    return Self(.choice(choices), name, label, hint) { record in
      let old = record[keyPath: keyPath].rawValue
      if let other = Choice.allCases.first(where: { $0.rawValue != old }) {
        record[keyPath: keyPath] = other
      }
    } read: {
      .text($0[keyPath: keyPath].rawValue)
    } write: { record, value in
      guard case .text(let text) = value, let choice = Choice(rawValue: text) else {
        return false
      }
      record[keyPath: keyPath] = choice
      return true
    }
  }
}

extension RecordField {
  /// Returns the value of the field in a record.
  public func value(of record: Entity) -> FieldValue { read(record) }

  /// Returns the value of the field in a record, formatted for an input.
  public func text(of record: Entity) -> String { kind.text(of: read(record)) }

  /// Returns the value of the field in a record, formatted for display.
  public func shown(_ record: Entity) -> String { kind.shown(read(record)) }

  /// Sets the value of the field in a record.
  ///
  /// - Throws: `RecordsError.unknownValue` if the field cannot have the value.
  func set(_ value: FieldValue, in record: inout Entity) throws(RecordsError) {
    guard write(&record, value) else {
      throw .unknownValue(label: label, value: kind.text(of: value))
    }
  }

  /// Parses the text of an input into a record.
  func parse(_ text: String, into record: inout Entity) throws(InvalidField) {
    let value = try kind.parse(text, label: label)
    _ = write(&record, value)
  }
}
