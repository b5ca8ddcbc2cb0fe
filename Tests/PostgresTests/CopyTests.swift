import Postgres
import Synchronization
import TestSupport
import Testing

/// Rows that are copied in and out of the database.
@Suite(.timeLimit(.minutes(2)))
struct CopyTests {
  private func table(_ connection: PostgresConnection) async throws {
    try await connection.query(
      "CREATE TABLE quake (id bigint PRIMARY KEY, place text, names text[])")
  }

  @Test(arguments: [0, 1, 20_000])
  func `Rows are copied in and out`(count: Int) async throws {
    let connection = try await TestDatabase().connect()
    try await table(connection)
    let next = Mutex(0)
    try await connection.copyIn("COPY quake FROM STDIN (FORMAT binary)") { buffer in
      let id = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard id < count else { return false }
      buffer.append(id, id % 2 == 0 ? nil : "Å\(id)", ["a", "\(id)"])
      return true
    }
    #expect(
      try await connection.query("SELECT count(*) FROM quake")[0].decode(Int.self) == count)
    let rows = Mutex<[(Int?, String?, [String]?)]>([])
    try await connection.copyOut(
      "COPY (SELECT * FROM quake ORDER BY id) TO STDOUT (FORMAT binary)"
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

  @Test func `An error of the program undoes a copy`() async throws {
    let connection = try await TestDatabase().connect()
    try await table(connection)
    await #expect(throws: PostgresError.decoding("no more")) {
      try await connection.copyIn("COPY quake FROM STDIN (FORMAT binary)") {
        buffer throws(PostgresError) in
        buffer.append(1, "x", [String]())
        throw .decoding("no more")
      }
    }
    #expect(try await connection.query("SELECT * FROM quake").isEmpty)
  }

  @Test func `A row that the server rejects undoes a copy`() async throws {
    let connection = try await TestDatabase().connect()
    try await table(connection)
    let error = await #expect(throws: PostgresError.self) {
      try await connection.copyIn("COPY quake FROM STDIN (FORMAT binary)") { buffer in
        buffer.append(1, "x", [String]())
        buffer.append(1, "y", [String]())
        return false
      }
    }
    #expect(error?.sqlState == .uniqueViolation)
    #expect(try await connection.query("SELECT * FROM quake").isEmpty)
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
