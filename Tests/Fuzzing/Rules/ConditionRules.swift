@testable import WebSite

/// Invariants of `If-None-Match` and `Accept-Encoding`: fields that are valid in
/// RFC 9110 have the specified meaning.
enum ConditionRules {
  /// An entity tag like those of the site, short enough to occur in random bytes.
  private static let tag = "\"1a-gz\""

  static func check(_ bytes: [UInt8]) throws(Violation) {
    let lines = bytes.split(
      separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    try checkTags(lines[0])
    if lines.count > 1 { try checkCodings(lines[1]) }
  }

  private static func checkTags(_ field: String) throws(Violation) {
    let matches = EntityTag.matches(field, tag)
    try require(!EntityTag.matches(nil, tag), "nothing matches without a condition")
    if matches {
      try require(
        field.utf8.contains(UInt8(ascii: "*")) || field.contains(tag),
        "a matching field contains the tag or a star: \(field.debugDescription)")
    }
    guard let tags = Self.tags(field) else { return }
    try require(
      matches == (tags == ["*"] || tags.contains { isSame($0, tag) }),
      "a tag only matches itself, weak or strong: \(field.debugDescription)")
  }

  private static func checkCodings(_ field: String) throws(Violation) {
    let allows = AcceptEncoding.allowsGzip(field)
    guard let codings = Self.codings(field) else { return }
    let named = codings.filter { ["gzip", "x-gzip"].contains($0.name) }
    let stars = codings.filter { $0.name == "*" }
    // For a repeated coding either weight is correct.
    guard named.count <= 1, stars.count <= 1 else { return }
    try require(
      allows == ((named.first ?? stars.first)?.weight ?? 0 > 0),
      "gzip is allowed if its weight is not 0: \(field.debugDescription)")
  }
}

/// Reference parsers, written from the grammar of RFC 9110.
extension ConditionRules {
  /// Returns the opaque tags of a list, or a star; `nil` if the field is invalid.
  /// https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
  private static func tags(_ field: String) -> [String]? {
    var rest = Array(field.utf8)[...]
    skipBlanks(&rest)
    if rest.first == UInt8(ascii: "*") {
      rest = rest.dropFirst()
      skipBlanks(&rest)
      return rest.isEmpty ? ["*"] : nil
    }
    var tags: [String] = []
    while true {
      skipBlanks(&rest)
      if rest.isEmpty { return tags.isEmpty ? nil : tags }
      // Empty list elements are allowed.
      if rest.first == UInt8(ascii: ",") {
        rest = rest.dropFirst()
        continue
      }
      if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
      guard rest.first == UInt8(ascii: "\""),
        let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
        rest[(rest.startIndex + 1)..<end].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      else { return nil }
      tags.append(String(decoding: rest[...end], as: UTF8.self))
      rest = rest[(end + 1)...]
      skipBlanks(&rest)
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
    }
  }

  private struct Coding {
    let name: String
    /// The weight in thousandths.
    let weight: Int
  }

  /// https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
  private static func codings(_ field: String) -> [Coding]? {
    var codings: [Coding] = []
    for part in Array(field.utf8).split(separator: UInt8(ascii: ",")) {
      var rest = part
      skipBlanks(&rest)
      if rest.isEmpty { continue }
      let name = rest.prefix { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      let isStar = rest.first == UInt8(ascii: "*")
      rest = rest.dropFirst(isStar ? 1 : name.count)
      guard isStar || !name.isEmpty else { return nil }
      skipBlanks(&rest)
      var weight = 1_000
      if rest.first == UInt8(ascii: ";") {
        rest = rest.dropFirst()
        skipBlanks(&rest)
        guard let q = rest.popFirst(), q | 0x20 == UInt8(ascii: "q"),
          rest.popFirst() == UInt8(ascii: "="), let value = Self.weight(&rest)
        else { return nil }
        weight = value
        skipBlanks(&rest)
      }
      guard rest.isEmpty else { return nil }
      codings.append(
        Coding(
          name: isStar ? "*" : String(decoding: name.map { $0 | 0x20 }, as: UTF8.self),
          weight: weight))
    }
    return codings
  }

  /// https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2
  private static func weight(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let first = rest.popFirst(), first == 0x30 || first == 0x31 else { return nil }
    var thousandths = 0
    var place = 100
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      while place > 0, let digit = rest.first, (0x30...0x39).contains(digit) {
        thousandths += Int(digit - 0x30) * place
        place /= 10
        rest = rest.dropFirst()
      }
    }
    if first == 0x31 { return thousandths == 0 ? 1_000 : nil }
    return thousandths
  }

  private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }
}
