import GRDB

// SQL statements on the table of records. Names of tables and columns come from
// the validated declaration and are quoted; values are bound.

extension Database {
  func entries<Entity>(of type: Entity.Type = Entity.self) throws -> [Entry<Entity>] {
    try Row.fetchAll(self, sql: "SELECT * FROM \(Entity.table) ORDER BY \"id\"")
      .map(Entry.init(row:))
  }

  func entry<Entity>(_ id: String) throws -> Entry<Entity>? {
    let statement = try cachedStatement(
      sql: "SELECT * FROM \(Entity.table) WHERE \"id\" = ?")
    return try Row.fetchOne(statement, arguments: [id]).map(Entry.init(row:))
  }

  func insert<Entity>(_ entry: Entry<Entity>) throws {
    let columns = Entity.columns.map { ", \($0)" }.joined()
    let places = Entity.columns.map { _ in ", ?" }.joined()
    try cachedStatement(sql: "INSERT INTO \(Entity.table) (\"id\"\(columns)) VALUES (?\(places))")
      .execute(arguments: [entry.id] + entry.values)
  }

  func update<Entity>(_ entry: Entry<Entity>) throws {
    let columns = Entity.columns.map { "\($0) = ?" }.joined(separator: ", ")
    try cachedStatement(sql: "UPDATE \(Entity.table) SET \(columns) WHERE \"id\" = ?")
      .execute(arguments: entry.values + [entry.id])
  }

  func deleteEntry<Entity: Record>(_ id: String, of type: Entity.Type) throws {
    try cachedStatement(sql: "DELETE FROM \(Entity.table) WHERE \"id\" = ?")
      .execute(arguments: [id])
  }
}

extension Record {
  fileprivate static var table: String { names.path.quotedDatabaseIdentifier }
  fileprivate static var columns: [String] { fields.map(\.name.quotedDatabaseIdentifier) }
}

extension Entry {
  fileprivate var values: StatementArguments {
    StatementArguments(Entity.fields.map { $0.value(of: record).databaseValue })
  }

  fileprivate init(row: Row) throws {
    var record = Entity()
    for field in Entity.fields {
      try field.set(FieldValue(row[field.name] as DatabaseValue), in: &record)
    }
    self.init(id: row["id"], record: record)
  }
}

extension FieldValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .whole(let number): number.databaseValue
    case .decimal(let number): number.databaseValue
    }
  }

  /// Creates a value from a column. The table is strict, so each column has a
  /// value of its type.
  fileprivate init(_ value: DatabaseValue) {
    self =
      switch value.storage {
      case .int64(let number): .whole(Int(number))
      case .double(let number): .decimal(number)
      case .string(let text): .text(text)
      case .null, .blob: .text("")
      }
  }
}
