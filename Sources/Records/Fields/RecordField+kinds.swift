public import Foundation
public import Look

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
    let access = Access<Entity, Kind>(kind: kind, isOptional: false) { record, _ in
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
    let access = Access<Entity, Kind>(kind: kind, isOptional: Property.isOptional) { record, _ in
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
      Access(kind: kind, isOptional: true, read: read, write: nil), of: nil, identifier(of: label),
      label,
      hint)
  }
}
