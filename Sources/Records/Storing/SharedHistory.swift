package import Postgres

/// The history of records in a PostgreSQL database.
package enum SharedHistory<Entity: Record> {
  /// The number of rows that are copied at a time.
  private static var batch: Int { 200 }
  private static var columns: PostgresStatement {
    "\"number\", \"record\", \"time\", \"visitor\", \"kind\", \"before\", \"after\""
  }
  private static var table: PostgresStatement { "\(identifier: Entity.historyTable)" }

  /// The script that creates the table.
  package static var script: String {
    func quoted(_ name: String) -> String { PostgresStatement.quoted(name, "\"") }
    let history = Entity.historyTable
    return """
      CREATE TABLE \(quoted(history)) (
        "number" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        "record" text COLLATE "C" NOT NULL,
        "time" bigint NOT NULL,
        "visitor" text,
        "kind" text NOT NULL,
        "before" text,
        "after" text);
      CREATE INDEX \(quoted("\(history) of records"))
        ON \(quoted(history)) ("record", "number");
      CREATE INDEX \(quoted("\(history) by time")) ON \(quoted(history)) ("time");
      """
  }

  /// Returns the changes of a record, the newest first.
  package static func versions(
    of id: String, on connection: PostgresConnection
  ) async throws -> [RecordVersion] {
    try await connection.query(
      "SELECT \(columns) FROM \(table) WHERE \"record\" = \(id) ORDER BY \"number\" DESC"
    ).compactMap(RecordVersion.init(row:))
  }

  /// Copies a history to the database.
  ///
  /// - Parameter read: returns rows after a number, at most as many as the limit.
  package static func copy(
    to connection: PostgresConnection,
    reading read: (_ number: Int, _ limit: Int) async throws -> [(number: Int, row: VersionRow)]
  ) async throws {
    var last = 0
    while true {
      let rows = try await read(last, batch)
      guard let number = rows.last?.number else { return }
      let values = rows.map { _, row in
        """
        (\(row.record), \(row.time), \(row.visitor), \(row.kind.rawValue), \(row.before),
        \(row.after))
        """ as PostgresStatement
      }
      try await connection.query(
        """
        INSERT INTO \(table) ("record", "time", "visitor", "kind", "before", "after")
        VALUES \(values.joined(", "))
        """)
      last = number
    }
  }

  /// Copies the history from the database.
  ///
  /// - Parameter append: receives some rows at a time, in order.
  package static func copy(
    from connection: PostgresConnection, appending append: ([VersionRow]) async throws -> Void
  ) async throws {
    var last = 0
    while true {
      let rows = try await connection.query(
        """
        SELECT \(columns) FROM \(table) WHERE "number" > \(last)
        ORDER BY "number" LIMIT \(batch)
        """)
      guard let number = try rows.last?.decode(Int.self, at: 0) else { return }
      try await append(try rows.compactMap(VersionRow.init(row:)))
      last = number
    }
  }
}

extension RecordVersion {
  /// Creates a version from a row; `nil` if it is one of a later version of the program.
  fileprivate init?(row: PostgresRow) throws {
    guard let version = try VersionRow(row: row) else { return nil }
    self.init(number: try row.decode(Int.self, at: 0), version)
  }
}

extension VersionRow {
  fileprivate init?(row: PostgresRow) throws {
    guard let kind = RecordVersion.Kind(rawValue: try row.decode(String.self, at: 4)) else {
      return nil
    }
    self.init(
      record: try row.decode(String.self, at: 1), time: try row.decode(Int.self, at: 2),
      visitor: try row.decode(String?.self, at: 3), kind: kind,
      before: try row.decode(String?.self, at: 5), after: try row.decode(String?.self, at: 6))
  }
}
