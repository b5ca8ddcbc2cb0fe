package import Foundation
package import GRDB
import ImmutableUI

// SQL statements on the table of records. Names of tables and columns come from
// the validated declaration and are quoted; values are bound.

/// The statements on the tables of a type, composed once.
package struct RecordsTable<Entity: Record>: Sendable {
  private let all: String
  private let one: String
  private let insertion: String
  private let update: String
  private let deletion: String
  private let versionInsertion: String
  private let versionTrimming: String
  private let versionExpiry: String
  private let versionsOfRecord: String
  private let versionsInOrder: String
  private let limit = Entity.history

  package init() {
    let table = Entity.names.path.quotedDatabaseIdentifier
    let versions = Entity.historyTable.quotedDatabaseIdentifier
    let columns = Entity.fields.stored.map(\.name.quotedDatabaseIdentifier)
    let updates = columns.map { "\($0) = ?" }.joined(separator: ", ")
    all = "SELECT * FROM \(table) ORDER BY \"id\""
    one = "SELECT * FROM \(table) WHERE \"id\" = ?"
    insertion = """
      INSERT INTO \(table) ("id"\(columns.map { ", \($0)" }.joined()))
      VALUES (?\(columns.map { _ in ", ?" }.joined()))
      """
    update = "UPDATE \(table) SET \(updates) WHERE \"id\" = ?"
    deletion = "DELETE FROM \(table) WHERE \"id\" = ?"
    versionInsertion = """
      INSERT INTO \(versions) ("record", "time", "visitor", "kind", "before", "after")
      VALUES (?, ?, ?, ?, ?, ?)
      """
    versionTrimming = """
      DELETE FROM \(versions) WHERE "record" = ?1 AND "number" <= (
        SELECT "number" FROM \(versions) WHERE "record" = ?1
        ORDER BY "number" DESC LIMIT 1 OFFSET ?2)
      """
    versionExpiry = "DELETE FROM \(versions) WHERE \"time\" < ?"
    versionsOfRecord = "SELECT * FROM \(versions) WHERE \"record\" = ? ORDER BY \"number\" DESC"
    versionsInOrder = """
      SELECT * FROM \(versions) WHERE "number" > ? ORDER BY "number" LIMIT ?
      """
  }

  func entries(in db: Database) throws -> [Entry<Entity>] {
    try Row.fetchAll(db, sql: all).map(Entry.init(row:))
  }

  func insert(_ entry: Entry<Entity>, in db: Database) throws {
    try db.cachedStatement(sql: insertion).execute(arguments: [entry.id] + entry.values)
  }

  func replaceEntries(by entries: [Entry<Entity>], in db: Database) throws {
    for old in try self.entries(in: db) {
      try db.cachedStatement(sql: deletion).execute(arguments: [old.id])
    }
    for entry in entries { try insert(entry, in: db) }
  }

  /// Performs the changes of an operation, and writes them to the history.
  ///
  /// - Parameter progress: called from time to time with the number of changes.
  func perform(
    _ operation: RecordsOperation<Entity>, in db: Database, _ progress: (_ done: Int) -> Void
  ) throws {
    for (index, edit) in operation.edits.enumerated() {
      if try perform(edit, in: db), limit != .none {
        try note(edit, by: operation.origin, in: db)
      }
      if (index + 1).isMultiple(of: OperationPart.step) { progress(index + 1) }
    }
    try expire(at: operation.origin.date, in: db)
  }

  /// Performs a change.
  ///
  /// - Returns: false if there is nothing to do, because the record was added before.
  private func perform(_ edit: RecordEdit<Entity>, in db: Database) throws -> Bool {
    let stored = try Row.fetchOne(db.cachedStatement(sql: one), arguments: [edit.id])
      .map(Entry<Entity>.init(row:))
    guard let old = edit.old else {
      guard let new = edit.new else { return false }
      guard let stored else {
        try insert(Entry(id: edit.id, record: new), in: db)
        return true
      }
      guard stored.record.isStored(as: new) else { throw RecordsError.idInUse }
      return false
    }
    guard let stored else { throw RecordsError.notFound }
    guard stored.record.isStored(as: old) else { throw RecordsError.stale }
    if let new = edit.new {
      let entry = Entry(id: edit.id, record: new)
      try db.cachedStatement(sql: update).execute(arguments: entry.values + [edit.id])
    } else {
      try db.cachedStatement(sql: deletion).execute(arguments: [edit.id])
    }
    return true
  }

  // MARK: History

  /// Writes a change to the history, and removes the versions that are too many.
  package func note(
    _ edit: RecordEdit<Entity>, by origin: ChangeOrigin, in db: Database
  ) throws {
    try insert(VersionRow(edit, by: origin), in: db)
    // The first change of a record replaces none.
    guard edit.old != nil || origin.cause == .restoration else { return }
    try db.cachedStatement(sql: versionTrimming).execute(arguments: [edit.id, limit.versions])
  }

  /// Removes the versions that are too old.
  package func expire(at date: Date, in db: Database) throws {
    // A type that has no history any longer loses all of it.
    try db.cachedStatement(sql: versionExpiry).execute(
      arguments: [limit == .none ? Int.max : limit.start(at: date)])
  }

  package func insert(_ row: VersionRow, in db: Database) throws {
    try db.cachedStatement(sql: versionInsertion).execute(
      arguments: [row.record, row.time, row.visitor, row.kind.rawValue, row.before, row.after])
  }

  /// Returns the changes of a record, the newest first.
  package func history(of id: String, in db: Database) throws -> [RecordVersion] {
    try Row.fetchAll(db, sql: versionsOfRecord, arguments: [id]).compactMap { row in
      VersionRow(row).flatMap { RecordVersion(number: row["number"], $0) }
    }
  }

  /// Returns some rows of the history after a number, in order.
  package func history(
    after number: Int, limit: Int, in db: Database
  ) throws -> [(number: Int, row: VersionRow)] {
    try Row.fetchAll(db, sql: versionsInOrder, arguments: [number, limit])
      .compactMap { row in VersionRow(row).map { (row["number"], $0) } }
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
  package static var historyTable: String { "\(names.path) history" }

  /// True if both records have the same columns.
  func isStored(as other: Self) -> Bool {
    self == other || Self.fields.stored.allSatisfy { $0.value(of: self) == $0.value(of: other) }
  }

  fileprivate static var table: String { names.path.quotedDatabaseIdentifier }
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
