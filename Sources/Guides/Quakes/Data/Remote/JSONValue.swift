/// A JSON document as a tree, for documents of a few hundred kilobytes whose structure
/// varies. A value of another type than expected is absent.
enum JSONValue: Hashable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case text(String)
  case number(Double)
  case boolean(Bool)
  case null

  /// - Throws: `JSONError` if the document is malformed.
  init(_ bytes: [UInt8]) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var reader = JSONReader(bytes)
      let value = try reader.value()
      try reader.end()
      return value
    }
  }
}

extension JSONValue {
  /// The member of an object; `null` if it is absent, or this is no object.
  subscript(key: String) -> JSONValue {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  /// The elements of an array; empty for any other value.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number, or the number that a text consists of; never infinite.
  var number: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }
}

extension JSONReader {
  /// Reads a value of any type. Of duplicate keys, the last one wins.
  fileprivate mutating func value() throws(JSONError) -> JSONValue {
    switch try kind() {
    case .object:
      var members: [String: JSONValue] = [:]
      try beginObject()
      while let key = try nextKey() { members[key.string] = try value() }
      return .object(members)
    case .array:
      var elements: [JSONValue] = []
      try beginArray()
      while try nextElement() { elements.append(try value()) }
      return .array(elements)
    case .text: return .text(try scanText().string)
    case .number: return .number(try scanNumber().value)
    case .boolean:
      let isTrue = bytes[position] == .init(ascii: "t")
      try skipValue()
      return .boolean(isTrue)
    case .null:
      try skipValue()
      return .null
    }
  }
}
