/// A field of a record: its name, and how its values are read and written.
///
/// Its name in forms, addresses and the file is the key under which `Codable`
/// encodes it.
public struct RecordField<Entity: Record>: Sendable {
  /// The name in forms, addresses and the file.
  public let name: String
  /// The name on pages.
  public let label: String
  /// A description of what can be entered, in a few words.
  public let hint: String?
  /// The values that it can have.
  public let kind: FieldKind
  /// The key under which the record encodes it; `nil` where it is not known.
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

  /// A text.
  ///
  /// - Parameters:
  ///   - keyPath: where the record has it.
  ///   - characters: how many it may have; none where it is optional.
  ///   - name: the name in forms, addresses and the file.
  ///   - label: the name on pages.
  ///   - hint: what can be entered.
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

  /// A whole number. See `text`.
  ///
  /// - Parameter unit: what it counts or measures, as "cm".
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

  /// A number. See `text`.
  ///
  /// - Parameter unit: what it counts or measures, as "°C".
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

  /// One of the cases of an enumeration. See `text`.
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
  /// The value of a record.
  public func value(of record: Entity) -> FieldValue { read(record) }

  /// The value of a record as it stands in an input.
  public func text(of record: Entity) -> String { kind.text(of: read(record)) }

  /// The value of a record as it stands on a page.
  public func shown(_ record: Entity) -> String { kind.shown(read(record)) }

  /// Gives a record a value.
  ///
  /// - Throws: `RecordsError.unknownValue` for one that the field cannot have.
  func set(_ value: FieldValue, in record: inout Entity) throws(RecordsError) {
    guard write(&record, value) else {
      throw .unknownValue(label: label, value: kind.text(of: value))
    }
  }

  /// Reads what was typed into a record.
  func parse(_ text: String, into record: inout Entity) throws(InvalidField) {
    let value = try kind.parse(text, label: label)
    _ = write(&record, value)
  }
}
