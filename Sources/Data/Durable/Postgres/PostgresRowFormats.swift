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
  private var text = JSONWriter()

  /// The array as text.
  var json: PostgresJSON { PostgresJSON("[\(text.text)]") }

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
    text.append(text.bytes.isEmpty ? "{" : ",{")
    columns(&self)
    text.append("}")
  }

  mutating func pass(
    _ column: String, _ value: inout ColumnValue, as type: ColumnType, isOptional: Bool
  ) {
    text.append(column, value)
  }

  /// Appends a column whose value is JSON.
  mutating func pass(_ column: String, json: String) { text.append(column, json: json) }
}
