import Foundation

/// A JSON value as a tree, for documents of a few hundred kilobytes whose structure
/// varies. A value of another type than expected is absent.
enum JSONValue: Hashable, Sendable {
  case object([Member])
  case array([JSONValue])
  case text(String)
  case number(Double)
  case boolean(Bool)
  case null
  /// A value that is no JSON, with the reason; only from a tolerant reader.
  case malformed(String)

  /// A member of an object.
  struct Member: Hashable, Sendable {
    let key: String
    let value: JSONValue
  }

  /// - Throws: `JSONError` if the document is malformed.
  init(_ bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.value()
    try reader.end()
  }
}

extension JSONValue {
  /// The member of an object; `null` if it is absent, or this is no object. Of duplicate
  /// keys, the last one wins. O(number of members), which is faster for objects of a feed
  /// than to hash their keys.
  subscript(key: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members.last { $0.key == key }?.value ?? .null
  }

  /// The element of an array; `null` if it is absent, or this is no array.
  subscript(index: Int) -> JSONValue {
    if elements.indices.contains(index) { elements[index] } else { .null }
  }

  /// The elements of an array; empty for any other value.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number, or the number that a text consists of, as in "4.5". It may be infinite.
  var number: Double? {
    switch self {
    case .number(let number): number
    case .text(let text):
      Double(text.trimmingCharacters(in: .whitespacesAndNewlines)).flatMap { $0.isNaN ? nil : $0 }
    default: nil
    }
  }

  /// The reason for which the value is no JSON.
  var problem: String? { if case .malformed(let problem) = self { problem } else { nil } }
}
