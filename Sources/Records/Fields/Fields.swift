import Foundation
import Glibc
import ImmutableUI
import Look
import Synchronization
import WebSite

/// The fields of a record in display order.
///
/// ```swift
/// struct Plant: Record {
///   var name = ""
///   var height = 1
///
///   static let fields: Fields<Plant> = [
///     .text(\.name, 1...200, label: "Plant name"),
///     .whole(\.height, 1...15_000, unit: "cm"),
///   ]
/// }
/// print(Plant.fields.map(\.label))  // ["Plant name", "Height"]
/// ```
public struct Fields<Entity: Record>: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private let fields: [RecordField<Entity>]
  private let made = Lazily<Query<RecordsLocation<Entity>>>()

  /// The fields that are columns of the database.
  let stored: [RecordField<Entity>]
  /// The fields of forms.
  let editable: [RecordField<Entity>]
  /// The fields in which the search looks.
  let searched: [RecordField<Entity>]

  /// Creates the fields. An invalid declaration ends the program with a sentence, so that it is
  /// noticed at its first start.
  public init(arrayLiteral fields: RecordField<Entity>...) {
    if let problem = Self.problem(in: fields) {
      refuseDeclaration("The fields of \(Entity.self) cannot be used: \(problem)")
    }
    self.fields = fields
    stored = fields.filter { !$0.isComputed }
    editable = fields.filter { !$0.isReadOnly }
    searched = fields.filter(\.isSearched)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { fields.count }
  public subscript(index: Int) -> RecordField<Entity> { fields[index] }

  /// The field with a name; `nil` if there is none.
  public subscript(name: String) -> RecordField<Entity>? { first { $0.name == name } }

  /// The field of a property; `nil` if there is none.
  subscript(property: AnyKeyPath) -> RecordField<Entity>? {
    first { $0.property as AnyKeyPath? == property }
  }

  /// The query of the pages, which is made once: each link of a page needs it.
  var query: Query<RecordsLocation<Entity>> { made.value { RecordsLocation<Entity>.makeQuery() } }

  /// The fields with few values, by which the list can be filtered.
  func choices(
    in context: RecordsContext
  ) -> [(field: RecordField<Entity>, values: [FieldChoice])] {
    compactMap { field in field.choices(in: context).map { (field, $0) } }
  }
}

/// A value that is made when it is asked for.
final class Lazily<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// Returns the value, which is made without the lock.
  func value(_ make: () -> Value) -> Value {
    if let value = made.withLock({ $0 }) { return value }
    let value = make()
    made.withLock { $0 = value }
    return value
  }
}

extension Fields {
  /// The names that forms, URLs or the database use for another purpose.
  static var reserved: Set<String> {
    [
      "id", "version", "search", "record", "dialog", "notice", "page", "order", "filter",
      "select", "selected", "several", "field", "operation", "number",
    ]
  }

  /// Returns the problem with a declaration; `nil` if it is valid.
  static func problem(in fields: [RecordField<Entity>]) -> String? {
    guard let title = fields.first else { return "there are no fields." }
    guard title.isTextOfRecord else {
      return "the first field is the title, and cannot be computed or a reference."
    }
    guard isIdentifier(Entity.names.path.replacing("-", with: "_")) else {
      return "“\(Entity.names.path)” is not a path of letters, digits and hyphens. Use “names”."
    }
    guard !["change", "history", "lease"].contains(Entity.names.path) else {
      return "“\(Entity.names.path)” is the name of another table. Use “names”."
    }
    var names: Set<String> = []
    for field in fields {
      guard isIdentifier(field.name) else {
        return "“\(field.name)” is not a name of letters, digits and underscores. Use “named:”."
      }
      guard !reserved.contains(field.name.lowercased()) else {
        return "“\(field.name)” is reserved. Use “named:”."
      }
      // Column names of SQLite are case-insensitive.
      guard names.insert(field.name.lowercased()).inserted else {
        return "two fields have the name “\(field.name)”. Use “named:”."
      }
      guard names.isDisjoint(with: Entity.retiredFields.map { $0.lowercased() }) else {
        return "“\(field.name)” is retired. Use “named:”."
      }
      if let choices = field.choices(in: RecordsContext()), choices.contains(where: \.value.isEmpty)
      {
        return "“\(field.name)” has a choice with an empty value."
      }
    }
    let missing = CodingKeys.all(of: Entity()).subtracting(fields.compactMap(\.key))
      .subtracting([Entity.idKey].compactMap { $0 })
    // The key of a choice with a single case is unknown.
    guard missing.count <= fields.count(where: { $0.key == nil && !$0.isComputed }) else {
      return "\(missing.sorted().joined(separator: ", ")) would not be stored. Add a field."
    }
    return nil
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.count <= 64 && name.utf8.allSatisfy { $0.isWord(or: "_") }
  }
}

/// Ends the program because of a declaration that cannot be used, with one sentence on standard
/// error. Declarations cannot throw.
func refuseDeclaration(_ sentence: String) -> Never {
  FileHandle.standardError.write(Data("\(NoOptions.program): \(sentence)\n".utf8))
  // Other threads may use what exit handlers free.
  _exit(EXIT_FAILURE)
}
