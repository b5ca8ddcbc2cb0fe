import Foundation
import GRDB
import GRDBSQLite
import Postgres

/// Binds the columns of a row to a statement.
struct SQLiteRowWriter: RowFormat {
  private let statement: OpaquePointer
  private var index: Int32 = 0

  init(_ statement: OpaquePointer) { self.statement = statement }

  mutating func pass(
    _ column: String, _ value: inout ColumnValue, as type: ColumnType, isOptional: Bool
  ) { bind(value) }

  /// Binds the next value.
  mutating func bind(_ value: ColumnValue) {
    index += 1
    SQLiteValue.bind(value, to: statement, at: index)
  }
}

/// Reads the columns of the present row of a statement.
struct SQLiteRowReader: RowFormat {
  private let statement: OpaquePointer
  private var index: Int32 = 0

  init(_ statement: OpaquePointer) { self.statement = statement }

  mutating func pass(
    _ column: String, _ value: inout ColumnValue, as type: ColumnType, isOptional: Bool
  ) {
    defer { index += 1 }
    guard sqlite3_column_type(statement, index) != SQLITE_NULL else {
      value = .null
      return
    }
    switch type {
    case .text: value = .text(text)
    case .real: value = .real(sqlite3_column_double(statement, index))
    case .integer: value = .integer(Int(sqlite3_column_int64(statement, index)))
    case .flag: value = .flag(sqlite3_column_int64(statement, index) != 0)
    case .texts: value = (try? [String](json: text)).map(ColumnValue.texts) ?? .null
    }
  }

  private var text: String {
    guard let bytes = sqlite3_column_text(statement, index) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

/// Values in the types of SQLite. A list of texts is a JSON array.
enum SQLiteValue {
  /// Tells SQLite to copy a text at once. A macro of C that is not imported.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  static func bind(_ value: ColumnValue, to statement: OpaquePointer, at index: Int32) {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .text(var text): bind(&text, to: statement, at: index)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
    case .flag(let isOn): sqlite3_bind_int64(statement, index, isOn ? 1 : 0)
    case .texts(let texts):
      var text = texts.json
      bind(&text, to: statement, at: index)
    }
  }

  private static func bind(_ text: inout String, to statement: OpaquePointer, at index: Int32) {
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), transient)
      }
    }
  }

  /// Returns the declaration of a column.
  static func declaration(_ column: TableColumns.Column) -> String {
    let type =
      switch column.type {
      case .text, .texts: "TEXT"
      case .real: "REAL"
      case .integer, .flag: "INTEGER"
      }
    let name = column.name.quotedDatabaseIdentifier
    return column.isOptional
      ? "\(name) \(type) DEFAULT \(literal(column.default))"
      : "\(name) \(type) NOT NULL DEFAULT \(literal(column.default))"
  }

  /// Returns a value as SQL.
  private static func literal(_ value: ColumnValue) -> String {
    switch value {
    case .null: "NULL"
    case .text(let text): PostgresStatement.quoted(text, "'")
    case .real(let number) where number.isFinite: "\(number)"
    case .real(let number): number > 0 ? "9e999" : "-9e999"
    case .integer(let number): "\(number)"
    case .flag(let isOn): isOn ? "1" : "0"
    case .texts(let texts): PostgresStatement.quoted(texts.json, "'")
    }
  }
}

extension [String] {
  init(json: String) throws {
    guard json.utf8.contains(UInt8(ascii: "\\")) else {
      // Without escapes, each second part between the quotes is a text.
      let parts = json.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      self = stride(from: 1, to: parts.count, by: 2).map { String(Substring(parts[$0])) }
      return
    }
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }

  var json: String {
    var json = JSONWriter()
    json.append(.texts(self))
    return json.text
  }
}

extension Database {
  /// Executes a statement with the values of columns.
  func run(_ sql: String, _ values: [ColumnValue]) throws {
    try run(try cachedStatement(sql: sql)) { writer in
      for value in values { writer.bind(value) }
    }
  }

  /// Executes a statement after binding its values.
  func run(_ statement: Statement, bind: (inout SQLiteRowWriter) -> Void) throws {
    let pointer = statement.sqliteStatement
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    var writer = SQLiteRowWriter(pointer)
    bind(&writer)
    let code = sqlite3_step(pointer)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw lastError(code) }
  }

  /// Calls a function for each row of a query.
  func forEachRow(
    _ sql: String, _ values: [ColumnValue] = [], _ body: (inout SQLiteRowReader) throws -> Void
  ) throws {
    let statement = try makeStatement(sql: sql)
    let pointer = statement.sqliteStatement
    var writer = SQLiteRowWriter(pointer)
    for value in values { writer.bind(value) }
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW:
        var reader = SQLiteRowReader(pointer)
        try body(&reader)
      case SQLITE_DONE: return
      case let code: throw lastError(code)
      }
    }
  }

  private func lastError(_ code: CInt) -> DatabaseError {
    let message = sqliteConnection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqliteConnection.map(sqlite3_extended_errcode) ?? code),
      message: message)
  }
}
