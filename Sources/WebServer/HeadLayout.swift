import Glibc

/// Whether a head is laid out as everybody reads it: its lines end with CR LF,
/// each but the first is a field, and the fields are all there is.
///
/// libmicrohttpd 0.9.75 takes more for a head than that, and reads it in its
/// own way: it adds a folded line to the name of its field, ends the head at a
/// field without a name, cuts values at a NUL, and takes a lone LF or CR for a
/// line's end. Another program in front may read two requests where it reads
/// one. It parses in place, so what it hands over are pointers into the bytes
/// as they came, and what it did with the rest shows in the distances between
/// them (RFC 9112 §2.2, §5.2, §11.2).
struct HeadLayout {
  static let whatIsRefused: StaticString =
    "A line of the head is folded, has no name, holds a NUL or blanks, or ends without CR LF."

  private let start: UnsafePointer<CChar>
  /// Where the next line starts.
  private var line: UnsafePointer<CChar>
  private var isPlain: Bool

  /// - Parameters:
  ///   - method: the first word of the first line.
  ///   - target: how many bytes the second one has.
  ///   - version: the third one.
  init(method: UnsafePointer<CChar>, target: Int, version: UnsafePointer<CChar>) {
    start = method
    line = version + strlen(version) + Self.lineEnd
    // One blank between words.
    isPlain = version == method + strlen(method) + 1 + target + 1
  }

  /// CR and LF; there is a NUL in place of one of them.
  private static let lineEnd = 2

  /// Takes the next field.
  mutating func add(
    name: UnsafePointer<CChar>, size nameSize: Int, value: UnsafePointer<CChar>?,
    size valueSize: Int
  ) {
    // A NUL stands where the colon was.
    guard isPlain, name == line, nameSize > 0, let value, value > name + nameSize else {
      isPlain = false
      return
    }
    let colon = name + nameSize
    guard (1..<value - colon).allSatisfy({ Self.isBlank(colon[$0]) }) else {
      isPlain = false
      return
    }
    var end = value + valueSize
    while Self.isBlank(end.pointee) { end += 1 }
    line = end + Self.lineEnd
  }

  /// Whether all fields were as they should be, and an empty line ends the
  /// head after them.
  ///
  /// - Parameter size: of the head in bytes, as libmicrohttpd counted it.
  func isPlain(through size: Int) -> Bool {
    isPlain && line + Self.lineEnd == start + size
  }

  private static func isBlank(_ byte: CChar) -> Bool { byte == 0x20 || byte == 0x09 }
}
