import GRDB
import GRDBSQLite

/// A prepared statement, a column at a time: a million rows are read so.
///
/// This is the only file that hands pointers to SQLite or takes any from it.
/// None outlives the call it is for: what is bound SQLite copies
/// (`SQLITE_TRANSIENT`), what is read is copied before the next step. The
/// statement itself belongs to GRDB's `Statement`, which lives as long as this
/// does, and the connection, which outlives both: they are made, used and
/// dropped within one access to the database.
struct RawStatement {
  private let database: Database
  private let statement: Statement
  private var pointer: OpaquePointer { statement.sqliteStatement }

  init(_ database: Database, _ sql: String) throws {
    self.database = database
    self.statement = try database.makeStatement(sql: sql)
  }

  /// Goes to the next row; `false` after the last one.
  func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Runs a statement that has no rows, and makes it ready to run again.
  func run() throws {
    guard try !step() else { throw error(SQLITE_MISUSE) }
    try reset()
  }

  /// Makes the statement ready to run again.
  func reset() throws {
    try check(sqlite3_reset(pointer))
  }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: CInt) -> DatabaseError {
    // Without the statement's values: they are not for the log.
    let error = DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: database.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) },
      sql: statement.sql)
    sqlite3_reset(pointer)
    return error
  }
}

// Parameters are counted from 1.
extension RawStatement {
  func bind(_ value: String?, at index: CInt) throws {
    guard var value else { return try check(sqlite3_bind_null(pointer, index)) }
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else {
          // Without an address it would be null.
          return sqlite3_bind_text(pointer, index, "", 0, transient)
        }
        return sqlite3_bind_text(
          pointer, index, start, CInt(clamping: characters.count), transient)
      }
    }
    try check(code)
  }

  func bind(_ value: Double?, at index: CInt) throws {
    try check(
      value.map { sqlite3_bind_double(pointer, index, $0) } ?? sqlite3_bind_null(pointer, index))
  }

  func bind(_ value: Int?, at index: CInt) throws {
    try check(
      value.map { sqlite3_bind_int64(pointer, index, Int64($0)) }
        ?? sqlite3_bind_null(pointer, index))
  }
}

// Columns are counted from 0.
extension RawStatement {
  func text(at index: CInt) -> String? {
    // The address comes first: asking for it may change the count.
    guard let start = sqlite3_column_text(pointer, index) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func double(at index: CInt) -> Double? {
    isNull(at: index) ? nil : sqlite3_column_double(pointer, index)
  }

  func int(at index: CInt) -> Int? {
    isNull(at: index) ? nil : Int(sqlite3_column_int64(pointer, index))
  }

  private func isNull(at index: CInt) -> Bool {
    sqlite3_column_type(pointer, index) == SQLITE_NULL
  }
}

/// `SQLITE_TRANSIENT`, a macro that Swift does not see: SQLite makes a copy.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
