import GRDB
import GRDBSQLite

/// A prepared statement with access by column, fast enough for a million rows.
///
/// This is the only file that exchanges pointers with SQLite. No pointer
/// outlives its call: SQLite copies bound values (`SQLITE_TRANSIENT`), and read
/// values are copied before the next step. GRDB's `Statement` owns the
/// statement and lives as long as this value; the connection outlives both. All
/// of them are created, used and dropped within one database access.
struct RawStatement {
  private let database: Database
  private let statement: Statement
  private var pointer: OpaquePointer { statement.sqliteStatement }

  init(_ database: Database, _ sql: String) throws {
    self.database = database
    self.statement = try database.makeStatement(sql: sql)
  }

  /// Advances to the next row; returns `false` after the last one.
  func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Runs a statement without rows and resets it.
  func run() throws {
    guard try !step() else { throw error(SQLITE_MISUSE) }
    try reset()
  }

  /// Resets the statement, so that it can run again.
  func reset() throws {
    try check(sqlite3_reset(pointer))
  }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: CInt) -> DatabaseError {
    // The error omits the bound values: they must not be logged.
    let error = DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: database.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) },
      sql: statement.sql)
    sqlite3_reset(pointer)
    return error
  }
}

// Parameter indexes start at 1.
extension RawStatement {
  func bind(_ value: String?, at index: CInt) throws {
    guard var value else { return try check(sqlite3_bind_null(pointer, index)) }
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else {
          // A null pointer would bind NULL.
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

// Column indexes start at 0.
extension RawStatement {
  func text(at index: CInt) -> String? {
    // The pointer must be read first: the conversion to text may change the
    // byte count.
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

/// `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies the
/// value.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
