import Foundation

/// Reads the rows of an imported file, one at a time: a file of a few megabytes can have
/// millions of values, which take many times its size.
struct ImportReader {
  /// The reason why a file cannot be read, as a sentence.
  struct Unreadable: Error, Hashable {
    let message: String
  }

  /// A row with the number of its first line.
  struct Row {
    let line: Int
    /// The values that the row has, with the positions of their columns.
    let values: [(column: Int, text: String)]
  }

  /// The maximum number of rows.
  static let rowLimit = 100_000
  /// The maximum number of columns.
  static let columnLimit = 200

  /// The names of the columns so far. Each JSON line can have others.
  private(set) var columns: [String] = []
  /// True if the texts are those of a spreadsheet, where formulas are neutralised.
  var isSpreadsheet: Bool { spreadsheet != nil }

  /// The reader of comma-separated values; `nil` for JSON lines.
  private var spreadsheet: CSVReader?
  private var lines: LineReader
  private let decoder = JSONDecoder()
  private var indexes: [String: Int] = [:]
  private var rowCount = 0

  /// Reads the names of the columns of comma-separated values, or prepares to read JSON lines.
  init(_ text: String) throws(Unreadable) {
    let bytes = Array(text.utf8)
    lines = LineReader(bytes)
    let first = bytes.first { $0 > 0x20 && !CSV.byteOrderMark.contains($0) }
    if first == UInt8(ascii: "{") { return }
    // One field more, so that too many are noticed.
    var reader = CSVReader(bytes, fieldLimit: Self.columnLimit + 1)
    let head = reader.next()?.fields ?? []
    guard head.count <= Self.columnLimit else { throw Self.tooManyColumns }
    columns = head.map { CSV.original($0).trimmingCharacters(in: .whitespaces) }
    spreadsheet = reader
  }

  /// Returns the next row; `nil` after the last one.
  mutating func next() throws(Unreadable) -> Row? {
    guard let row = try isSpreadsheet ? nextRow() : nextLine() else {
      if rowCount > 0 { return nil }
      throw Unreadable(
        message: "The file has no rows. Its first line names the columns, and each further line "
          + "is a row.")
    }
    rowCount += 1
    guard rowCount <= Self.rowLimit else {
      throw Unreadable(message: "The file has more than 100,000 rows. Import it in parts.")
    }
    return row
  }

  private static let tooManyColumns = Unreadable(
    message: "The file has more than \(columnLimit) columns.")

  private mutating func nextRow() throws(Unreadable) -> Row? {
    let row = spreadsheet?.next()
    if let line = spreadsheet?.unclosedLine {
      throw Unreadable(message: "The quotation mark in line \(line) has no counterpart.")
    }
    guard let row else { return nil }
    guard row.fields.count <= Self.columnLimit else { throw Self.tooManyColumns }
    if row.fields.dropFirst(columns.count).contains(where: { !$0.isEmpty }) {
      throw Unreadable(
        message: "Line \(row.line) has \(row.fields.count) columns, but the first line names "
          + "\(columns.count). Put texts with commas in quotation marks.")
    }
    return Row(
      line: row.line, values: zip(columns.indices, row.fields).map { (column: $0, text: $1) })
  }

  private mutating func nextLine() throws(Unreadable) -> Row? {
    guard let (number, line) = lines.next() else { return nil }
    let members = Self.members(of: line)
    // The decoder takes many times the memory of what it decodes.
    if let members, members > Self.columnLimit { throw Self.tooManyColumns }
    guard members != nil,
      let object = try? decoder.decode([String: JSONValue].self, from: Data(line))
    else {
      throw Unreadable(
        message: "Line \(number) is not a JSON object of texts, numbers, true, false and null.")
    }
    var values: [(column: Int, text: String)] = []
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      let index = indexes[name] ?? columns.count
      if index == columns.count {
        guard index < Self.columnLimit else { throw Self.tooManyColumns }
        indexes[name] = index
        columns.append(name)
      }
      values.append((index, value.value?.text ?? ""))
    }
    return Row(line: number, values: values)
  }

  /// Returns the number of members of a JSON object; `nil` for a text with other brackets.
  private static func members(of line: ArraySlice<UInt8>) -> Int? {
    var count = 0
    var braces = 0
    var isQuoted = false
    var isEscaped = false
    for byte in line {
      if isQuoted {
        if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "{"): braces += 1
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: ":"): count += 1
      default: break
      }
    }
    return braces == 1 ? count : nil
  }
}

/// Reads lines that are not blank. Of the characters that end a line elsewhere, a text of JSON
/// cannot contain a line feed and a carriage return alone.
private struct LineReader {
  private let bytes: [UInt8]
  private var position: Int
  private var line = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: CSV.byteOrderMark) ? CSV.byteOrderMark.count : 0
  }

  /// Returns the next line with its number.
  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    while position < bytes.count {
      let rest = bytes[position...]
      let end =
        rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? rest.endIndex
      position = end + (bytes[end...].starts(with: "\r\n".utf8) ? 2 : 1)
      line += 1
      if rest[..<end].contains(where: { $0 != 0x20 && $0 != 0x09 }) { return (line, rest[..<end]) }
    }
    return nil
  }
}
