import Foundation
import GRDB
import ImmutableUI

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

  /// Performs a change.
  ///
  /// - Returns: false if there is nothing to do, because the record was added before.
  func perform<Entity>(_ edit: RecordEdit<Entity>) throws -> Bool {
    let stored: Entry<Entity>? = try entry(edit.id)
    guard let old = edit.old else {
      guard let new = edit.new else { return false }
      guard let stored else {
        try insert(Entry(id: edit.id, record: new))
        return true
      }
      guard stored.record.isStored(as: new) else { throw RecordsError.idInUse }
      return false
    }
    guard let stored else { throw RecordsError.notFound }
    guard stored.record.isStored(as: old) else { throw RecordsError.stale }
    if let new = edit.new {
      try update(Entry(id: edit.id, record: new))
    } else {
      try deleteEntry(edit.id, of: Entity.self)
    }
    return true
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

// The history: a row for each change.
extension Database {
  /// Adds a change to the history, unless the type has none.
  func insert<Entity: Record>(_ row: VersionRow, of type: Entity.Type) throws {
    let limit = Entity.history
    guard limit != .none else { return }
    try cachedStatement(
      sql: """
        INSERT INTO \(Entity.versions) ("record", "time", "visitor", "kind", "before", "after")
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [row.record, row.time, row.visitor, row.kind.rawValue, row.before, row.after])
    try cachedStatement(
      sql: """
        DELETE FROM \(Entity.versions) WHERE "record" = ?1 AND "number" <= (
          SELECT "number" FROM \(Entity.versions) WHERE "record" = ?1
          ORDER BY "number" DESC LIMIT 1 OFFSET ?2)
        """
    ).execute(arguments: [row.record, limit.versions])
  }

  /// Removes changes that are too old, or all if the type has no history any longer.
  func trimHistory<Entity: Record>(of type: Entity.Type, at date: Date) throws {
    try cachedStatement(sql: "DELETE FROM \(Entity.versions) WHERE \"time\" < ?")
      .execute(arguments: [Entity.history == .none ? Int.max : Entity.history.start(at: date)])
  }

  /// Returns the changes of a record, the newest first.
  func history<Entity: Record>(of id: String, in type: Entity.Type) throws -> [RecordVersion] {
    try Row.fetchAll(
      self, sql: "SELECT * FROM \(Entity.versions) WHERE \"record\" = ? ORDER BY \"number\" DESC",
      arguments: [id]
    ).compactMap { row in
      VersionRow(row).flatMap { RecordVersion(number: row["number"], $0) }
    }
  }

  /// Returns some rows of the history after a number, in order.
  func history<Entity: Record>(
    after number: Int, limit: Int, of type: Entity.Type
  ) throws -> [(number: Int, row: VersionRow)] {
    try Row.fetchAll(
      self,
      sql: "SELECT * FROM \(Entity.versions) WHERE \"number\" > ? ORDER BY \"number\" LIMIT ?",
      arguments: [number, limit]
    ).compactMap { row in VersionRow(row).map { (row["number"], $0) } }
  }
}

extension VersionRow {
  /// Creates a row; `nil` if it is one of a later version of the program.
  fileprivate init?(_ row: Row) {
    guard let kind = RecordVersion.Kind(rawValue: row["kind"]) else { return nil }
    self.init(
      record: row["record"], time: row["time"], visitor: row["visitor"], kind: kind,
      before: row["before"], after: row["after"])
  }
}

/// The unique index of a rule.
struct UniqueIndex {
  /// The names of all such indexes begin with it.
  static let prefix = "unique_"
  let name: String
  let fields: [String]
  /// The columns with texts, of which empty ones are not compared.
  let texts: [String]

  static func all<Entity: Record>(of type: Entity.Type) -> [UniqueIndex] {
    Entity.uniqueFields.map { fields in
      var digest = Digest()
      for name in [Entity.names.path] + fields.map(\.name) { digest.update(name) }
      return UniqueIndex(
        name: prefix + digest.text, fields: fields.map(\.name),
        texts: fields.filter { $0.emptyColumn == .text("") }.map(\.name))
    }
  }
}

extension Database {
  /// Adapts the table to what the type declares: columns that have become optional, and
  /// unique indexes. Neither is a migration, because both may change back.
  func adaptTable<Entity: Record>(of type: Entity.Type) throws {
    try allowMissingValues(of: type)
    try createIndexes(of: type)
  }

  private func allowMissingValues<Entity: Record>(of type: Entity.Type) throws {
    let table = Entity.names.path
    let required = Set(try columns(in: table).filter(\.isNotNull).map(\.name))
    for field in Entity.fields.stored where field.isOptional && required.contains(field.name) {
      let copy = "optional \(field.name)"
      try alter(table: table) { $0.add(column: copy, field.columnType) }
      try execute(
        sql: "UPDATE \(Entity.table) SET \(copy.quotedDatabaseIdentifier) = "
          + field.name.quotedDatabaseIdentifier)
      try alter(table: table) {
        $0.drop(column: field.name)
        $0.rename(column: copy, to: field.name)
      }
    }
  }

  private func createIndexes<Entity: Record>(of type: Entity.Type) throws {
    let indexes = UniqueIndex.all(of: type)
    let names = try String.fetchAll(
      self,
      sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name LIKE ?",
      arguments: [Entity.names.path, UniqueIndex.prefix + "%"])
    for name in names where !indexes.contains(where: { $0.name == name }) {
      try drop(index: name)
    }
    for index in indexes where !names.contains(index.name) {
      let columns = index.fields.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
      let conditions = index.texts.map { "\($0.quotedDatabaseIdentifier) <> ''" }
      let rows = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
      do {
        try execute(
          sql: "CREATE UNIQUE INDEX \(index.name.quotedDatabaseIdentifier) "
            + "ON \(Entity.table) (\(columns))\(rows)")
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // Records of an earlier version have equal values. They can be read and changed;
        // the next start tries again.
      }
    }
  }
}

extension RecordField {
  /// The type of the column.
  var columnType: Database.ColumnType {
    switch emptyColumn {
    case .text: .text
    case .whole: .integer
    case .decimal: .real
    }
  }
}

extension Record {
  /// The name of the table with the history. No path contains a space.
  static var historyTable: String { "\(names.path) history" }

  /// True if both records have the same columns.
  func isStored(as other: Self) -> Bool {
    self == other || Self.fields.stored.allSatisfy { $0.value(of: self) == $0.value(of: other) }
  }

  fileprivate static var table: String { names.path.quotedDatabaseIdentifier }
  fileprivate static var versions: String { historyTable.quotedDatabaseIdentifier }
  fileprivate static var columns: [String] {
    fields.stored.map(\.name.quotedDatabaseIdentifier)
  }
}

extension Entry {
  fileprivate var values: StatementArguments {
    StatementArguments(
      Entity.fields.stored.map { $0.value(of: record)?.databaseValue ?? .null })
  }

  fileprivate init(row: Row) throws {
    var record = Entity()
    for field in Entity.fields.stored {
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

  /// Creates a value from a column; `nil` for null. The table is strict, so each column
  /// has a value of its type.
  fileprivate init?(_ value: DatabaseValue) {
    switch value.storage {
    case .int64(let number): self = .whole(Int(number))
    case .double(let number): self = .decimal(number)
    case .string(let text): self = .text(text)
    case .null, .blob: return nil
    }
  }
}
