import Foundation

@testable import QuakesData

/// Invariants of the JSON parser, compared with Foundation's.
enum JSONRules {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    let theirs = try? JSONSerialization.jsonObject(
      with: Data(bytes), options: .fragmentsAllowed)
    let ours: JSONValue
    do throws(JSONError) {
      ours = try JSONValue(bytes)
    } catch {
      try require(
        (0...bytes.count).contains(error.offset), "the offset of an error is in the input")
      return try require(
        theirs == nil || error.problem == .tooDeep || isLax(bytes, upTo: error.offset),
        "JSON that Foundation accepts is accepted: \(error.problem)")
    }
    var reader = JSONReader(bytes, isTolerant: true)
    try require((try? reader.value()) == ours, "a tolerant reader reads the same")
    guard let theirs else {
      return try require(
        ours.contains(\.isBeyondFoundation), "accepted JSON is accepted by Foundation")
    }
    try require(ours.isSame(as: theirs), "the values equal those of Foundation")
  }

  /// Returns true if only Foundation accepts the input: it tolerates encodings
  /// other than UTF-8, a byte order mark and trailing commas.
  private static func isLax(_ bytes: [UInt8], upTo offset: Int) -> Bool {
    let before = bytes[..<offset].last { !" \n\r\t".utf8.contains($0) }
    let isAtEnd = bytes[offset...].first.map("]}".utf8.contains) ?? false
    if isAtEnd, before == UInt8(ascii: ",") { return true }
    return bytes.contains(0) || bytes.starts(with: [0xEF, 0xBB, 0xBF])
      || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0xFF, 0xFE])
  }
}

extension JSONValue {
  /// True for values that Foundation refuses: numbers outside the range of
  /// `Double`, and unpaired surrogates, which we replace by U+FFFD.
  fileprivate var isBeyondFoundation: Bool {
    switch self {
    case .object(let members): members.contains { $0.key.unicodeScalars.contains("\u{FFFD}") }
    case .number(let value): value.isInfinite
    case .text(let text): text.unicodeScalars.contains("\u{FFFD}")
    case .array, .boolean, .null, .malformed: false
    }
  }

  /// Returns true if this value or a nested one satisfies a condition.
  fileprivate func contains(_ condition: (JSONValue) -> Bool) -> Bool {
    if condition(self) { return true }
    return switch self {
    case .object(let members): members.contains { $0.value.contains(condition) }
    case .array(let elements): elements.contains { $0.contains(condition) }
    case .text, .number, .boolean, .null, .malformed: false
    }
  }

  fileprivate func isSame(as other: Any) -> Bool {
    switch self {
    case .object(let members):
      guard let other = other as? [String: Any] else { return false }
      // For duplicate keys either value is correct.
      guard Set(members.map { JSONRules.unmarked($0.key) }).count == members.count else {
        return true
      }
      let theirs = Dictionary(other.map { (JSONRules.unmarked($0), $1) }) { first, _ in first }
      return members.count == theirs.count
        && members.allSatisfy { member in
          theirs[JSONRules.unmarked(member.key)].map(member.value.isSame) ?? false
        }
    case .array(let elements):
      guard let other = other as? [Any] else { return false }
      return elements.count == other.count
        && zip(elements, other).allSatisfy { $0.isSame(as: $1) }
    case .text(let text):
      guard let other = other as? String else { return false }
      return JSONRules.unmarked(text).utf8.elementsEqual(JSONRules.unmarked(other).utf8)
    // Foundation parses some numbers as decimals, which round differently.
    case .number: return other is NSNumber
    case .boolean(let isTrue): return other as? Bool == isTrue
    case .null: return other is NSNull
    case .malformed: return false
    }
  }
}

extension JSONRules {
  /// Returns a text without byte order marks, some of which Foundation drops: at
  /// the start of a string, and after an escape.
  fileprivate static func unmarked(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0 != "\u{FEFF}" })
  }
}
