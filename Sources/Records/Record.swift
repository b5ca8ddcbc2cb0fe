import Foundation
import ImmutableUI
public import Look

/// A kind of thing that people list, add, change and delete.
///
/// It is declared once. The form, its error messages, the list, the details,
/// the filter and the table in SQLite follow from its fields:
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
  /// A blank record: what the form for a new one shows, and the values that
  /// older records have in fields that were added later.
  init()

  /// The fields, in the order of the form. The first one is the title.
  static var fields: Fields<Self> { get }

  /// The words for one and for many of them.
  static var names: RecordNames { get }

  /// The icon of the guide.
  static var icon: Icon.Shape { get }

  /// The hue of the guide's colours, in degrees of the OKLCH colour circle.
  static var hue: Int { get }

  /// The records that a new file starts with.
  static var samples: [Self] { get }

  /// The names of fields that earlier versions had. Their columns stay in the
  /// file.
  static var retiredFields: [String] { get }
}

extension Record {
  public static var names: RecordNames { RecordNames(of: Self.self) }
  public static var icon: Icon.Shape { .leaf }
  public static var hue: Int { 150 }
  public static var samples: [Self] { [] }
  public static var retiredFields: [String] { [] }

  /// The value of the first field.
  public var title: String { Self.fields.first?.shown(self) ?? "" }

  /// A digest of the content, which tells whether someone else changed it.
  public var version: String {
    var digest = Digest()
    for field in Self.fields { digest.update(field.text(of: self)) }
    return digest.text
  }
}

/// A record with its id.
public struct Entry<Entity: Record>: Codable, Hashable, Identifiable, Sendable {
  /// The id, made with the form that added the record.
  public let id: String
  /// The record.
  public var record: Entity

  /// A record with its id.
  public init(id: String, record: Entity) {
    self.id = id
    self.record = record
  }
}

/// The words for one and for many of a kind, as in "plant" and "plants".
public struct RecordNames: Hashable, Sendable {
  /// One of them, in lower case.
  public let one: String
  /// Many of them, in lower case.
  public let many: String

  /// Words that differ from what the type's name gives, as "mouse" and "mice".
  public init(_ one: String, _ many: String) {
    self.one = one
    self.many = many
  }

  /// The name of a type in words, and the same with an "s".
  init(of type: Any.Type) {
    let one = words(String(describing: type)).uncapitalised
    self.init(one, one + "s")
  }

  /// The title of the guide.
  public var title: String { many.capitalisedFirst }
  /// The first path component of the guide's addresses, also the name of the
  /// table.
  public var path: String { many.replacingOccurrences(of: " ", with: "-") }
}

/// An identifier as words: "wateringDays" is "Watering days".
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

extension String {
  /// The same with a capital first letter.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The same with a small first letter, unless it starts with an acronym.
  var uncapitalised: String {
    dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}
