/// A parser of JSON. It reads a value as a tree, or a collection item by item.
///
/// It is strict: anything that RFC 8259 does not allow is an error, even in a value
/// that is not kept. No input can make it trap.
struct JSONReader {
  /// The maximum depth of nested values.
  static let maximumDepth = 32

  private let bytes: [UInt8]
  private let isTolerant: Bool
  /// The position of the next byte.
  private var position = 0
  private var depth = 0
  /// The number of values that are still kept in trees.
  private var limit = Int.max
  /// The key that was read last, for error messages.
  private var lastKey: String?

  /// - Parameter isTolerant: true if a malformed item of an object or array, such as
  ///   `NaN`, is read as `malformed`, and a byte order mark at the start is skipped.
  init(_ bytes: [UInt8], isTolerant: Bool = false) {
    self.bytes = bytes
    self.isTolerant = isTolerant
    if isTolerant, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads a value of any type.
  mutating func value() throws(JSONError) -> JSONValue {
    switch next() {
    case "{":
      var members: [JSONValue.Member] = []
      try readMembers { reader, key throws(JSONError) in
        let value = try reader.item()
        if reader.isKept() { members.append(.init(key: key, value: value)) }
      }
      return .object(members)
    case "[":
      var elements: [JSONValue] = []
      try readElements { reader throws(JSONError) in
        let value = try reader.item()
        if reader.isKept() { elements.append(value) }
      }
      return .array(elements)
    case "\"": return .text(try scanText())
    case "t": return try scan("true", as: .boolean(true))
    case "f": return try scan("false", as: .boolean(false))
    case "n": return try scan("null", as: .null)
    default: return .number(try scanNumber())
    }
  }

  /// Reads an item of an object or array, of which at most a number of values is kept,
  /// whatever its size.
  mutating func item(keeping limit: Int) throws(JSONError) -> JSONValue {
    self.limit = limit
    lastKey = nil
    return try item()
  }

  /// Reads the members of an object one by one: `read` reads each value. Another value
  /// is skipped.
  ///
  /// - Returns: `false` if the value is no object.
  @discardableResult
  mutating func readMembers(
    _ read: (inout JSONReader, String) throws(JSONError) -> Void
  ) throws(JSONError) -> Bool {
    try readItems(from: "{", to: "}") { reader throws(JSONError) in
      _ = reader.next()
      let key = try reader.scanText()
      _ = reader.next()
      try reader.expect(":")
      reader.lastKey = key
      try read(&reader, key)
    }
  }

  /// Reads the elements of an array one by one: `read` reads each. Another value is
  /// skipped.
  ///
  /// - Returns: `false` if the value is no array.
  @discardableResult
  mutating func readElements(
    _ read: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> Bool {
    try readItems(from: "[", to: "]", read)
  }

  /// Checks that only whitespace follows.
  mutating func end() throws(JSONError) {
    guard next() == nil else { throw error(.moreThanOneValue) }
  }
}

// MARK: Collections

extension JSONReader {
  /// Counts a value, and returns false if no more are kept.
  private mutating func isKept() -> Bool {
    limit -= 1
    return limit >= 0
  }

  private mutating func readItems(
    from start: Unicode.Scalar, to end: Unicode.Scalar,
    _ read: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> Bool {
    guard next() == start else {
      _ = try value()
      return false
    }
    guard depth < Self.maximumDepth else { throw error(.tooDeep) }
    depth += 1
    position += 1
    var isFirst = true
    while next() != end {
      if !isFirst { try expect(",") }
      isFirst = false
      try read(&self)
    }
    position += 1
    depth -= 1
    return true
  }

  private mutating func item() throws(JSONError) -> JSONValue {
    let start = (position, depth)
    do throws(JSONError) {
      return try value()
    } catch {
      (position, depth) = start
      guard isTolerant, skipUnchecked() else { throw error }
      let key = lastKey.map { $0.sanitised(limit: 30) + ": " } ?? ""
      return .malformed(key + error.problem.rawValue)
    }
  }

  /// Skips a value without validating it: brackets or quotes with what is between
  /// them, or a word such as `NaN`.
  ///
  /// - Returns: `false` if there is no such value.
  private mutating func skipUnchecked() -> Bool {
    _ = next()
    let start = position
    while let scalar, scalar.isInWord { position += 1 }
    guard position == start else { return true }
    var ends: [Unicode.Scalar] = []
    repeat {
      guard let scalar else { return false }
      position += 1
      switch scalar {
      case "{": ends.append("}")
      case "[": ends.append("]")
      case "}", "]": guard ends.popLast() == scalar else { return false }
      case "\"":
        while let scalar = self.scalar, scalar != "\"" { position += scalar == "\\" ? 2 : 1 }
        guard skip("\"") else { return false }
      default: if ends.isEmpty { return false }
      }
    } while !ends.isEmpty
    return true
  }
}

// MARK: Scalars

extension JSONReader {
  /// The next byte, as the character that it is in ASCII; `nil` at the end.
  @inline(__always)
  private var scalar: Unicode.Scalar? {
    position < bytes.count ? Unicode.Scalar(bytes[position]) : nil
  }

  /// Skips whitespace, and returns the character after it.
  @inline(__always)
  private mutating func next() -> Unicode.Scalar? {
    while let scalar, scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" {
      position += 1
    }
    return scalar
  }

  private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard scalar == expected else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ expected: Unicode.Scalar) throws(JSONError) {
    guard skip(expected) else { throw unexpected }
  }

  private var unexpected: JSONError { error(scalar == nil ? .endsEarly : .unexpectedByte) }

  private func error(_ problem: JSONError.Problem) -> JSONError {
    JSONError(problem: problem, offset: position)
  }

  private mutating func scan(
    _ word: String, as value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for scalar in word.unicodeScalars { try expect(scalar) }
    return value
  }

  private mutating func scanNumber() throws(JSONError) -> Double {
    let start = position
    _ = skip("-")
    if !skip("0") { try scanDigits() }
    if skip(".") { try scanDigits() }
    if skip("e") || skip("E") {
      _ = skip("-") || skip("+")
      try scanDigits()
    }
    return Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? .nan
  }

  /// Scans at least one digit.
  private mutating func scanDigits() throws(JSONError) {
    let start = position
    while let scalar, "0"..."9" ~= scalar { position += 1 }
    guard position > start else { throw unexpected }
  }

  private mutating func scanText() throws(JSONError) -> String {
    try expect("\"")
    var text = try scanPlainText()
    while scalar == "\\" {
      var units: [UInt16] = []
      while skip("\\") { units.append(try scanEscape()) }
      // Half of a surrogate pair is well-formed (RFC 8259, section 8.2), and replaced.
      text += String(decoding: units, as: UTF16.self) + (try scanPlainText())
    }
    guard skip("\"") else { throw error(scalar == nil ? .endsEarly : .controlInText) }
    return text
  }

  private mutating func scanPlainText() throws(JSONError) -> String {
    let start = position
    while let scalar, scalar.isPlain { position += 1 }
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(start..<position)))
    } catch {
      throw JSONError(problem: .invalidUTF8, offset: start + error.byteOffsets.lowerBound)
    }
  }

  /// Scans an escape after its backslash.
  private mutating func scanEscape() throws(JSONError) -> UInt16 {
    guard let scalar else { throw error(.endsEarly) }
    guard skip("u") else {
      guard let unit = escapes[scalar] else { throw error(.badEscape) }
      position += 1
      return unit
    }
    let bytes = bytes.dropFirst(position).prefix(4)
    guard bytes.count == 4 else { throw JSONError(problem: .endsEarly, offset: bytes.endIndex) }
    let digits = String(decoding: bytes, as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
      throw error(.badEscape)
    }
    position += 4
    return unit
  }
}

/// The characters that single letters after a backslash stand for.
private let escapes = Dictionary(
  uniqueKeysWithValues: zip(
    #""\/bfnrt"#.unicodeScalars, "\"\\/\u{8}\u{C}\n\r\t".utf16))

extension Unicode.Scalar {
  /// True for a character within a text that has no meaning of its own.
  fileprivate var isPlain: Bool { self >= " " && self != "\"" && self != "\\" }

  /// True for a character of a number, or of a word such as `-Infinity`.
  fileprivate var isInWord: Bool { self > " " && !#"{}[]",:"#.unicodeScalars.contains(self) }
}
