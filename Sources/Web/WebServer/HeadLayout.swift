import Glibc

/// A strict check of the layout of a request head: a request line and fields,
/// each of which ends with CR LF, and an empty line.
///
/// libmicrohttpd 0.9.75 parses heads leniently: it appends a folded line to the
/// name of its field, ends the head at a field without a name, truncates values
/// at a NUL, and accepts a bare LF or CR as the end of a line. A proxy in front
/// may parse such a head differently, which allows request smuggling.
///
/// libmicrohttpd parses in place, so names and values are pointers into the
/// received bytes, and the distances between them reveal bytes that it skipped
/// (RFC 9112 §2.2, §5.2, §11.2).
struct HeadLayout {
  static let errorMessage: StaticString =
    "A header line is folded, has no name, contains a NUL or extra blanks, or does not end with CR LF."

  private let start: UnsafePointer<CChar>
  /// The expected start of the next line.
  private var line: UnsafePointer<CChar>
  private var isWellFormed: Bool

  /// Checks the request line.
  ///
  /// - Parameters:
  ///   - method: The method, at the start of the head.
  ///   - target: The number of bytes of the target.
  ///   - version: The protocol version.
  init(method: UnsafePointer<CChar>, target: Int, version: UnsafePointer<CChar>) {
    start = method
    line = version + strlen(version) + Self.lineEnd
    // Exactly one space between the parts.
    isWellFormed = version == method + strlen(method) + 1 + target + 1
  }

  /// The size of CR LF; libmicrohttpd has replaced one of them by a NUL.
  private static let lineEnd = 2

  /// Checks the next field.
  mutating func add(
    name: UnsafePointer<CChar>, size nameSize: Int, value: UnsafePointer<CChar>?,
    size valueSize: Int
  ) {
    // libmicrohttpd has replaced the colon by a NUL.
    guard isWellFormed, name == line, nameSize > 0, let value, value > name + nameSize else {
      isWellFormed = false
      return
    }
    let colon = name + nameSize
    guard (1..<value - colon).allSatisfy({ Self.isBlank(colon[$0]) }) else {
      isWellFormed = false
      return
    }
    var end = value + valueSize
    while Self.isBlank(end.pointee) { end += 1 }
    line = end + Self.lineEnd
  }

  /// Returns true if all fields are well formed, and the head ends with an empty
  /// line after the last one.
  ///
  /// - Parameter size: The size of the head in bytes, as reported by
  ///   libmicrohttpd.
  func isWellFormed(through size: Int) -> Bool {
    isWellFormed && line + Self.lineEnd == start + size
  }

  private static func isBlank(_ byte: CChar) -> Bool { byte == 0x20 || byte == 0x09 }
}
