/// A writer of JSON: values, and members of objects, whose braces the caller appends.
///
/// `JSONEncoder` is many times slower, which matters for rows, exports and imports.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends text as it is.
  package mutating func append(_ text: String) { bytes += text.utf8 }

  /// Appends a member of an object, after a comma unless it is the first.
  package mutating func append(_ name: String, _ value: ColumnValue) {
    appendName(name)
    append(value)
  }

  /// Appends a member of an object whose value is JSON.
  package mutating func append(_ name: String, json: String) {
    appendName(name)
    append(json)
  }

  private mutating func appendName(_ name: String) {
    if let last = bytes.last, last != UInt8(ascii: "{") { append(",") }
    append(quoted: name)
    append(":")
  }

  /// Appends a value.
  mutating func append(_ value: ColumnValue) {
    switch value {
    case .null: append("null")
    case .text(let text): append(quoted: text)
    case .real(let number) where number.isFinite: append("\(number)")
    case .real(let number):
      append(quoted: number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
    case .integer(let number): append("\(number)")
    case .flag(let isOn): append(isOn ? "true" : "false")
    case .texts(let texts):
      append("[")
      for (index, text) in texts.enumerated() {
        if index > 0 { append(",") }
        append(quoted: text)
      }
      append("]")
    }
  }

  /// Appends a text in quotes.
  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
      case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
      case ..<0x20:
        append((byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
