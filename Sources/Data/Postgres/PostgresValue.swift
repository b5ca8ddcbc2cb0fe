public import Foundation

/// A type whose values can be bound to a parameter of a statement, and read from a column of a
/// row.
///
/// Values are sent in PostgreSQL's binary format.
public protocol PostgresValue: Sendable {
  /// The object identifier of the type in `pg_type`.
  static var postgresType: UInt32 { get }

  /// Appends the binary form. Returns false for null.
  func encode(into bytes: inout [UInt8]) -> Bool

  /// Decodes the binary form.
  ///
  /// - Parameters:
  ///   - bytes: the value as the server sent it; `nil` for null.
  ///   - type: the object identifier of the column's type.
  /// - Returns: the value; `nil` if the type does not match or the value is
  ///   null and the Swift type is not optional.
  static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Self?
}

/// The object identifiers of built-in types.
enum TypeID {
  static let bool: UInt32 = 16
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let json: UInt32 = 114
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let textArray: UInt32 = 1009
  static let blankPadded: UInt32 = 1042
  static let varchar: UInt32 = 1043
  static let timestamp: UInt32 = 1184
  static let uuid: UInt32 = 2950
}

extension FixedWidthInteger {
  /// Appends the integer in network byte order.
  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Reads an integer in network byte order; `nil` if the size differs.
  init?(network bytes: UnsafeRawBufferPointer) {
    guard bytes.count == MemoryLayout<Self>.size else { return nil }
    self.init(bigEndian: bytes.loadUnaligned(as: Self.self))
  }
}

extension Bool: PostgresValue {
  public static var postgresType: UInt32 { TypeID.bool }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    bytes.append(self ? 1 : 0)
    return true
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Bool? {
    guard type == TypeID.bool, let bytes, bytes.count == 1 else { return nil }
    return bytes[0] != 0
  }
}

extension Int: PostgresValue {
  public static var postgresType: UInt32 { TypeID.int8 }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    append(to: &bytes)
    return true
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Int? {
    guard let bytes else { return nil }
    return switch type {
    case TypeID.int8: Int64(network: bytes).map { Int($0) }
    case TypeID.int4: Int32(network: bytes).map { Int($0) }
    case TypeID.int2: Int16(network: bytes).map { Int($0) }
    default: nil
    }
  }
}

extension Double: PostgresValue {
  public static var postgresType: UInt32 { TypeID.float8 }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    bitPattern.append(to: &bytes)
    return true
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Double? {
    guard let bytes else { return nil }
    return switch type {
    case TypeID.float8: UInt64(network: bytes).map { Double(bitPattern: $0) }
    case TypeID.float4: UInt32(network: bytes).map { Double(Float(bitPattern: $0)) }
    default: nil
    }
  }
}

/// A text. A null character (U+0000), which the server can neither store nor
/// compare, is sent as the replacement character (U+FFFD), also in conditions
/// and in arrays.
extension String: PostgresValue {
  public static var postgresType: UInt32 { TypeID.text }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    bytes.append(contentsOf: withoutNull.utf8)
    return true
  }

  /// The text with replacement characters instead of null characters.
  var withoutNull: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> String? {
    switch type {
    case TypeID.text, TypeID.varchar, TypeID.name, TypeID.blankPadded, TypeID.json:
      bytes.map { String(decoding: $0, as: UTF8.self) }
    default: nil
    }
  }
}

extension UUID: PostgresValue {
  public static var postgresType: UInt32 { TypeID.uuid }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
    return true
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> UUID? {
    guard type == TypeID.uuid, let bytes, bytes.count == 16 else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

/// The microseconds since 2000-01-01 00:00 UTC, which is how the server counts.
extension Date: PostgresValue {
  private static let postgresEpoch = 946_684_800.0

  public static var postgresType: UInt32 { TypeID.timestamp }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    let microseconds = ((timeIntervalSince1970 - Self.postgresEpoch) * 1_000_000).rounded()
    // Out of range becomes null: no clock of this century gets there.
    guard let value = Int64(exactly: microseconds) else { return false }
    value.append(to: &bytes)
    return true
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Date? {
    guard type == TypeID.timestamp, let bytes, let value = Int64(network: bytes) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(value) / 1_000_000 + Self.postgresEpoch)
  }
}

/// A `text[]` without nulls.
extension [String]: PostgresValue {
  public static var postgresType: UInt32 { TypeID.textArray }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    Int32(isEmpty ? 0 : 1).append(to: &bytes)
    Int32(0).append(to: &bytes)  // no nulls
    TypeID.text.append(to: &bytes)
    guard !isEmpty else { return true }
    Int32(count).append(to: &bytes)
    Int32(1).append(to: &bytes)  // the lowest index
    for element in self {
      let text = element.withoutNull
      Int32(text.utf8.count).append(to: &bytes)
      bytes.append(contentsOf: text.utf8)
    }
    return true
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> [String]? {
    guard type == TypeID.textArray, let bytes else { return nil }
    var reader = ByteReader(bytes)
    guard let dimensions = reader.integer(Int32.self), reader.integer(Int32.self) != nil,
      reader.integer(UInt32.self) == TypeID.text
    else { return nil }
    guard dimensions > 0 else { return dimensions == 0 ? [] : nil }
    guard dimensions == 1, let count = reader.integer(Int32.self),
      reader.integer(Int32.self) != nil
    else { return nil }
    var array: [String] = []
    for _ in 0..<count {
      guard let length = reader.integer(Int32.self), length >= 0,
        let element = reader.bytes(Int(length))
      else { return nil }
      array.append(String(decoding: element, as: UTF8.self))
    }
    return array
  }
}

/// Null for `nil`.
extension Optional: PostgresValue where Wrapped: PostgresValue {
  public static var postgresType: UInt32 { Wrapped.postgresType }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    self?.encode(into: &bytes) ?? false
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Wrapped?? {
    guard let bytes else { return .some(nil) }
    return Wrapped.decode(bytes, type: type).map { .some($0) }
  }
}

/// A JSON text for a column of type `json`.
///
/// The escape `\u0000`, which a column of type `text` could not take over, is
/// sent as `\uFFFD`.
public struct PostgresJSON: PostgresValue, Hashable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// A text in which each escape of the null character is replaced, as it is when it is sent.
  public init(withoutNull text: String) {
    var bytes: [UInt8] = []
    _ = PostgresJSON(text).encode(into: &bytes)
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the value that the text describes.
  ///
  /// - Throws: `DecodingError` if the text does not describe one of this type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  public static var postgresType: UInt32 { TypeID.json }

  public func encode(into bytes: inout [UInt8]) -> Bool {
    let start = bytes.count
    let isComplete = text.encode(into: &bytes)
    Self.replaceNull(in: &bytes[start...])
    return isComplete
  }

  /// Replaces each escape of the null character by one of the same length.
  private static func replaceNull(in bytes: inout ArraySlice<UInt8>) {
    let null = Array(#"\u0000"#.utf8)
    var index = bytes.startIndex
    while let escape = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
      if bytes[escape...].starts(with: null) {
        bytes.replaceSubrange(escape..<(escape + null.count), with: #"\uFFFD"#.utf8)
      }
      // The character after a backslash starts no escape.
      index = min(escape + 2, bytes.endIndex)
    }
  }

  public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> PostgresJSON? {
    type == TypeID.json ? String.decode(bytes, type: type).map { PostgresJSON($0) } : nil
  }
}

/// Reads integers and runs of bytes from a buffer.
struct ByteReader {
  private(set) var rest: UnsafeRawBufferPointer.SubSequence

  init(_ bytes: UnsafeRawBufferPointer) {
    rest = bytes[...]
  }

  mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    bytes(MemoryLayout<Value>.size).flatMap { Value(network: $0) }
  }
}
