public import Foundation
import GRDB
import Postgres
public import Storage

/// A value that is kept between runs, such as the last answer of a remote service: in
/// an SQLite file, or in a PostgreSQL database that several instances share.
///
/// Each new value reaches the program in the same way, whoever saved it: by a function
/// that is called with it.
///
/// ```swift
/// import Foundation
///
/// let forecast = StoredValue<String>(
///   "forecast", file: URL(filePath: "/var/lib/example/forecast.sqlite"), in: nil
/// ) { text in
///   print(text)
/// }
/// try await forecast.load()
/// try await forecast.save("Rain, clearing from the west.")
/// try await forecast.close()
/// ```
public final class StoredValue<Value: Codable & Sendable>: Sendable {
  private enum Place {
    case file(DatabaseFile)
    case shared(ChangeLog<Value>)
  }

  private let name: String
  private let place: Place
  private let apply: @Sendable (Value) async throws -> Void

  /// - Parameters:
  ///   - name: the name of the value, which is also that of its table and its log.
  ///   - url: the file, also the one from which the value is copied to the database.
  ///   - storage: the shared tables of the program; `nil` to use the file.
  ///   - report: called with reports for the operator about the file.
  ///   - apply: called with each value, one after the other.
  public init(
    _ name: String, file url: URL, in storage: SharedStorage?,
    report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in },
    apply: @escaping @Sendable (Value) async throws -> Void
  ) {
    self.name = name
    self.apply = apply
    guard let storage else {
      place = .file(DatabaseFile(value: name, url: url, report: report))
      return
    }
    let copy = SharedStorage.importing(url) { url, connection in
      let file = DatabaseFile(value: name, url: url)
      let value = try await file.read { try $0.value() }
      try await file.close()
      guard let value else { return "nothing" }
      try await connection.query(Self.upsert(PostgresJSON(value), into: name))
      return "the \(name)"
    }
    place = .shared(
      ChangeLog(
        name, in: storage, .value(name), importing: copy,
        load: { connection in
          try await connection.query("SELECT json FROM \(identifier: name)").compactMap { row in
            // An earlier version of the program may have saved it.
            try? row.decode(PostgresJSON.self).decode()
          }
        },
        apply: { values in for value in values { try await apply(value) } }))
  }

  /// The file; `nil` if the value is in a shared database.
  public var file: DatabaseFile? {
    if case .file(let file) = place { file } else { nil }
  }

  /// Reads the file. A shared database is read when its storage starts.
  ///
  /// A value that an earlier version of the program saved, and that cannot be decoded,
  /// is ignored.
  ///
  /// - Throws: `DatabaseFileError`, and the errors of `apply`.
  public func load() async throws {
    guard let text = try await file?.read({ try $0.value() }),
      let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    else { return }
    try await apply(value)
  }

  /// Saves a value, and returns when it is durable and was applied.
  ///
  /// - Throws: `DatabaseFileError`, `SharedLogError`, `PostgresError`, and the errors of
  ///   encoding it or of `apply`.
  public func save(_ value: Value) async throws {
    switch place {
    case .file(let file):
      let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      try await file.write { try $0.save(text) }
      try await apply(value)
    case .shared(let log):
      try await log.write(value, after: [Self.upsert(PostgresJSON(encoding: value), into: name)])
    }
  }

  /// Closes the file.
  public func close() async throws { try await file?.close() }

  private static func upsert(_ json: PostgresJSON, into name: String) -> PostgresStatement {
    """
    INSERT INTO \(identifier: name) (json) VALUES (\(json))
    ON CONFLICT (is_only) DO UPDATE SET json = excluded.json
    """
  }
}

extension Migrations {
  fileprivate static func value(_ name: String) -> Migrations {
    let create: PostgresStatement = """
      CREATE TABLE \(identifier: name) (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), json json NOT NULL)
      """
    return Migrations(component: name, steps: [.init(create.sql)])
  }
}

extension DatabaseFile {
  fileprivate convenience init(
    value name: String, url: URL,
    report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: value") { db in
      try db.execute(
        sql: """
          CREATE TABLE value (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL
          ) STRICT
          """)
    }
    self.init(url: url, subject: "the \(name)", migrator: migrator, report: report)
  }
}

extension Database {
  fileprivate func value() throws -> String? {
    try String.fetchOne(self, sql: "SELECT json FROM value")
  }

  fileprivate func save(_ json: String) throws {
    try execute(sql: "INSERT OR REPLACE INTO value (id, json) VALUES (1, ?)", arguments: [json])
  }
}
