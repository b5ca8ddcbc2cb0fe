import Foundation

@testable import QuakesData

/// JSON as such, compared with Foundation's reader.
enum JSONRules {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    let theirs = try? JSONSerialization.jsonObject(
      with: Data(bytes), options: .fragmentsAllowed)
    try bytes.withUnsafeBufferPointer { bytes throws(Violation) in
      var reader = JSONReader(bytes)
      do throws(JSONError) {
        try reader.skipValue()
        try reader.end()
      } catch {
        try require((0...bytes.count).contains(error.offset), "an error is at some byte")
        try require(!error.isWellFormed, "a value of any kind is passed over")
        return try require(
          theirs == nil || error.problem == .tooDeep || isLax(bytes, upTo: error.offset),
          "what Foundation reads is read: \(error.problem)")
      }
      var again = JSONReader(bytes)
      let ours: Value
      do throws(JSONError) {
        ours = try Value(&again)
        try again.end()
      } catch {
        throw Violation("what is passed over can be read: \(error)")
      }
      try ours.checkNumbers()
      guard let theirs else {
        return try require(
          ours.holds(\.isBeyondFoundation), "what is read is read by Foundation")
      }
      try require(ours.isSame(as: theirs), "what is read is what Foundation reads")
    }
  }

  /// Foundation also takes other encodings than UTF-8, a mark of it, and a
  /// comma after the last member of an object or array.
  private static func isLax(_ bytes: UnsafeBufferPointer<UInt8>, upTo offset: Int) -> Bool {
    let before = bytes[..<offset].last { !" \n\r\t".utf8.contains($0) }
    let isAtEnd = bytes[offset...].first.map("]}".utf8.contains) ?? false
    if isAtEnd, before == UInt8(ascii: ",") { return true }
    return bytes.contains(0) || bytes.starts(with: [0xEF, 0xBB, 0xBF])
      || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0xFF, 0xFE])
  }
}

extension JSONRules {
  /// A document as a tree.
  private enum Value {
    case object([(key: String, value: Value)])
    case array([Value])
    case text(String)
    case number(Double, text: String)
    case boolean(Bool)
    case null

    init(_ reader: inout JSONReader) throws(JSONError) {
      switch try reader.kind() {
      case .object:
        var members: [(key: String, value: Value)] = []
        try reader.beginObject()
        while let key = try reader.nextKey() { members.append((key.string, try Value(&reader))) }
        self = .object(members)
      case .array:
        var elements: [Value] = []
        try reader.beginArray()
        while try reader.nextElement() { elements.append(try Value(&reader)) }
        self = .array(elements)
      case .text: self = .text(try reader.text()?.string ?? "")
      case .number:
        let number = try reader.scanNumber()
        self = .number(number.value, text: String(decoding: number.bytes, as: UTF8.self))
      case .boolean:
        let isTrue = reader.bytes[reader.position] == UInt8(ascii: "t")
        try reader.skipValue()
        self = .boolean(isTrue)
      case .null:
        try reader.skipValue()
        self = .null
      }
    }

    /// Our short way to a number leads where the library's long one does.
    func checkNumbers() throws(Violation) {
      switch self {
      case .object(let members): for member in members { try member.value.checkNumbers() }
      case .array(let elements): for element in elements { try element.checkNumbers() }
      case .number(let value, let text):
        try require(
          value.bitPattern == strtod(text, nil).bitPattern, "a number is the nearest one: \(text)")
      case .text, .boolean, .null: break
      }
    }

    /// Foundation refuses numbers that no `Double` holds, and halves of
    /// surrogate pairs, in place of which we have U+FFFD.
    var isBeyondFoundation: Bool {
      switch self {
      case .object(let members): members.contains { $0.key.unicodeScalars.contains("\u{FFFD}") }
      case .number(let value, _): value.isInfinite
      case .text(let text): text.unicodeScalars.contains("\u{FFFD}")
      case .array, .boolean, .null: false
      }
    }

    /// True if the condition holds for this value or one within it.
    func holds(_ condition: (Value) -> Bool) -> Bool {
      if condition(self) { return true }
      return switch self {
      case .object(let members): members.contains { $0.value.holds(condition) }
      case .array(let elements): elements.contains { $0.holds(condition) }
      case .text, .number, .boolean, .null: false
      }
    }

    func isSame(as other: Any) -> Bool {
      switch self {
      case .object(let members):
        guard let other = other as? [String: Any] else { return false }
        // Of keys that stand there twice, either may count.
        guard Set(members.map { JSONRules.unmarked($0.key) }).count == members.count else {
          return true
        }
        let theirs = Dictionary(other.map { (JSONRules.unmarked($0), $1) }) { first, _ in first }
        return members.count == theirs.count
          && members.allSatisfy { key, value in
            theirs[JSONRules.unmarked(key)].map(value.isSame) ?? false
          }
      case .array(let elements):
        guard let other = other as? [Any] else { return false }
        return elements.count == other.count
          && zip(elements, other).allSatisfy { $0.isSame(as: $1) }
      case .text(let text):
        guard let other = other as? String else { return false }
        return JSONRules.unmarked(text).utf8.elementsEqual(JSONRules.unmarked(other).utf8)
      // Foundation keeps some as decimals, which are rounded in another way.
      case .number: return other is NSNumber
      case .boolean(let isTrue): return other as? Bool == isTrue
      case .null: return other is NSNull
      }
    }
  }

  /// A text without byte order marks. Foundation drops some of them: at the
  /// start of a text, and after an escape.
  private static func unmarked(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0 != "\u{FEFF}" })
  }
}
