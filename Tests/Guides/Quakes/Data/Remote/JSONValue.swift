@testable import QuakesData

/// A document as a tree, built with the reader.
enum JSONValue: Equatable {
  case object([String: JSONValue])
  case array([JSONValue])
  case text(String)
  case number(Double)
  case other

  /// Reads a whole document.
  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var reader = JSONReader(bytes)
      let value = try read(&reader)
      try reader.end()
      return value
    }
  }

  /// Skips a whole document.
  static func skip(_ bytes: [UInt8]) throws(JSONError) {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var reader = JSONReader(bytes)
      try reader.skipValue()
      try reader.end()
    }
  }

  private static func read(_ reader: inout JSONReader) throws(JSONError) -> JSONValue {
    switch try reader.kind() {
    case .object:
      var members: [String: JSONValue] = [:]
      try reader.beginObject()
      while let key = try reader.nextKey() { members[key.string] = try read(&reader) }
      return .object(members)
    case .array:
      var elements: [JSONValue] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try read(&reader)) }
      return .array(elements)
    case .text: return .text(try reader.scanText().string)
    case .number: return .number(try reader.scanNumber().value)
    case .boolean, .null:
      try reader.skipValue()
      return .other
    }
  }
}
