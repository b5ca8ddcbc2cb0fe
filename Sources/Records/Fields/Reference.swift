import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look
public import Markup
import TextSearch

/// A reference to a record of a guide, by its id.
///
/// ```swift
/// import WebSite
///
/// struct Person: Record {
///   var name = ""
///   static let fields: Fields<Person> = [.text(\.name, 1...200)]
/// }
///
/// struct Loan: Record {
///   var title = ""
///   var borrower = Reference<Person>()
///   static let fields: Fields<Loan> = [.text(\.title, 1...200), .reference(\.borrower)]
/// }
///
/// func guides(_ context: GuideContext) -> [any Guide] {
///   let people = RecordsGuide(of: Person.self, context)
///   return [RecordsGuide(of: Loan.self, context, referringTo: people), people]
/// }
/// ```
public struct Reference<Target: Record>: Hashable, Sendable {
  /// The id of the record; empty in a blank record.
  public let id: String

  /// Creates a reference to the record with an id. Without an id it refers to none.
  public init(_ id: String = "") {
    self.id = id
  }
}

extension Reference: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}

/// The consequence for a reference when its record is deleted.
public enum ReferenceDeletion: Hashable, Sendable {
  /// The record cannot be deleted.
  case refuse
  /// The reference, which is optional, becomes empty.
  case clear
}

/// A reference to a record, chosen from a menu, or by its title if there are many.
public struct ReferenceKind<Target: Record>: FieldKind {
  /// The number of records up to which a menu offers them.
  static var menuLength: Int { 200 }

  /// Creates the kind.
  public init() {}

  public func parse(
    _ text: String, in field: FieldContext
  ) throws(InvalidField) -> Reference<Target> {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let records = field.records[Target.self] else { return Reference(text) }
    if records.title(of: text) != nil { return Reference(text) }
    let found = text.isEmpty ? [] : records.ids(titled: text)
    if found.count == 1 { return Reference(found[0]) }
    let question = "Choose the \(field.name)"
    if let choices = records.choices(upTo: Self.menuLength) {
      throw InvalidField(message: choices.message(asking: question, for: text))
    }
    if text.isEmpty { throw InvalidField(message: "\(question).") }
    let names = Target.names
    throw InvalidField(
      message: found.isEmpty
        ? "No \(names.one) is called “\(text.prefix(100))”. Enter the full name, or an id."
        : "\(grouped(found.count)) \(names.many) are called “\(text.prefix(100))”. Enter the id.")
  }

  public func text(of value: Reference<Target>) -> String { value.id }

  public func shown(_ value: Reference<Target>, in field: FieldContext) -> String {
    if value.id.isEmpty { return "" }
    guard let records = field.records[Target.self] else { return value.id }
    return records.title(of: value.id) ?? "Unknown \(Target.names.one)"
  }

  public func link(to value: Reference<Target>, in field: FieldContext) -> Href? {
    guard let records = field.records[Target.self], records.title(of: value.id) != nil else {
      return nil
    }
    return records.href(of: value.id)
  }

  public func sortKey(of value: Reference<Target>, in field: FieldContext) -> SortKey {
    .text(SortName(shown(value, in: field)))
  }

  public func choices(in field: FieldContext) -> [FieldChoice]? {
    field.records[Target.self]?.choices(upTo: Self.menuLength)
  }

  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    guard let choices = choices(in: field) else {
      // The title is what people know; an id is for equal titles.
      let title = field.records[Target.self].flatMap { records in
        records.title(of: text).flatMap { records.ids(titled: $0).count == 1 ? $0 : nil }
      }
      return .text(title ?? text, isRequired: field.isRequired)
    }
    return .menuChoice(of: choices, text, in: field)
  }

  public var isSearched: Bool { true }
  public var examples: [Reference<Target>] { [Reference("1"), Reference("2")] }
}

/// The time and the records of other guides that a page, a form or a rule needs.
package struct RecordsContext: Sendable {
  /// The time of the previews.
  private static let previewed = Now(Date(timeIntervalSince1970: 1_714_806_408))

  package private(set) var now = RecordsContext.previewed
  private var readers: [ObjectIdentifier: any RecordsReading] = [:]
  private var choices: [ObjectIdentifier: [FieldChoice]] = [:]

  /// Creates a context without other records: the time of the previews.
  package init() {}

  /// Creates a context with the choices of fields, by the type that they stand for.
  package init(choices: [ObjectIdentifier: [FieldChoice]]) {
    self.choices = choices
  }

  init(now: Now, _ readers: [any RecordsReading]) {
    self.now = now
    for reader in readers { self.readers[reader.type] = reader }
  }

  subscript(type: any Record.Type) -> (any RecordsReading)? { readers[ObjectIdentifier(type)] }

  func choices(of type: Any.Type) -> [FieldChoice]? { choices[ObjectIdentifier(type)] }

  /// The versions of all records that references lead to.
  var versions: [Int] { readers.values.map(\.version).sorted() }

  /// The snapshots of the stores that the context was read from.
  var dependencies: [PageDependencies] { readers.values.flatMap(\.dependencies) }
}

/// The records that references lead to, at one point in time.
protocol RecordsReading: Sendable {
  var type: ObjectIdentifier { get }
  /// A number that changes with the records.
  var version: Int { get }
  var dependencies: [PageDependencies] { get }
  func title(of id: String) -> String?
  func href(of id: String) -> Href
  func ids(titled title: String) -> [String]
  /// Returns all records as choices in the order of their titles; `nil` if there are
  /// more.
  func choices(upTo limit: Int) -> [FieldChoice]?
  /// Returns the numbers of records with a reference that prevents the deletion of records of
  /// another type, by the ids of those.
  func counts(of ids: Set<String>, in type: ObjectIdentifier) -> [String: Int]
  /// Returns a number of records with their name.
  func counted(_ count: Int) -> String
}

/// Reads the records of a guide for the references of others.
struct RecordsReader<Entity: Record>: RecordsReading {
  private let select: Select<RecordsState<Entity>, RecordsAction<Entity>>
  private let all: [ListedRecord<Entity>]
  /// The ids of records by title: an import looks up as many titles as it has rows.
  private let titles = Lazily<[SearchText: [String]]>()

  init(_ select: Select<RecordsState<Entity>, RecordsAction<Entity>>) {
    self.select = select
    // One dependency on all records costs less than one on each.
    all = select(.recordsList())
  }

  var type: ObjectIdentifier { ObjectIdentifier(Entity.self) }
  var version: Int { Int(truncatingIfNeeded: select.snapshot.revision) }
  var dependencies: [PageDependencies] { select.dependencies }

  func title(of id: String) -> String? { select.snapshot.state.records[id]?.title }

  func href(of id: String) -> Href { RecordsLocation<Entity>().with { $0.record = id }.href }

  func ids(titled title: String) -> [String] {
    let ids = titles.value {
      Dictionary(grouping: all) { SearchText($0.entry.record.title) }
        .mapValues { $0.map(\.entry.id) }
    }
    return ids[SearchText(title)] ?? []
  }

  func choices(upTo limit: Int) -> [FieldChoice]? {
    guard all.count <= limit else { return nil }
    return all.map { FieldChoice(value: $0.entry.id, label: $0.entry.record.title) }
  }

  func counts(of ids: Set<String>, in type: ObjectIdentifier) -> [String: Int] {
    let fields = Entity.fields.filter { $0.reference.map { $0 == (type, .refuse) } == true }
    var counts: [String: Int] = [:]
    if fields.isEmpty { return counts }
    for listed in all {
      let targets = Set(fields.map { $0.text(of: listed.entry.record) })
      for id in targets where ids.contains(id) { counts[id, default: 0] += 1 }
    }
    return counts
  }

  func counted(_ count: Int) -> String {
    Look.counted(count, Entity.names.one, Entity.names.many)
  }
}
