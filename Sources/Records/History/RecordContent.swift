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
      let parsed = try? JSONDecoder().decode([String: StoredValue].self, from: Data(json.utf8))
    else { return nil }
    values = parsed.mapValues(\.value)
  }

  /// Returns the values of a record as a JSON object.
  static func json<Entity: Record>(of record: Entity) -> String {
    var text = JSONText()
    text.append(
      Entity.fields.stored.map { ($0.name, JSONText.Value($0.value(of: record))) })
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

/// A value in a JSON object.
private struct StoredValue: Decodable {
  let value: FieldValue?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = nil
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else if let number = try? container.decode(Int.self) {
      value = .whole(number)
    } else {
      value = .decimal(try container.decode(Double.self))
    }
  }
}

/// Writes JSON objects with texts and numbers.
///
/// `JSONEncoder` takes many times as long, which matters for exports and imports.
struct JSONText {
  /// A value of an object.
  enum Value: Hashable, Sendable {
    case text(String), whole(Int), decimal(Double), flag(Bool), null

    init(_ value: FieldValue?) {
      self =
        switch value {
        case nil: .null
        case .text(let text): .text(text)
        case .whole(let number): .whole(number)
        case .decimal(let number): .decimal(number)
        }
    }
  }

  private(set) var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(raw text: String) { bytes += text.utf8 }

  /// Appends an object.
  mutating func append(_ values: [(name: String, value: Value)]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, (name, value)) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(name)
      bytes.append(UInt8(ascii: ":"))
      append(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ value: Value) {
    switch value {
    case .null: append(raw: "null")
    case .flag(let isOn): append(raw: isOn ? "true" : "false")
    case .text(let text): append(text)
    case .whole(let number): append(raw: "\(number)")
    case .decimal(let number) where number.isFinite: append(raw: "\(number)")
    case .decimal(let number): append("\(number)")
    }
  }

  /// Appends a text in quotes.
  mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
      case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
      case ..<0x20:
        append(raw: (byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
