import Foundation
import ImmutableData
import Look
import Postgres
import SharedLog
import Storage

/// A storage of records in a PostgreSQL database that several instances share,
/// with a column for each field.
///
/// A mutation compares the old content in the database, and returns when its
/// change has reached the store.
final class SharedRecords<Entity: Record>: RecordsStorage {
  typealias Change = RecordsAction<Entity>.Change

  private let changes: ChangeLog<Change>
  private static var name: String { Entity.names.path }
  /// The number of records that are inserted at a time.
  private static var batch: Int { 200 }

  /// Registers the table and the log.
  ///
  /// - Parameters:
  ///   - storage: the shared tables of the program.
  ///   - file: the file of the records without a shared database.
  ///   - apply: applies changes to the store.
  init(
    _ storage: SharedStorage, importing file: URL? = nil,
    apply: @escaping @Sendable ([Change]) async throws -> Void
  ) {
    changes = ChangeLog(
      Self.name, in: storage, .records(of: Entity.self),
      importing: SharedStorage.importing(file, copy: Self.copy),
      exporting: SharedStorage.exporting(file, copy: Self.copy)
    ) { log in
      let samples = Entity.samples.map { Entry(id: UUID().uuidString, record: $0) }
      guard !samples.isEmpty else { return }
      try await log.begin(
        with: .init(.everything(samples), rows: Self.insert(samples) + " RETURNING \"id\""))
    } load: { connection in
      [.everything(try await connection.query(Self.all).map(Entry<Entity>.init(row:)))]
    } apply: { changes in
      try await apply(changes)
    }
  }

  func load() async throws -> [Change] { [] }

  func write(
    _ operation: RecordsOperation<Entity>, in turn: ActionTurn?
  ) async throws -> [Change] {
    // The next action need not wait: each is checked against the content that it was based on.
    turn?.pass()
    guard let first = operation.edits.first, let change = operation.changes.first else { return [] }
    let isDeletion = first.new == nil
    guard operation.edits.allSatisfy({ ($0.new == nil) == isDeletion }) else {
      throw RecordsError.mixed
    }
    let edits = SharedEdits(operation)
    // The id of a form is remembered, so that a late copy of it brings nothing back.
    let form: String? =
      if operation.isForSeveral {
        operation.id
      } else if first.old == nil, operation.origin.cause == .form {
        first.id
      } else {
        nil
      }
    let hasChanged = try await changes.write(
      change, of: form, after: edits.history, rows: isDeletion ? edits.delete : edits.put,
      within: .seconds(operation.edits.count > 1 ? 60 : 4))
    if hasChanged { return [] }
    guard first.old == nil, let new = first.new, !operation.isForSeveral else {
      throw RecordsError.stale
    }
    // Another record has the id, or a unique value; or this one has been deleted.
    let entry = Entry(id: first.id, record: new)
    let isTaken = try await changes.read { connection in
      try await !connection.query(
        """
        SELECT "id" FROM \(identifier: Self.name)
        WHERE "id" = \(entry.id)\(Self.alternatives(Self.others(than: entry)))
        """
      ).isEmpty
    }
    throw isTaken ? RecordsError.stale : .notFound
  }

  func history(of id: String) async throws -> [RecordVersion] {
    try await changes.read { try await SharedHistory<Entity>.versions(of: id, on: $0) }
  }

  // MARK: Statements

  private static var columns: PostgresStatement {
    Entity.fields.stored.map { "\(identifier: $0.name)" as PostgresStatement }.joined(", ")
  }

  private static var all: PostgresStatement {
    "SELECT \"id\", \(columns) FROM \(identifier: name) ORDER BY \"id\""
  }

  /// Copies the records of a file, and returns their number as text.
  private static func copy(_ file: URL, to connection: PostgresConnection) async throws -> String {
    let records = RecordsFile<Entity>(url: file)
    let entries = try await records.entries()
    for start in stride(from: 0, to: entries.count, by: batch) {
      try await connection.query(insert(Array(entries[start...].prefix(batch))))
    }
    try await SharedHistory<Entity>.copy(to: connection) {
      try await records.history(after: $0, limit: $1)
    }
    try await records.file.close()
    return counted(entries.count, Entity.names.one, Entity.names.many)
  }

  /// Copies the records and their history to a file, and returns their number as text.
  private static func copy(from connection: PostgresConnection, to file: URL) async throws -> String
  {
    let records = RecordsFile<Entity>(url: file)
    let entries = try await connection.query(all).map(Entry<Entity>.init(row:))
    // In place of the samples.
    try await records.replaceEntries(by: entries)
    try await SharedHistory<Entity>.copy(from: connection) { try await records.append($0) }
    try await records.file.close()
    return counted(entries.count, Entity.names.one, Entity.names.many)
  }

  private static func insert(_ entries: [Entry<Entity>]) -> PostgresStatement {
    let rows = entries.map { entry in
      let values = Entity.fields.stored.map {
        "\(column: $0, of: entry.record)" as PostgresStatement
      }
      return "(\(entry.id), \(values.joined(", ")))" as PostgresStatement
    }
    return "INSERT INTO \(identifier: name) (\"id\", \(columns)) VALUES \(rows.joined(", "))"
  }

  /// The conditions that another record has the same unique values, by rule. Writes to a
  /// log take turns, so that a condition still holds when the change is made.
  private static func others(than entry: Entry<Entity>) -> [PostgresStatement] {
    Entity.uniqueFields.compactMap { fields in
      let values = fields.compactMap { $0.value(of: entry.record) }
      guard values.count == fields.count, !values.contains(.text("")) else { return nil }
      return fields.reduce("\"id\" <> \(entry.id)") { condition, field in
        condition + " AND \(identifier: field.name) = \(column: field, of: entry.record)"
      }
    }
  }

  private static func alternatives(_ conditions: [PostgresStatement]) -> PostgresStatement {
    conditions.map { " OR (\($0))" as PostgresStatement }.joined("")
  }
}

extension Migrations {
  /// Returns the migrations of a table of records. A field that is added later
  /// becomes a new column, whose default is the value of a blank record.
  fileprivate static func records<Entity: Record>(of type: Entity.Type) -> Migrations {
    let table = Entity.names.path
    let create: PostgresStatement =
      "CREATE TABLE \(identifier: table) (\"id\" text COLLATE \"C\" PRIMARY KEY)"
    let blank = Entity()
    return Migrations(
      component: table, steps: [.init(create.sql), .init(SharedHistory<Entity>.script)],
      additions: Entity.fields.stored.flatMap { field in
        // A default cannot be a parameter.
        let value = field.value(of: blank)?.literal ?? "NULL"
        let add: PostgresStatement =
          "ALTER TABLE \(identifier: table) ADD COLUMN IF NOT EXISTS \(identifier: field.name) "
          + PostgresStatement(
            unsafe: field.emptyColumn.type + (field.isOptional ? "" : " NOT NULL")
              + " DEFAULT \(value)")
        // An earlier version may have required a value.
        return field.isOptional
          ? [
            add,
            "ALTER TABLE \(identifier: table) ALTER COLUMN \(identifier: field.name) DROP NOT NULL",
          ] : [add]
      } + indexes(of: type))
  }

  /// Returns the statements that create the unique indexes of a type, and remove those
  /// that earlier versions had.
  private static func indexes<Entity: Record>(of type: Entity.Type) -> [PostgresStatement] {
    let table = Entity.names.path
    let indexes = UniqueIndex.all(of: type)
    let names = indexes.map { PostgresStatement.quoted($0.name, "'") }.joined(separator: ", ")
    let drop = """
      DO $$ DECLARE old text; BEGIN
        FOR old IN SELECT indexname FROM pg_indexes
          WHERE schemaname = current_schema() AND tablename = \(PostgresStatement.quoted(table, "'"))
          AND indexname LIKE '\(UniqueIndex.prefix)%' AND indexname <> ALL (ARRAY[\(names)]::text[])
        LOOP EXECUTE format('DROP INDEX %I', old); END LOOP;
      END $$
      """
    return [PostgresStatement(unsafe: drop)]
      + indexes.map { index in
        // An index entry is limited in length, and a text is not.
        let columns = index.fields.map { field in
          index.texts.contains(field)
            ? "md5(\(identifier: field))" : "\(identifier: field)" as PostgresStatement
        }
        let conditions = index.texts.map { "\(identifier: $0) <> ''" as PostgresStatement }
        let create: PostgresStatement = """
          CREATE UNIQUE INDEX IF NOT EXISTS \(identifier: index.name)
          ON \(identifier: table) (\(columns.joined(", ")))
          """
        let statement =
          conditions.isEmpty ? create : create + " WHERE " + conditions.joined(" AND ")
        // Records of an earlier version may have equal values. They can be read and changed;
        // the next start tries again.
        return PostgresStatement(
          unsafe: "DO $$ BEGIN \(statement.sql); EXCEPTION WHEN unique_violation THEN NULL; END $$")
      }
  }
}

extension FieldValue {
  fileprivate var type: String {
    switch self {
    case .text: "text"
    case .whole: "bigint"
    case .decimal: "float8"
    }
  }

  /// The value as SQL, for the default of a column: it is part of the program.
  var literal: String {
    switch self {
    case .text(let text): PostgresStatement.quoted(text, "'")
    case .whole(let number): "\(number)"
    case .decimal(let number): "'\(number)'"
    }
  }
}

extension PostgresStatement.StringInterpolation {
  /// Binds the value of a field, or null.
  fileprivate mutating func appendInterpolation<Entity>(
    column field: RecordField<Entity>, of record: Entity
  ) {
    let value = field.value(of: record)
    switch value ?? field.emptyColumn {
    case .text(let text): appendInterpolation(value == nil ? nil : text)
    case .whole(let number): appendInterpolation(value == nil ? nil : number)
    case .decimal(let number): appendInterpolation(value == nil ? nil : number)
    }
  }
}

extension Entry {
  fileprivate init(row: PostgresRow) throws {
    var record = Entity()
    for (index, field) in Entity.fields.stored.enumerated() {
      let value: FieldValue? =
        switch field.emptyColumn {
        case .text: try row.decode(String?.self, at: index + 1).map(FieldValue.text)
        case .whole: try row.decode(Int?.self, at: index + 1).map(FieldValue.whole)
        case .decimal: try row.decode(Double?.self, at: index + 1).map(FieldValue.decimal)
        }
      try field.set(value, in: &record)
    }
    self.init(id: try row.decode(String.self, at: 0), record: record)
  }
}
