/// Comma-separated values (RFC 4180).
enum CSV {
  /// A byte order mark, without which Excel does not read a file as UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Appends a row.
  static func append(_ row: some Sequence<String>, to bytes: inout [UInt8]) {
    var isFirst = true
    for field in row {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      let needsQuotes = field.utf8.contains {
        $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
          || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\t")
      }
      guard needsQuotes || field.first == " " || field.last == " " else {
        bytes += field.utf8
        continue
      }
      bytes.append(UInt8(ascii: "\""))
      for byte in field.utf8 {
        if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += "\r\n".utf8
  }

  // MARK: Formulas

  /// Returns a text that spreadsheets do not run as a formula: one that begins like a formula
  /// gets an apostrophe (https://owasp.org/www-community/attacks/CSV_Injection). So does one
  /// that already has apostrophes before it, so that nothing is lost.
  static func neutralised(_ text: String) -> String {
    isFormula(afterApostrophesOf: text) ? "'\(text)" : text
  }

  /// Returns the text that was neutralised.
  static func original(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "'") && isFormula(afterApostrophesOf: text)
      ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static func isFormula(afterApostrophesOf text: String) -> Bool {
    // Also the full-width forms, which some spreadsheets read alike.
    text.unicodeScalars.first { $0 != "'" }.map("=+-@\t\r\n＝＋－＠".unicodeScalars.contains) ?? false
  }
}

/// Reads the rows of comma-separated values, also those separated by semicolons or tabs, as
/// Excel writes them in many countries.
struct CSVReader: Sequence, IteratorProtocol {
  /// A row with the number of its first line.
  struct Row: Hashable {
    let line: Int
    let fields: [String]
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private let fieldLimit: Int
  private var position: Int
  private var line = 1
  /// The line of a quotation mark without its counterpart; `nil` if there is none.
  private(set) var unclosedLine: Int?

  /// Creates a reader of UTF-8, with or without a byte order mark. A first line such as `sep=;`
  /// names the separator.
  ///
  /// - Parameter limit: the number of fields that are kept of a row.
  init(_ bytes: [UInt8], fieldLimit limit: Int = .max) {
    self.bytes = bytes
    fieldLimit = limit
    position = bytes.starts(with: CSV.byteOrderMark) ? CSV.byteOrderMark.count : 0
    let first = bytes[position...].prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
    let name = String(decoding: first, as: UTF8.self).lowercased()
    if let match = name.wholeMatch(of: /"?sep=([!#-~\t])"?/), let named = match.1.utf8.first {
      separator = named
      position = first.endIndex
      // The end of the line is read as an empty row.
      return
    }
    separator = Self.separator(in: bytes[position...])
  }

  /// Returns the separator that occurs most often outside of quotes in the first line.
  private static func separator(in bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if counts.isEmpty { continue }
        break
      }
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t") {
        counts[byte, default: 0] += 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? UInt8(ascii: ",")
  }

  /// Returns the next row that is not empty; `nil` after the last one.
  mutating func next() -> Row? {
    while position < bytes.count {
      let start = line
      let fields = readRow()
      // Spreadsheets write empty rows as separators alone.
      if fields.contains(where: { !$0.isEmpty }) { return Row(line: start, fields: fields) }
    }
    return nil
  }

  private mutating func readRow() -> [String] {
    var fields: [String] = []
    while true {
      let field = readField()
      if fields.count < fieldLimit { fields.append(field) }
      guard position < bytes.count else { return fields }
      let byte = bytes[position]
      position += 1
      if byte == separator {
        if position == bytes.count, fields.count < fieldLimit { fields.append("") }
        if position < bytes.count { continue }
        return fields
      }
      // The end of a line: a line feed, a carriage return, or both.
      if byte == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
      }
      line += 1
      return fields
    }
  }

  /// Reads up to a separator or the end of the line.
  private mutating func readField() -> String {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      return readPlain()
    }
    let start = line
    position += 1
    var field: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          // What follows the quotation marks belongs to the field.
          return String(decoding: field, as: UTF8.self) + readPlain()
        }
        position += 1
      }
      if byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
          && (position == bytes.count || bytes[position] != UInt8(ascii: "\n"))
      {
        line += 1
      }
      field.append(byte)
    }
    unclosedLine = unclosedLine ?? start
    return String(decoding: field, as: UTF8.self)
  }

  private mutating func readPlain() -> String {
    let start = position
    while position < bytes.count, bytes[position] != separator,
      bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r")
    {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
