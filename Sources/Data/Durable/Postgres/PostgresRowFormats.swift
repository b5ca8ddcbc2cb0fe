import Foundation
import Postgres

/// Reads the columns of a row that is copied out of a table.
struct PostgresRowReader: RowFormat {
  private var row: PostgresCopyRow

  init(_ row: PostgresCopyRow) { self.row = row }

  mutating func pass(
    _ column: String, _ value: inout ColumnValue, as type: ColumnType, isOptional: Bool
  ) throws(PostgresError) {
    value =
      switch type {
      case .text: try row.string().map(ColumnValue.text) ?? .null
      case .real: try row.double().map(ColumnValue.real) ?? .null
      case .integer: try row.int().map(ColumnValue.integer) ?? .null
      case .flag: try row.bool().map(ColumnValue.flag) ?? .null
      case .texts: try row.strings().map(ColumnValue.texts) ?? .null
      }
  }
}

/// Reads the columns of a row of a query.
struct PostgresQueryReader: RowFormat {
  private let row: PostgresRow
  private var index = 0

  init(_ row: PostgresRow) { self.row = row }

  mutating func pass(
    _ column: String, _ value: inout ColumnValue, as type: ColumnType, isOptional: Bool
  ) throws(PostgresError) {
    defer { index += 1 }
    value =
      switch type {
      case .text: try row.decode(String?.self, at: index).map(ColumnValue.text) ?? .null
      case .real: try row.decode(Double?.self, at: index).map(ColumnValue.real) ?? .null
      case .integer: try row.decode(Int?.self, at: index).map(ColumnValue.integer) ?? .null
      case .flag: try row.decode(Bool?.self, at: index).map(ColumnValue.flag) ?? .null
      case .texts: try row.decode([String]?.self, at: index).map(ColumnValue.texts) ?? .null
      }
  }
}

/// Writes rows as a JSON array of objects, of which one statement makes rows.
struct JSONRows: RowFormat {
  private var bytes: [UInt8] = [UInt8(ascii: "[")]
  private var isFirstColumn = true

  /// The array as text.
  var json: PostgresJSON { PostgresJSON(String(decoding: bytes, as: UTF8.self) + "]") }

  /// Appends a row.
  mutating func append(_ row: any StoredRow) {
    var row = row
    object { $0.passColumns(of: &row) }
  }

  private mutating func passColumns<Row: StoredRow>(of row: inout Row) {
    row.pass(through: &self)
  }

  /// Appends an object whose columns a function passes.
  mutating func object(_ columns: (inout JSONRows) -> Void) {
    if bytes.count > 1 { append(",") }
    append("{")
    isFirstColumn = true
    columns(&self)
    append("}")
  }

  mutating func pass(
    _ column: String, _ value: inout ColumnValue, as type: ColumnType, isOptional: Bool
  ) {
    if !isFirstColumn { append(",") }
    isFirstColumn = false
    append(quoted: column)
    append(":")
    append(value)
  }

  /// Appends a column whose value is JSON.
  mutating func pass(_ column: String, json: String) {
    append(",")
    append(quoted: column)
    append(":")
    append(json)
  }

  private mutating func append(_ value: ColumnValue) {
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

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<0x20:
        append((byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
