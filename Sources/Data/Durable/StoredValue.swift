import Foundation
public import Storage

/// A value that is kept between runs, such as the last answer of a remote service.
///
/// Each new value reaches the program in the same way, whichever instance saved it: by a
/// function that is called with it.
///
/// ```swift
/// import Foundation
///
/// let storage = DurableStorage(files: URL(filePath: "/var/lib/example"))
/// let forecast = StoredValue<String>("forecast", in: storage) { text in
///   print(text)
/// }
/// try await forecast.load()
/// try await forecast.save("Rain, clearing from the west.")
/// try await storage.close()
/// ```
public final class StoredValue<Value: Codable & Sendable>: Sendable {
  private let log: DurableLog<ValueState>

  /// - Parameters:
  ///   - name: the name of the value, which is also that of its table and its log.
  ///   - storage: the logs of the program.
  ///   - apply: called with each value, one after the other. One that an earlier version of the
  ///     program saved, and that cannot be decoded, is ignored.
  public init(
    _ name: String, in storage: DurableStorage,
    apply: @escaping @Sendable (Value) async throws -> Void
  ) {
    log = storage.log(
      name, subject: "the \(name)", from: ValueState(name: name), former: .value(name)
    ) { event, _ in
      let texts =
        switch event {
        case .loaded(let state, _): [state.json].compactMap(\.self)
        case .changed(let changes): changes.map(\.change.json)
        }
      for json in texts {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(json.utf8)) else {
          continue
        }
        try await apply(value)
      }
    }
  }

  /// The file; `nil` if the value is in a database that several instances share.
  public var file: DatabaseFile? { log.file }

  /// Reads the value, unless that has been done.
  ///
  /// - Throws: the errors of the database and of `apply`.
  public func load() async throws { try await log.start() }

  /// Saves a value, and returns when it is durable and was applied.
  ///
  /// - Throws: `DurableError`, the errors of the database, and those of encoding it or of `apply`.
  public func save(_ value: Value) async throws {
    let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    try await log.perform { _ in ValueState.Change(json: json) }
  }
}

/// A value as JSON.
private struct ValueState: DurableState {
  struct Change: Codable, Sendable { let json: String }

  struct Row: StoredRow {
    static let table = "value"
    /// All values have the same key: each has a table of its own.
    private(set) var key = "value"
    var json = ""

    mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
      try format.pass("key", &key)
      try format.pass("json", &json)
    }
  }

  let name: String
  var json: String?

  var tables: [any StoredTable<ValueState>] {
    [RowTable(Row.self, named: name) { state, row in state.json = row.json }]
  }

  mutating func apply(_ change: Change, at position: Int) { json = change.json }

  func put(_ change: Change, at position: Int, into rows: inout RowBatch) {
    var row = Row()
    row.json = change.json
    rows.put(row, in: name)
  }
}

extension FormerTables {
  /// Returns the tables of a value: one with a single row.
  fileprivate static func value(_ name: String) -> FormerTables {
    func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
    return FormerTables(
      steps: [
        (
          "1: value",
          """
          CREATE TABLE value (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL) STRICT
          """
        )
      ],
      preparation: "ALTER TABLE value RENAME TO \"former value\"",
      conversion: """
        INSERT INTO \(quoted(name)) (key, json) SELECT 'value', json FROM "former value";
        DROP TABLE "former value"
        """,
      shared: [
        Migrations.Step(
          """
          CREATE TABLE \(quoted(name)) (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), json json NOT NULL)
          """),
        Migrations.Step(
          """
          ALTER TABLE \(quoted(name)) RENAME TO "former value";
          CREATE TABLE \(quoted(name)) (
            key text COLLATE "C" PRIMARY KEY DEFAULT 'value', json text COLLATE "C" NOT NULL DEFAULT '');
          INSERT INTO \(quoted(name)) (json) SELECT json::text FROM "former value";
          DROP TABLE "former value"
          """, oldestProgram: 2),
      ])
  }
}
