import Foundation
public import ImmutableUI
public import Look

/// A type of record that visitors list, add, edit and delete.
///
/// The form, its error messages, the list, the details, the filter and the
/// SQLite table are derived from its fields:
///
/// ```swift
/// struct Plant: Record {
///   var name = ""
///   var height = 1
///
///   static let fields: Fields<Plant> = [
///     .text(\.name, 1...200), .whole(\.height, 1...15_000, unit: "cm"),
///   ]
/// }
/// ```
public protocol Record: Codable, Hashable, Sendable {
  /// Creates a blank record: the initial content of the form, and the values of
  /// older records in fields that were added later.
  init()

  /// The fields in display order. The first one is the title.
  static var fields: Fields<Self> { get }

  /// The singular and the plural of the record's name.
  static var names: RecordNames { get }

  /// The icon of the guide.
  static var icon: Icon.Shape { get }

  /// The hue of the guide's colours, in degrees of the OKLCH colour space.
  static var hue: Int { get }

  /// The records that a new database contains.
  static var samples: [Self] { get }

  /// The names of fields that earlier versions had. Their columns remain in the
  /// database.
  static var retiredFields: [String] { get }

  /// The coding key of the id, for types that have one of their own; by default `nil`, because
  /// an `Entry` has the id of its record.
  static var idKey: String? { get }

  /// Returns the record with an id, for types that have one of their own; by default itself.
  func identified(as id: String) -> Self

  /// The rules that involve several fields or several records.
  static var rules: [RecordRule<Self>] { get }

  /// The orders of the list. The first one is the default; without any, the list is in
  /// the order of the titles.
  static var orders: [ListOrder<Self>] { get }

  /// The named filters of the list, in addition to those by fields with choices.
  static var filters: [ListFilter<Self>] { get }

  /// The time zone in which a day begins.
  static var zone: Zone { get }

  /// The number and the age of the earlier versions that are kept of each record: by default
  /// 100 of a year.
  static var history: HistoryLimit { get }

  /// Returns true if a visitor who may change data may change this record. By default all
  /// of them may. Pages offer only what the visitor may do, and other posts are refused.
  ///
  /// ```swift
  /// import ImmutableUI
  ///
  /// struct Note: Record {
  ///   var text = ""
  ///   var author = ""
  ///   static let fields: Fields<Note> = [.text(\.text, 1...200), .text(\.author, 0...200).owner()]
  ///   static func may(_ change: RecordChange, _ note: Note, _ visitor: Visitor?) -> Bool {
  ///     change == .add || visitor?.name == note.author
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - change: what the visitor wants to do.
  ///   - record: the record as it is stored, or the one to add; a blank one on pages that offer to add one.
  ///   - visitor: the visitor; `nil` for one who has not signed in.
  static func may(_ change: RecordChange, _ record: Self, _ visitor: Visitor?) -> Bool
}

/// A change that a visitor makes to a record.
public enum RecordChange: Hashable, Sendable {
  case add, update, delete
}

extension Record {
  public static var names: RecordNames { RecordNames(of: Self.self) }
  public static var icon: Icon.Shape { .leaf }
  public static var hue: Int { 150 }
  public static var samples: [Self] { [] }
  public static var retiredFields: [String] { [] }
  public static var idKey: String? { nil }
  public func identified(as id: String) -> Self { self }
  public static var rules: [RecordRule<Self>] { [] }
  public static var orders: [ListOrder<Self>] { [] }
  public static var filters: [ListFilter<Self>] { [] }
  public static var zone: Zone { .utc }
  public static var history: HistoryLimit { HistoryLimit(versions: 100, days: 365) }
  public static func may(_ change: RecordChange, _ record: Self, _ visitor: Visitor?) -> Bool {
    true
  }

  /// The name of the field of a form with the id of a record.
  static var idField: String { idKey ?? "id" }

  /// Returns the record with the name of a visitor in the fields for it; itself for `nil`.
  func owned(by visitor: Visitor?) -> Self {
    guard let visitor else { return self }
    var record = self
    for field in Self.fields where field.isOwner {
      // A text takes any name.
      try? field.set(.text(visitor.name), in: &record)
    }
    return record
  }

  /// The value of the first field.
  public var title: String { Self.fields.first?.shown(self) ?? "" }

  /// A digest of the content, which detects conflicting changes.
  public var version: String {
    var digest = Digest()
    for field in Self.fields.stored { digest.update(field.text(of: self)) }
    return digest.text
  }
}

/// A record with its id.
public struct Entry<Entity: Record>: Codable, Hashable, Identifiable, Sendable {
  /// The id, which was generated with the form that added the record.
  public let id: String
  /// The record.
  public var record: Entity

  /// Creates an entry from a record and its id.
  public init(id: String, record: Entity) {
    self.id = id
    self.record = record
  }
}

/// The singular and the plural of a record's name, such as "plant" and
/// "plants".
///
/// ```swift
/// let names = RecordNames("mouse", "mice")
/// print(names.title, names.path)  // Mice mice
/// ```
public struct RecordNames: Hashable, Sendable {
  /// The singular in lower case.
  public let one: String
  /// The plural in lower case.
  public let many: String

  /// Creates names that cannot be derived from the name of the type.
  public init(_ one: String, _ many: String) {
    self.one = one
    self.many = many
  }

  /// Derives the singular from the name of a type, and the plural by adding an
  /// "s".
  init(of type: Any.Type) {
    let one = words(String(describing: type)).uncapitalised
    self.init(one, one + "s")
  }

  /// The singular with its article, such as "an animal".
  package var oneWithArticle: String {
    let isVowel = one.first.map { "aeiou".contains($0.lowercased()) } ?? false
    return "\(isVowel ? "an" : "a") \(one)"
  }

  /// The message that others have changed the records of an operation.
  package var changedMessage: String {
    "Someone else has changed these \(many). Check them, and try again."
  }

  /// The title of the guide.
  public var title: String { many.capitalisedFirst }
  /// The first path component of the guide's URLs, also the name of the table.
  public var path: String { many.replacingOccurrences(of: " ", with: "-") }
}

/// Converts an identifier to words: "wateringDays" to "Watering days".
func words(_ identifier: String) -> String {
  var words = ""
  var previous: Character = "_"
  let characters = Array(identifier)
  for (index, character) in characters.enumerated() {
    let next = index + 1 < characters.count ? characters[index + 1] : nil
    if character == "_" {
      words += " "
    } else if character.isUppercase, previous.isLowercase, next?.isLowercase == true {
      words += " " + character.lowercased()
    } else {
      words.append(character)
    }
    previous = character
  }
  return words.capitalisedFirst
}

/// Converts words to an identifier: "Due this week" to "dueThisWeek".
func identifier(of words: String) -> String {
  let parts = words.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
  return (parts.prefix(1) + parts.dropFirst().map(\.capitalisedFirst)).joined()
}

extension String {
  /// The text with a capital first letter.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text with a small first letter, unless it starts with an acronym.
  var uncapitalised: String {
    dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}
