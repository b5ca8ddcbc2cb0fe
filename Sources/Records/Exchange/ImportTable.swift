import Foundation

/// The rows of an imported file, with the names of their columns.
struct ImportTable: Hashable, Sendable {
  /// The reason why a file cannot be read, as a sentence.
  struct Unreadable: Error, Hashable {
    let message: String
  }

  /// A row with the number of its first line.
  struct Row: Hashable, Sendable {
    let line: Int
    /// The texts by column; `nil` for a column that the row does not have.
    let texts: [String?]
  }

  /// The maximum number of rows.
  static let rowLimit = 100_000
  private static let columnLimit = 200

  private(set) var columns: [String] = []
  private(set) var rows: [Row] = []
  /// True if the texts are those of a spreadsheet, where formulas are neutralised.
  private(set) var isSpreadsheet = true

  /// Reads comma-separated values or JSON lines.
  init(_ text: String) throws(Unreadable) {
    let first = text.utf8.first { $0 > 0x20 && !CSV.byteOrderMark.contains($0) }
    if first == UInt8(ascii: "{") {
      isSpreadsheet = false
      try readLines(text)
    } else {
      try readRows(Array(text.utf8))
    }
    guard columns.count <= Self.columnLimit else {
      throw Unreadable(message: "The file has more than \(Self.columnLimit) columns.")
    }
    if rows.isEmpty {
      throw Unreadable(
        message: "The file has no rows. Its first line names the columns, and each further line "
          + "is a row.")
    }
  }

  private mutating func readRows(_ bytes: [UInt8]) throws(Unreadable) {
    var reader = CSVReader(bytes)
    guard let head = reader.next() else { return }
    columns = head.fields.map { CSV.original($0).trimmingCharacters(in: .whitespaces) }
    while let row = reader.next() {
      try add(row.line, row.fields.map(Optional.some))
      if row.fields.count > columns.count,
        row.fields[columns.count...].contains(where: { !$0.isEmpty })
      {
        throw Unreadable(
          message: "Line \(row.line) has \(row.fields.count) columns, but the first line names "
            + "\(columns.count). Put texts with commas in quotation marks.")
      }
    }
    if let line = reader.unclosedLine {
      throw Unreadable(message: "The quotation mark in line \(line) has no counterpart.")
    }
  }

  private mutating func readLines(_ text: String) throws(Unreadable) {
    var indexes: [String: Int] = [:]
    let decoder = JSONDecoder()
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if line.allSatisfy(\.isWhitespace) { continue }
      guard let object = try? decoder.decode([String: LineValue].self, from: Data(line.utf8)) else {
        throw Unreadable(
          message: "Line \(number + 1) is not a JSON object of texts, numbers, true, false and "
            + "null.")
      }
      var texts = [String?](repeating: nil, count: columns.count)
      for (name, value) in object.sorted(by: { $0.key < $1.key }) {
        if let index = indexes[name] {
          texts[index] = value.text
        } else {
          indexes[name] = columns.count
          columns.append(name)
          texts.append(value.text)
        }
      }
      try add(number + 1, texts)
    }
  }

  private mutating func add(_ line: Int, _ texts: [String?]) throws(Unreadable) {
    guard rows.count < Self.rowLimit else {
      throw Unreadable(message: "The file has more than 100,000 rows. Import it in parts.")
    }
    rows.append(Row(line: line, texts: texts))
  }
}

/// A value of a JSON line, as the text of an input.
private struct LineValue: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      text = ""
    } else if let isOn = try? container.decode(Bool.self) {
      text = isOn ? "yes" : "no"
    } else if let string = try? container.decode(String.self) {
      text = string
    } else if let number = try? container.decode(Int.self) {
      text = String(number)
    } else {
      text = "\(try container.decode(Double.self))"
    }
  }
}
