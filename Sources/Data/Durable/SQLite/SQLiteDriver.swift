public import Foundation
import GRDB
public import Storage
import Synchronization

/// The database of a log in an SQLite file, which one program uses at a time.
///
/// The file has the tables of the rows, `change` with the operations, and `history`.
///
/// ```swift
/// import Foundation
///
/// func driver<State: DurableState>(of state: State, in folder: URL) -> SQLiteDriver {
///   SQLiteDriver(
///     url: folder.appending(path: "plants.sqlite"), subject: "the plants", tablesOf: state)
/// }
/// ```
public final class SQLiteDriver: DurableDriver {
  /// The file.
  public let file: DatabaseFile
  private let performed = Mutex(Performed())

  /// The operations that the log remembers.
  private struct Performed {
    var position = LogPosition.start
    var numbers: [UUID: Int] = [:]

    mutating func note(_ position: LogPosition) {
      self.position = position
      numbers[position.operation] = position.number
    }
  }

  /// The largest number of operations that are remembered.
  private static let operationLimit = 100_000
  private static let conversion = "change log"

  /// - Parameters:
  ///   - url: the file, created if it is missing; `nil` for a database in memory.
  ///   - subject: the name of the contents, for messages, such as “the breeds”.
  ///   - state: the state, for its tables.
  ///   - former: the tables of the versions before the log.
  ///   - permissions: the rights of the file, whatever the umask of the process.
  ///   - report: called with reports for the operator.
  public init<State: DurableState>(
    url: URL?, subject: String, tablesOf state: State, former: FormerTables = FormerTables(),
    permissions: mode_t = 0o640,
    report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    let tables = state.tables.map(\.columns)
    var migrator = DatabaseMigrator()
    for (name, script) in former.steps {
      migrator.registerMigration(name) { db in
        if try db.hasFormerTables { try db.execute(sql: script) }
      }
    }
    migrator.registerMigration(Self.conversion) { db in
      guard try db.hasFormerTables else { return try db.create(tables) }
      try db.execute(sql: former.preparation)
      try db.create(tables)
      try db.execute(sql: former.conversion)
      try db.dropIndexes(of: tables)
      // The log has begun, so that no samples are added.
      try db.run(
        "INSERT INTO change VALUES (1, ?, ?)", [.text(UUID().uuidString), Date.now.columnValue])
    }
    file = DatabaseFile(
      url: url, subject: subject, migrator: migrator, copiedBefore: Self.conversion,
      permissions: permissions, report: report, filledBy: { try $0.create(tables) })
  }

  public let shared: SharedDatabase? = nil

  public func load<State: DurableState>(
    into empty: State
  ) async throws -> (state: State, position: LogPosition) {
    let (state, noted) = try await file.read { db in
      var noted = Performed()
      try db.forEachRow("SELECT seq, operation FROM change ORDER BY seq") { reader in
        var (number, text) = (0, "")
        reader.pass("seq", &number)
        reader.pass("operation", &text)
        noted.note(LogPosition(number: number, operation: UUID(uuidString: text) ?? .zero))
      }
      var state = empty
      for table in empty.tables where table.isLoaded { try db.load(table, into: &state) }
      if let add = empty.addLastChange {
        try db.forEachRow("SELECT record, max(number) AS number FROM history GROUP BY record") {
          var (record, number) = ("", 0)
          $0.pass("record", &record)
          $0.pass("number", &number)
          add(&state, record, number)
        }
      }
      state.endLoad()
      return (state, noted)
    }
    performed.withLock { $0 = noted }
    return (state, noted.position)
  }

  public func write(
    after position: LogPosition, operations: [UUID], until deadline: ContinuousClock.Instant,
    decide: @escaping @Sendable (LogHead) throws -> LogBatch
  ) async throws {
    // No other program writes, so that the head is known.
    let head = performed.withLock { performed in
      var head = LogHead(position: performed.position)
      for id in operations { head.performed[id] = performed.numbers[id] }
      return head
    }
    let batch = try decide(head)
    guard !batch.isEmpty else { return }
    try await file.write { db in try db.write(batch) }
    performed.withLock { performed in
      for entry in batch.entries { performed.note(entry.position) }
    }
  }

  public func entries(after position: LogPosition) async throws -> [DurableEntry] { [] }

  public func follow(_ wake: @escaping @Sendable () -> Void) {}

  /// Rows that are read in several pages belong together if nobody writes in between.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any RowSource) async throws -> Value
  ) async throws -> Value {
    try await body(FileRows(file: file))
  }

  public func trim(olderThan age: Duration, keeping count: Int) async throws {
    let time = Date.now - age / .seconds(1)
    let newest = performed.withLock { $0.position.number }
    try await file.write { db in
      try db.run(
        "DELETE FROM change WHERE seq <= ? AND (at < ? OR seq <= ?)",
        [
          .integer(newest - max(1, count)), time.columnValue,
          .integer(newest - Self.operationLimit),
        ])
    }
    performed.withLock { performed in
      guard performed.numbers.count > Self.operationLimit else { return }
      performed.numbers = performed.numbers.filter { $0.value > newest - Self.operationLimit }
    }
  }

  public func close() async throws { try await file.close() }
}

/// The rows of a file.
private struct FileRows: RowSource {
  let file: DatabaseFile

  func rows<Table: StoredTable>(
    of table: Table, where column: String?, is value: String, after key: String?, limit: Int
  ) async throws -> [Table.Row] {
    let columns = table.columns
    let conditions = [
      column.map { "\($0.quotedDatabaseIdentifier) = ?" },
      key.map { _ in "\(columns.key.quotedDatabaseIdentifier) > ?" },
    ].compactMap { $0 }
    let query =
      columns.select + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
      + " ORDER BY \(columns.key.quotedDatabaseIdentifier) LIMIT \(limit)"
    let values = [column.map { _ in value }, key].compactMap { $0 }.map(ColumnValue.text)
    return try await file.read { db in
      var rows: [Table.Row] = []
      try db.forEachRow(query, values) { reader in
        var row = Table.Row()
        row.pass(through: &reader)
        rows.append(row)
      }
      return rows
    }
  }

  func history(_ query: VersionQuery) async throws -> [Version] {
    let conditions = query.conditions
    let list = (["TRUE"] + conditions.map { "\($0.column) \($0.relation) ?" })
      .joined(separator: " AND ")
    let columns = "number, record, time, visitor, kind, before, after, operation, size"
    let statement =
      "SELECT \(columns) FROM history WHERE \(list) "
      + "ORDER BY number \(query.isAscending ? "ASC" : "DESC") LIMIT \(query.limit)"
    return try await file.read { db in
      var versions: [Version] = []
      try db.forEachRow(statement, conditions.map(\.value)) {
        versions.append(Version(from: &$0))
      }
      return versions
    }
  }
}

extension TableColumns {
  fileprivate var quotedTable: String { table.quotedDatabaseIdentifier }

  fileprivate var list: String {
    names.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
  }

  fileprivate var select: String { "SELECT \(list) FROM \(quotedTable)" }

  fileprivate var insert: String {
    "INSERT OR REPLACE INTO \(quotedTable) (\(list)) VALUES "
      + "(\(names.map { _ in "?" }.joined(separator: ", ")))"
  }
}

// MARK: Tables

extension Database {
  /// True if the file has tables that were made before those of the log.
  fileprivate var hasFormerTables: Bool {
    get throws {
      let names = try String.fetchAll(
        self, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      return !names.contains("change") && names.contains { $0 != "grdb_migrations" }
    }
  }

  /// Drops the indexes of former tables that remain.
  fileprivate func dropIndexes(of tables: [TableColumns]) throws {
    for table in tables {
      for index in try indexes(on: table.table) where index.origin == .createIndex {
        try drop(index: index.name)
      }
    }
  }

  /// Creates the tables and columns that are missing.
  fileprivate func create(_ tables: [TableColumns]) throws {
    try execute(
      sql: """
        CREATE TABLE IF NOT EXISTS change (
          seq INTEGER PRIMARY KEY, operation TEXT NOT NULL, at REAL NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS history (
          number INTEGER PRIMARY KEY, record TEXT NOT NULL, time INTEGER NOT NULL, visitor TEXT,
          kind TEXT NOT NULL, before TEXT, after TEXT, operation TEXT,
          size INTEGER NOT NULL DEFAULT 1) STRICT;
        CREATE INDEX IF NOT EXISTS "history of records" ON history (record, number);
        CREATE INDEX IF NOT EXISTS "history by time" ON history (time);
        """)
    if try !columns(in: "history").contains(where: { $0.name == "operation" }) {
      try execute(
        sql: """
          ALTER TABLE history ADD COLUMN operation TEXT;
          ALTER TABLE history ADD COLUMN size INTEGER NOT NULL DEFAULT 1
          """)
    }
    try execute(
      sql: """
        CREATE INDEX IF NOT EXISTS "history of operations" ON history (operation, number)
          WHERE operation IS NOT NULL;
        CREATE INDEX IF NOT EXISTS "history by operation" ON history (number, visitor, kind, time)
          WHERE size > 0
        """)
    for table in tables {
      let present = try tableExists(table.table) ? columns(in: table.table) : []
      let names = present.map(\.name)
      if let other = names.first(where: { !(table.names + table.retired).contains($0) }) {
        // A row that this version replaces would lose its value.
        throw DatabaseFileError.newerSchema("the column \(other) is not known")
      }
      if names.isEmpty {
        let key = "PRIMARY KEY (\(table.key.quotedDatabaseIdentifier))"
        let parts = table.columns.map(SQLiteValue.declaration) + [key]
        try execute(
          sql: """
            CREATE TABLE \(table.quotedTable) (\(parts.joined(separator: ", ")))
            STRICT, WITHOUT ROWID
            """)
      }
      for column in table.columns where !names.isEmpty && !names.contains(column.name) {
        try execute(
          sql: "ALTER TABLE \(table.quotedTable) ADD COLUMN \(SQLiteValue.declaration(column))")
      }
      let required = present.filter(\.isNotNull).map(\.name)
      for column in table.columns where column.isOptional && required.contains(column.name) {
        try allowMissingValues(of: column, in: table)
      }
    }
  }

  /// Replaces a column that requires a value by one that does not.
  private func allowMissingValues(of column: TableColumns.Column, in table: TableColumns) throws {
    var copy = column
    copy.name = "optional \(column.name)"
    let (old, new) = (
      column.name.quotedDatabaseIdentifier, copy.name.quotedDatabaseIdentifier
    )
    try execute(
      sql: """
        ALTER TABLE \(table.quotedTable) ADD COLUMN \(SQLiteValue.declaration(copy));
        UPDATE \(table.quotedTable) SET \(new) = \(old);
        ALTER TABLE \(table.quotedTable) DROP COLUMN \(old);
        ALTER TABLE \(table.quotedTable) RENAME COLUMN \(new) TO \(old)
        """)
  }

  // MARK: Rows

  /// Reads the rows of a table into a state.
  fileprivate func load<Table: StoredTable>(
    _ table: Table, into state: inout Table.State
  ) throws {
    try forEachRow(table.columns.select) { table.load(from: &$0, into: &state) }
  }

  /// Writes entries and rows.
  fileprivate func write(_ batch: LogBatch) throws {
    for table in batch.rows.tables {
      for step in table.steps { try perform(step, on: table.columns) }
    }
    if batch.rows.clearsHistory { try run("DELETE FROM history", []) }
    let insertVersion = try cachedStatement(
      sql: """
        INSERT INTO history (record, time, visitor, kind, before, after, operation, size)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for var version in batch.rows.versions {
      try run(insertVersion) { version.pass(through: &$0) }
    }
    for (record, limit) in batch.rows.versionLimits {
      try run(
        """
        DELETE FROM history WHERE record = ?1 AND number <= (
          SELECT number FROM history WHERE record = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
        """, [.text(record), .integer(limit)])
    }
    if let start = batch.rows.historyStart {
      try run("DELETE FROM history WHERE time < ?", [.integer(start)])
    }
    let now = Date.now.columnValue
    for entry in batch.entries {
      try run(
        "INSERT INTO change VALUES (?, ?, ?)",
        [
          .integer(entry.position.number), .text(entry.position.operation.uuidString), now,
        ])
    }
  }

  private func perform(_ step: RowBatch.Step, on table: TableColumns) throws {
    switch step {
    case .clear: try run("DELETE FROM \(table.quotedTable)", [])
    case .mark(let column, let old, let new):
      let name = column.quotedDatabaseIdentifier
      try run(
        "UPDATE \(table.quotedTable) SET \(name) = ? WHERE \(name) IS ?",
        [new.map(ColumnValue.real) ?? .null, old.map(ColumnValue.real) ?? .null])
    case .remove(let column, let value):
      try run(
        "DELETE FROM \(table.quotedTable) WHERE \(column.quotedDatabaseIdentifier) IS ?",
        [value.map(ColumnValue.real) ?? .null])
    case .trim(let column, let count):
      let (key, name) = (table.key.quotedDatabaseIdentifier, column.quotedDatabaseIdentifier)
      try run(
        """
        DELETE FROM \(table.quotedTable) WHERE \(key) NOT IN (
          SELECT \(key) FROM \(table.quotedTable) ORDER BY \(name) DESC, \(key) DESC LIMIT ?)
        """, [.integer(count)])
    case .rows(let rows):
      let insert = try cachedStatement(sql: table.insert)
      let delete =
        "DELETE FROM \(table.quotedTable) WHERE \(table.key.quotedDatabaseIdentifier) = ?"
      for (key, row) in rows {
        guard var row else {
          try run(delete, [.text(key)])
          continue
        }
        try run(insert) { row.pass(through: &$0) }
      }
    }
  }
}
