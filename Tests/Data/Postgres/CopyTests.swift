import Postgres
import Synchronization
import TestSupport
import Testing

/// Rows that are copied out of the database.
@Suite(.timeLimit(.minutes(2)))
struct CopyTests {
  @Test(arguments: [0, 1, 20_000])
  func `Rows are copied out`(count: Int) async throws {
    let connection = try await TestDatabase().connect()
    let rows = Mutex<[(Int?, String?, [String]?)]>([])
    try await connection.copyOut(
      """
      COPY (
        SELECT id::bigint, CASE WHEN id % 2 = 1 THEN 'Å' || id END, ARRAY['a', id::text]
        FROM generate_series(0, \(PostgresStatement(unsafe: "\(count - 1)"))) AS id ORDER BY id
      ) TO STDOUT (FORMAT binary)
      """
    ) { row throws(PostgresError) in
      var row = row
      let fields = (try row.int(), try row.string(), try row.strings())
      rows.withLock { $0.append(fields) }
    }
    let copied = rows.withLock { $0 }
    #expect(copied.map(\.0) == Array(0..<count))
    #expect(copied.map(\.1) == (0..<count).map { $0 % 2 == 0 ? nil : "Å\($0)" })
    #expect(copied.map(\.2) == (0..<count).map { ["a", "\($0)"] })
  }

  @Test(arguments: [
    ("SELECT 1::bigint", "A field is missing."),
    ("SELECT 1::int, 2", "A field is not of type Int."),
  ])
  func `A row of another shape is an error`(query: String, says: String) async throws {
    let connection = try await TestDatabase().connect()
    await #expect(throws: PostgresError.decoding(says)) {
      try await connection.copyOut(
        PostgresStatement(unsafe: "COPY (\(query)) TO STDOUT (FORMAT binary)")
      ) { row throws(PostgresError) in
        var row = row
        _ = (try row.int(), try row.int())
      }
    }
  }

  @Test func `A table that does not exist is an error`() async throws {
    let connection = try await TestDatabase().connect()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.copyOut("COPY missing TO STDOUT (FORMAT binary)") { _ in }
    }
    #expect(error?.sqlState == .undefinedTable)
    #expect(try await connection.query("SELECT 1").count == 1)
  }
}
