/// A pull parser of JSON, which builds no tree.
///
/// It is strict: anything that RFC 8259 does not allow is an error, even in a
/// skipped value, except in `skipUnchecked()`. No input can make it trap.
struct JSONReader {
  enum Kind: String, Hashable {
    case object, array, text, number, boolean, null
  }

  /// The maximum depth of nested values.
  static let maximumDepth = 32

  let bytes: UnsafeBufferPointer<UInt8>
  /// The position of the next byte.
  var position = 0
  /// The key that was read last, for error messages.
  var lastKey: JSONText?
  private var depth = 0
  /// True if the next member or element is the first of its object or array.
  private var isFirst = false

  /// - Parameter bytes: the document, which must outlive the reader and its
  ///   texts.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }
}

extension JSONReader {
  /// Returns the type of the next value.
  mutating func kind() throws(JSONError) -> Kind {
    switch try nextByte() {
    case .init(ascii: "{"): return .object
    case .init(ascii: "["): return .array
    case .init(ascii: "\""): return .text
    case .init(ascii: "-"), .init(ascii: "0")...(.init(ascii: "9")): return .number
    case .init(ascii: "t"), .init(ascii: "f"): return .boolean
    case .init(ascii: "n"): return .null
    default: throw error(.unexpectedByte)
    }
  }

  /// Starts an object. Call `nextKey()` until it returns `nil`.
  mutating func beginObject() throws(JSONError) {
    try expect(.object)
    try begin()
  }

  /// Returns the key of the next member; its value must be read or skipped.
  /// `nil` at the end of the object.
  mutating func nextKey() throws(JSONError) -> JSONText? {
    guard try next(end: .init(ascii: "}")) else { return nil }
    guard try nextByte() == .init(ascii: "\"") else { throw error(.unexpectedByte) }
    let key = try scanText()
    guard try nextByte() == .init(ascii: ":") else { throw error(.unexpectedByte) }
    position += 1
    lastKey = key
    return key
  }

  /// Starts an array. Call `nextElement()` until it returns `false`.
  mutating func beginArray() throws(JSONError) {
    try expect(.array)
    try begin()
  }

  /// Returns true if there is another element, which must be read or skipped.
  mutating func nextElement() throws(JSONError) -> Bool {
    try next(end: .init(ascii: "]"))
  }

  /// Skips and validates a value of any type.
  mutating func skipValue() throws(JSONError) {
    switch try kind() {
    case .object:
      try beginObject()
      while try nextKey() != nil { try skipValue() }
    case .array:
      try beginArray()
      while try nextElement() { try skipValue() }
    case .text: _ = try scanText()
    case .number: _ = try scanNumber()
    case .boolean:
      try scan(bytes[position] == .init(ascii: "t") ? "true" : "false")
    case .null: try scan("null")
    }
  }

  /// Skips an object or array with balanced brackets and quotes, without
  /// validating its content.
  ///
  /// - Returns: `false` if there is no such value.
  mutating func skipBrackets() -> Bool {
    skipBlanks()
    var ends: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case .init(ascii: "{"): ends.append(.init(ascii: "}"))
      case .init(ascii: "["): ends.append(.init(ascii: "]"))
      case .init(ascii: "}"), .init(ascii: "]"):
        guard ends.popLast() == byte else { return false }
      case .init(ascii: "\""):
        guard skipQuoted() else { return false }
      default: break
      }
      if ends.isEmpty { return byte == .init(ascii: "}") || byte == .init(ascii: "]") }
    }
    return false
  }

  /// Skips a value without validating it: brackets or quotes with what is
  /// between them, or a word such as `NaN`.
  ///
  /// - Returns: `false` if there is no such value.
  mutating func skipUnchecked() -> Bool {
    skipBlanks()
    let start = position
    guard position < bytes.count else { return false }
    switch bytes[position] {
    case .init(ascii: "{"), .init(ascii: "["): return skipBrackets()
    case .init(ascii: "\""):
      position += 1
      return skipQuoted()
    default:
      while position < bytes.count, bytes[position].isInWord { position += 1 }
      return position > start
    }
  }

  /// Skips the rest of a text after its opening quote.
  private mutating func skipQuoted() -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      position += byte == .init(ascii: "\\") ? 2 : 1
      if byte == .init(ascii: "\"") { return true }
    }
    return false
  }

  /// Skips a byte order mark at the start of the document.
  mutating func skipByteOrderMark() {
    if position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Checks that only whitespace follows.
  mutating func end() throws(JSONError) {
    skipBlanks()
    guard position == bytes.count else { throw error(.moreThanOneValue) }
  }
}

extension JSONReader {
  func error(_ problem: JSONError.Problem) -> JSONError {
    JSONError(problem: problem, offset: position)
  }

  private mutating func expect(_ expected: Kind) throws(JSONError) {
    guard try kind() == expected else { throw error(.wrongKind(expected: expected)) }
  }

  private mutating func begin() throws(JSONError) {
    guard depth < Self.maximumDepth else { throw error(.tooDeep) }
    depth += 1
    position += 1
    isFirst = true
  }

  private mutating func next(end: UInt8) throws(JSONError) -> Bool {
    let byte = try nextByte()
    if byte == end {
      position += 1
      depth -= 1
      isFirst = false
      return false
    }
    if !isFirst {
      guard byte == .init(ascii: ",") else { throw error(.unexpectedByte) }
      position += 1
    }
    isFirst = false
    return true
  }

  @inline(__always)
  private mutating func nextByte() throws(JSONError) -> UInt8 {
    skipBlanks()
    guard position < bytes.count else { throw error(.endsEarly) }
    return bytes[position]
  }

  @inline(__always)
  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func scan(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count else { throw error(.endsEarly) }
      guard bytes[position] == word.utf8Start[index] else { throw error(.unexpectedByte) }
      position += 1
    }
  }
}

extension UInt8 {
  /// True for the bytes of numbers, and of words such as `-Infinity`.
  fileprivate var isInWord: Bool {
    switch self {
    case .init(ascii: "a")...(.init(ascii: "z")), .init(ascii: "A")...(.init(ascii: "Z")),
      .init(ascii: "0")...(.init(ascii: "9")), .init(ascii: "+"), .init(ascii: "-"),
      .init(ascii: "."), .init(ascii: "_"):
      true
    default: false
    }
  }
}
