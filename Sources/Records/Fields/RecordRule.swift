import HashTreeCollections
public import ImmutableUI

/// A rule that involves several fields of a record, or several records.
///
/// Forms report it together with the errors of single fields. The reducer refuses a
/// record that breaks a rule, so that no part of the program has to ask before.
///
/// ```swift
/// struct Loan: Record {
///   var title = ""
///   var shelf = ""
///   var lent = Day.today
///   var due: Day?
///   static let fields: Fields<Loan> = [
///     .text(\.title, 1...200), .text(\.shelf, 0...20), .day(\.lent), .day(\.due),
///   ]
///   static let rules: [RecordRule<Loan>] = [
///     .unique(\.title, \.shelf),
///     .check(\.due, \.lent, message: "Enter a day after the loan.") { loan in
///       loan.due.map { $0 > loan.lent } ?? true
///     },
///   ]
/// }
/// ```
public struct RecordRule<Entity: Record>: Sendable {
  fileprivate enum Kind: Sendable {
    case check(@Sendable (Entity) -> String?)
    case unique
  }

  fileprivate let kind: Kind
  private let properties: [any AnyKeyPathValue]

  /// The fields in the order of the declaration. An unknown property ends the program at its
  /// first start.
  var fields: [RecordField<Entity>] {
    properties.map { property in
      guard let field = Entity.fields[property], !field.isComputed else {
        refuseDeclaration("A rule of \(Entity.self) names \(property), which is not a field.")
      }
      return field
    }
  }

  /// Requires a condition.
  ///
  /// - Parameters:
  ///   - properties: the fields of the condition. The first one shows the message.
  ///   - message: a sentence that tells the visitor what to enter.
  ///   - condition: returns true if the record is valid. It is called if each of the
  ///     fields is valid for itself.
  public static func check(
    _ properties: any PartialKeyPath<Entity> & Sendable..., message: String,
    condition: @escaping @Sendable (Entity) -> Bool
  ) -> Self {
    Self(kind: .check { condition($0) ? nil : message }, properties: properties)
  }

  /// Requires a condition whose message depends on the record.
  ///
  /// - Parameters:
  ///   - properties: the fields of the condition. The first one shows the message.
  ///   - problem: returns the message; `nil` if the record is valid. It is called if
  ///     each of the fields is valid for itself.
  public static func check(
    _ properties: any PartialKeyPath<Entity> & Sendable...,
    problem: @escaping @Sendable (Entity) -> String?
  ) -> Self {
    Self(kind: .check(problem), properties: properties)
  }

  /// Allows one record with a value, or with a combination of values. Missing and empty
  /// values are not compared.
  public static func unique(_ properties: any PartialKeyPath<Entity> & Sendable...) -> Self {
    Self(kind: .unique, properties: properties)
  }
}

extension Record {
  /// The fields that have to be unique together, by rule.
  static var uniqueFields: [[RecordField<Self>]] {
    rules.compactMap { if case .unique = $0.kind { $0.fields } else { nil } }
  }

  /// Adds the errors of the rules within a record to those of its fields.
  func check(adding errors: inout FieldErrors<String>) {
    for rule in Self.rules {
      guard case .check(let problem) = rule.kind else { continue }
      let fields = rule.fields
      guard let field = fields.first, fields.allSatisfy({ errors[$0.name] == nil }),
        let message = problem(self)
      else { continue }
      errors.add(message, to: field.name)
    }
  }
}

extension RecordsState {
  /// Checks the rules of a record that is about to be saved.
  ///
  /// - Throws: the errors by field name, with links to records that have the same values.
  public func check(_ record: Entity, id: String) throws(FieldErrors<String>) {
    var errors = FieldErrors<String>()
    record.check(adding: &errors)
    for fields in Entity.uniqueFields {
      guard let other = others(with: record, in: fields).first(where: { $0 != id }),
        let found = records[other]
      else { continue }
      errors.add(
        Self.message(fields), to: fields[0].name,
        link: Self.link(to: Entry(id: other, record: found)))
    }
    guard errors.isEmpty else { throw errors }
  }

  /// Checks an operation on several records that is about to be saved: what each change
  /// replaces, and the rules.
  ///
  /// - Throws: `RecordsError.stale` if a record has changed since; otherwise the errors of
  ///   the first record that breaks a rule.
  func check(_ edits: [RecordEdit<Entity>]) throws {
    for edit in edits where records[edit.id] != edit.old { throw RecordsError.stale }
    if let problem = problems(of: edits, limit: 1).first { throw problem.errors }
  }

  /// Returns the changes that break a rule, by position.
  func problems(
    of edits: [RecordEdit<Entity>], limit: Int
  ) -> [(position: Int, errors: FieldErrors<String>)] {
    var problems: [Int: FieldErrors<String>] = [:]
    for (position, edit) in edits.enumerated() {
      guard problems.count < limit else { break }
      guard let record = edit.new else { continue }
      var errors = FieldErrors<String>()
      record.check(adding: &errors)
      if !errors.isEmpty { problems[position] = errors }
    }
    for (position, fields, other) in duplicates(after: edits) {
      guard problems.count < limit || problems[position] != nil else { continue }
      problems[position, default: FieldErrors()].add(
        Self.message(fields), to: fields[0].name, link: Self.link(to: other))
    }
    return problems.sorted { $0.key < $1.key }.map { (position: $0.key, errors: $0.value) }
  }

  /// True if no change gives a record the unique values of another one.
  func hasUniqueValues(after edits: [RecordEdit<Entity>]) -> Bool {
    duplicates(after: edits).isEmpty
  }

  /// Returns the changes that give a record the unique values of another one, and the other one.
  private func duplicates(
    after edits: [RecordEdit<Entity>]
  ) -> [(position: Int, fields: [RecordField<Entity>], other: Entry<Entity>)] {
    var duplicates: [(position: Int, fields: [RecordField<Entity>], other: Entry<Entity>)] = []
    let changed = Entity.uniqueFields.isEmpty ? [] : Set(edits.map(\.id))
    for fields in Entity.uniqueFields {
      var owners: [[FieldValue]: Entry<Entity>] = [:]
      for (position, edit) in edits.enumerated() {
        guard let record = edit.new, let values = record.uniqueValues(of: fields) else { continue }
        let stored = others(with: record, in: fields).first { !changed.contains($0) }
          .flatMap { id in records[id].map { Entry(id: id, record: $0) } }
        if let other = stored ?? owners[values] {
          duplicates.append((position, fields, other))
        } else {
          owners[values] = Entry(id: edit.id, record: record)
        }
      }
    }
    return duplicates
  }

  private static func message(_ fields: [RecordField<Entity>]) -> String {
    let labels = fields.map(\.label.uncapitalised).joined(separator: " and ")
    return "Another \(Entity.names.one) has this \(labels)."
  }

  private static func link(to entry: Entry<Entity>) -> Link {
    Link(
      label: entry.record.title,
      href: RecordsLocation<Entity>().with { $0.record = entry.id }.href)
  }
}
