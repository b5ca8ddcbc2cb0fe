/// A text as in the document, between its quotes. It is valid as long as the
/// document's bytes. The reader has validated it.
struct JSONText {
  let bytes: UnsafeBufferPointer<UInt8>
  let hasEscapes: Bool

  /// The decoded text. Without escapes, this takes a single copy.
  var string: String {
    hasEscapes
      ? String(decoding: unescaped(), as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
  }

  // Inlined, most keys take a single comparison of lengths.
  @inline(__always)
  static func == (text: JSONText, other: StaticString) -> Bool {
    if text.hasEscapes { return text.string == "\(other)" }
    guard text.bytes.count == other.utf8CodeUnitCount else { return false }
    for index in 0..<text.bytes.count where text.bytes[index] != other.utf8Start[index] {
      return false
    }
    return true
  }

  /// Enables `switch`.
  @inline(__always)
  static func ~= (other: StaticString, text: JSONText) -> Bool { text == other }

  private func unescaped() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == .init(ascii: "\\"), let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch escape {
      case .init(ascii: "b"): result.append(0x08)
      case .init(ascii: "f"): result.append(0x0C)
      case .init(ascii: "n"): result.append(0x0A)
      case .init(ascii: "r"): result.append(0x0D)
      case .init(ascii: "t"): result.append(0x09)
      case .init(ascii: "u"): result += String(Self.scalar(&rest)).utf8
      default: result.append(escape)
      }
    }
    return result
  }

  /// Returns the scalar of a `\u` escape or a surrogate pair; U+FFFD for an
  /// unpaired surrogate.
  private static func scalar(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
    let high = UInt32(hex(rest.prefix(4)))
    rest = rest.dropFirst(4)
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
    let low = UInt32(hex(rest.dropFirst(2).prefix(4)))
    guard rest.starts(with: #"\u"#.utf8), (0xDC00..<0xE000).contains(low) else {
      return "\u{FFFD}"
    }
    rest = rest.dropFirst(6)
    return Unicode.Scalar(0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF))) ?? "\u{FFFD}"
  }

  /// Returns the value of hexadecimal digits.
  static func hex(_ digits: some Sequence<UInt8>) -> UInt16 {
    digits.reduce(0) { $0 << 4 | UInt16(hexDigit($1) ?? 0) }
  }

  /// Returns the value of a hexadecimal digit.
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case .init(ascii: "0")...(.init(ascii: "9")): byte - .init(ascii: "0")
    case .init(ascii: "a")...(.init(ascii: "f")): byte - .init(ascii: "a") + 10
    case .init(ascii: "A")...(.init(ascii: "F")): byte - .init(ascii: "A") + 10
    default: nil
    }
  }
}
