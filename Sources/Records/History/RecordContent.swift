import Durable
import Foundation

/// The values of a record's fields by name, as they are stored: they can still be read when
/// fields were added or retired.
package struct RecordContent: Hashable, Sendable {
  /// The values by the names of the fields; a missing value is `nil`.
  private(set) var values: [String: FieldValue?] = [:]

  package init<Entity: Record>(_ record: Entity) {
    for field in Entity.fields.stored { values[field.name] = .some(field.value(of: record)) }
  }

  /// Parses a JSON object; `nil` if it is none.
  init?(json: String) {
    guard
      let parsed = try? JSONDecoder().decode([String: JSONValue].self, from: Data(json.utf8))
    else { return nil }
    values = parsed.mapValues(\.value)
  }

  /// Returns the values of a record as a JSON object.
  static func json<Entity: Record>(of record: Entity) -> String {
    var text = JSONWriter()
    text.append("{")
    for field in Entity.fields.stored {
      text.append(field.name, Durable.ColumnValue(field.value(of: record)))
    }
    text.append("}")
    return text.text
  }

  /// Returns the value of a field in the type of its column; `nil` if the content has no
  /// such field.
  func value<Entity>(of field: RecordField<Entity>) -> FieldValue?? {
    guard let value = values[field.name] else { return nil }
    // JSON does not tell 7 from 7.0, and has no infinite numbers.
    return switch (field.emptyColumn, value) {
    case (.decimal, .whole(let number)): .some(.decimal(Double(number)))
    case (.decimal, .text(let text)): .some(Double(text).map(FieldValue.decimal) ?? value)
    default: .some(value)
    }
  }
}

/// A value in a JSON object. A Boolean becomes the text that `FlagKind` writes for it.
struct JSONValue: Decodable {
  let value: FieldValue?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = nil
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else if let number = try? container.decode(Int.self) {
      value = .whole(number)
    } else if let number = try? container.decode(Double.self) {
      value = .decimal(number)
    } else {
      value = .text(FlagKind().text(of: try container.decode(Bool.self)))
    }
  }
}
