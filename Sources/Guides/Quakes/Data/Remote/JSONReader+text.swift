extension JSONReader {
  /// Scans and validates a text, from its opening quote.
  mutating func scanText() throws(JSONError) -> JSONText {
    position += 1
    let start = position
    var hasEscapes = false
    var isASCII = true
    skipPlainBytes()
    while position < bytes.count {
      let byte = bytes[position]
      if byte == .init(ascii: "\"") {
        let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
        if !isASCII, let invalid = text.firstInvalidUTF8 {
          throw JSONError(problem: .invalidUTF8, offset: start + invalid)
        }
        position += 1
        return JSONText(bytes: text, hasEscapes: hasEscapes)
      }
      if byte == .init(ascii: "\\") {
        hasEscapes = true
        try scanEscape()
        continue
      }
      guard byte >= 0x20 else { throw error(.controlInText) }
      isASCII = isASCII && byte < 0x80
      position += 1
    }
    throw error(.endsEarly)
  }

  /// Skips bytes without special meaning, eight at a time.
  private mutating func skipPlainBytes() {
    let all = UInt64(0x0101_0101_0101_0101)
    // Sets the highest bit of each byte that is less than a limit.
    func below(_ limit: UInt64, _ word: UInt64) -> UInt64 { (word &- all * limit) & ~word }
    let raw = UnsafeRawBufferPointer(bytes)
    while bytes.count - position >= 8 {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let special =
        word | below(0x20, word) | below(1, word ^ all * UInt64(UInt8(ascii: "\"")))
        | below(1, word ^ all * UInt64(UInt8(ascii: "\\")))
      // Only the lowest of the bits is reliable: a borrow may have set others
      // above.
      let bits = special & (all << 7)
      guard bits == 0 else {
        position += bits.trailingZeroBitCount / 8
        return
      }
      position += 8
    }
  }

  private mutating func scanEscape() throws(JSONError) {
    position += 1
    guard position < bytes.count else { throw error(.endsEarly) }
    switch bytes[position] {
    case .init(ascii: "\""), .init(ascii: "\\"), .init(ascii: "/"), .init(ascii: "b"),
      .init(ascii: "f"), .init(ascii: "n"), .init(ascii: "r"), .init(ascii: "t"):
      position += 1
    case .init(ascii: "u"): try scanHex()
    default: throw error(.badEscape)
    }
  }

  /// Scans four digits after the `u`. Half of a surrogate pair is well-formed
  /// (RFC 8259, section 8.2); `JSONText` replaces it.
  private mutating func scanHex() throws(JSONError) {
    position += 1
    guard bytes.count - position >= 4 else {
      position = bytes.count
      throw error(.endsEarly)
    }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ JSONText.hexDigit($0) != nil }) else { throw error(.badEscape) }
    position += 4
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte that is not valid UTF-8; `nil` if there is
  /// none.
  /// https://www.unicode.org/versions/latest/core-spec/chapter-3/#G27506
  var firstInvalidUTF8: Int? {
    var index = 0
    while index < count {
      let first = self[index]
      if first < 0x80 {
        index += 1
        continue
      }
      let (length, second): (Int, ClosedRange<UInt8>)
      switch first {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      guard count - index >= length, second.contains(self[index + 1]),
        self[(index + 2)..<(index + length)].allSatisfy({ 0x80...0xBF ~= $0 })
      else { return index }
      index += length
    }
    return nil
  }
}
