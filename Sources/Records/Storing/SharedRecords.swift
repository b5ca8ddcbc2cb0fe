import Foundation
import Postgres
import SharedLog

/// A storage of records in a PostgreSQL database that several instances share,
/// with a column for each field.
///
/// A mutation compares the old content in the database, and returns when its
/// change has reached the store.
final class SharedRecords<Entity: Record>: RecordsStorage {
  typealias Change = RecordsAction<Entity>.Change

  private let storage: SharedStorage
  private static var log: String { Entity.names.path }
  /// The kind of all changes in the log: an array of `Change` as JSON.
  private static var kind: String { "changes" }

  var isShared: Bool { true }

  /// Registers the table and the log.
  ///
  /// - Parameters:
  ///   - storage: the shared tables of the program.
  ///   - replace: replaces all records of the store.
  ///   - apply: applies changes to the store.
  init(
    _ storage: SharedStorage,
    replace: @escaping @Sendable ([Entry<Entity>]) async throws -> Void,
    apply: @escaping @Sendable ([Change]) async throws -> Void
  ) {
    self.storage = storage
    storage.register(
      .records(of: Entity.self),
      following: LogFollower.Subscription(log: Self.log) { connection in
        let entries = try await connection.query(Self.all).map(Entry<Entity>.init(row:))
        return { try await replace(entries) }
      } apply: { entries in
        var changes: [Change] = []
        for entry in entries {
          guard entry.kind == Self.kind,
            // A newer program may write fields that this one does not know, but
            // no other shape.
            let new = try? JSONDecoder().decode([Change].self, from: Data(entry.payload.utf8))
          else { return false }
          changes += new
        }
        try await apply(changes)
        return true
      },
      prepare: { try await Self.addSamples(to: storage) })
  }

  func load() async throws -> [Entry<Entity>] {
    try await storage.read(Self.log) { try await $0.query(Self.all).map(Entry<Entity>.init(row:)) }
  }

  func add(_ entry: Entry<Entity>) async throws {
    let rows = Self.insert([entry]) + " ON CONFLICT DO NOTHING RETURNING \"id\""
    try await write(.put(entry), rows)
  }

  func update(_ entry: Entry<Entity>, replacing old: Entity) async throws {
    let columns = Entity.fields.map { field in
      "\(identifier: field.name) = \(field.value(of: entry.record))" as PostgresStatement
    }
    let rows: PostgresStatement =
      "UPDATE \(identifier: Self.log) SET \(columns.joined(", ")) WHERE \(Self.isEqual(entry.id, old)) RETURNING \"id\""
    try await write(.put(entry), rows)
  }

  func delete(_ id: String, replacing old: Entity) async throws {
    let rows: PostgresStatement =
      "DELETE FROM \(identifier: Self.log) WHERE \(Self.isEqual(id, old)) RETURNING \"id\""
    try await write(.delete(id: id), rows)
  }

  private func write(_ change: Change, _ rows: PostgresStatement) async throws {
    let hasChanged = try await storage.write(
      to: Self.log, kind: Self.kind, payload: Self.payload([change]), rows: rows)
    guard hasChanged else { throw RecordsError.stale }
  }

  private static func payload(_ changes: [Change]) throws -> String {
    String(decoding: try JSONEncoder().encode(changes), as: UTF8.self)
  }

  /// Adds the samples to a table to which nobody has written yet.
  private static func addSamples(to storage: SharedStorage) async throws {
    let samples = Entity.samples.map { Entry(id: UUID().uuidString, record: $0) }
    guard !samples.isEmpty else { return }
    do {
      _ = try await storage.write(
        to: log, kind: kind, payload: payload(samples.map(Change.put)), expecting: 0,
        rows: insert(samples) + " RETURNING \"id\"")
    } catch SharedLogError.positionChanged {
      // There are changes: the samples were added before.
    }
  }

  // MARK: Statements

  private static var columns: PostgresStatement {
    Entity.fields.map { "\(identifier: $0.name)" as PostgresStatement }.joined(", ")
  }

  private static var all: PostgresStatement {
    "SELECT \"id\", \(columns) FROM \(identifier: log) ORDER BY \"id\""
  }

  private static func insert(_ entries: [Entry<Entity>]) -> PostgresStatement {
    let rows = entries.map { entry in
      let values = Entity.fields.map { "\($0.value(of: entry.record))" as PostgresStatement }
      return "(\(entry.id), \(values.joined(", ")))" as PostgresStatement
    }
    return "INSERT INTO \(identifier: log) (\"id\", \(columns)) VALUES \(rows.joined(", "))"
  }

  /// The condition that a record has the content that was read.
  private static func isEqual(_ id: String, _ record: Entity) -> PostgresStatement {
    Entity.fields.reduce("\"id\" = \(id)") { condition, field in
      condition + " AND \(identifier: field.name) = \(field.value(of: record))"
    }
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
      component: table, steps: [.init(create.sql)],
      additions: Entity.fields.map { field in
        let value = field.value(of: blank)
        // A default cannot be a parameter.
        return "ALTER TABLE \(identifier: table) ADD COLUMN IF NOT EXISTS "
          + "\(identifier: field.name) "
          + PostgresStatement(unsafe: "\(value.type) NOT NULL DEFAULT \(value.literal)")
      })
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
  fileprivate var literal: String {
    switch self {
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .whole(let number): "\(number)"
    case .decimal(let number): "'\(number)'"
    }
  }
}

extension PostgresStatement.StringInterpolation {
  /// Binds the value of a field.
  fileprivate mutating func appendInterpolation(_ value: FieldValue) {
    switch value {
    case .text(let text): appendInterpolation(text)
    case .whole(let number): appendInterpolation(number)
    case .decimal(let number): appendInterpolation(number)
    }
  }
}

extension Entry {
  fileprivate init(row: PostgresRow) throws {
    var record = Entity()
    for (index, field) in Entity.fields.enumerated() {
      let value: FieldValue =
        switch field.value(of: record) {
        case .text: .text(try row.decode(String.self, at: index + 1))
        case .whole: .whole(try row.decode(Int.self, at: index + 1))
        case .decimal: .decimal(try row.decode(Double.self, at: index + 1))
        }
      try field.set(value, in: &record)
    }
    self.init(id: try row.decode(String.self, at: 0), record: record)
  }
}
