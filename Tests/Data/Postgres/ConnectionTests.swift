import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

/// Connections to a real server: statements, errors, deadlines, notifications.
@Suite(.timeLimit(.minutes(2)))
struct ConnectionTests {
  @Test func `Rows are returned`() async throws {
    let connection = try await TestDatabase().connect()
    try await connection.query("CREATE TABLE animal (id bigint PRIMARY KEY, name text)")
    try await connection.query(
      "INSERT INTO animal SELECT n, 'newt ' || n FROM generate_series(1, 3) AS n")
    let rows = try await connection.query("SELECT id, name FROM animal WHERE id > \(1) ORDER BY id")
    let animals = try rows.map { try $0.decode(Int.self, String.self) }
    #expect(animals.map(\.0) == [2, 3])
    #expect(animals.map(\.1) == ["newt 2", "newt 3"])
  }

  @Test func `A large value fits both ways`() async throws {
    let connection = try await TestDatabase().connect()
    let text = String(repeating: "æ", count: 8_000_000)
    let rows = try await connection.pipeline([
      "SELECT \(text)", "SELECT length(\(text))", "SELECT \(text)",
    ])
    #expect(try rows[0][0].decode(String.self) == text)
    #expect(try rows[1][0].decode(Int.self) == 8_000_000)
    #expect(try rows[2][0].decode(String.self) == text)
  }

  @Test func `A rejected statement leaves the connection usable`() async throws {
    let connection = try await TestDatabase().connect()
    try await connection.query("CREATE TABLE animal (name text CONSTRAINT one_name UNIQUE)")
    try await connection.query("INSERT INTO animal VALUES (\("Newt"))")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query("INSERT INTO animal VALUES (\("Newt"))")
    }
    guard case .server(let details) = error else {
      Issue.record("no error of the server: \(String(describing: error))")
      return
    }
    #expect(details.state == .uniqueViolation)
    #expect(details.constraint == "one_name")
    #expect(try await connection.query("SELECT count(*) FROM animal")[0].decode(Int.self) == 1)
  }

  /// A pipeline whose second statement fails, and the rows that are left.
  @Test(arguments: [
    ["INSERT INTO log VALUES (1)", "SELECT 1 / 0", "INSERT INTO log VALUES (2)"],
    ["BEGIN", "INSERT INTO log VALUES (1)", "SELECT 1 / 0", "COMMIT"],
  ])
  func `A failing pipeline changes nothing`(statements: [String]) async throws {
    let connection = try await TestDatabase().connect()
    try await connection.query("CREATE TABLE log (number bigint)")
    await #expect(throws: PostgresError.self) {
      try await connection.pipeline(statements.map(PostgresStatement.init(unsafe:)))
    }
    #expect(try await connection.query("SELECT count(*) FROM log")[0].decode(Int.self) == 0)
    let rows = try await connection.pipeline([
      "BEGIN", "INSERT INTO log VALUES (3)", "COMMIT", "SELECT number FROM log",
    ])
    #expect(try rows[3][0].decode(Int.self) == 3)
  }

  @Test func `A transaction is rolled back by an error`() async throws {
    struct Refusal: Error {}
    let connection = try await TestDatabase().connect()
    try await connection.query("CREATE TABLE log (number bigint)")
    await #expect(throws: Refusal.self) {
      try await connection.transaction { connection in
        try await connection.query("INSERT INTO log VALUES (1)")
        throw Refusal()
      }
    }
    try await connection.transaction { connection in
      try await connection.query("INSERT INTO log VALUES (2)")
    }
    let rows = try await connection.query("SELECT number FROM log")
    let numbers = try rows.map { try $0.decode(Int.self) }
    #expect(numbers == [2])
  }

  @Test func `A script runs as a whole or not at all`() async throws {
    let connection = try await TestDatabase().connect()
    await #expect(throws: PostgresError.self) {
      try await connection.execute(script: "CREATE TABLE a (x int); SELECT 1 / 0")
    }
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query("SELECT * FROM a")
    }
    #expect(error?.sqlState == .undefinedTable)
    try await connection.execute(script: "CREATE TABLE a (x int); CREATE TABLE b (x int)")
    #expect(try await connection.query("SELECT * FROM b").isEmpty)
  }

  @Test func `A deadline closes the connection`() async throws {
    let ended = Mutex<PostgresError?>(nil)
    let connection = try await TestDatabase().connect(onEnd: { end in ended.withLock { $0 = end } })
    let second = Task { try await connection.query("SELECT 1") }
    await #expect(throws: PostgresError.deadlineExceeded) {
      try await connection.query("SELECT pg_sleep(30)", within: .milliseconds(200))
    }
    _ = try? await second.value
    try await eventually { ended.withLock { $0 } == .deadlineExceeded }
    await #expect(throws: PostgresError.deadlineExceeded) { try await connection.query("SELECT 1") }
  }

  @Test func `A session that the server ends is lost`() async throws {
    let database = try await TestDatabase()
    let ended = Mutex<PostgresError?>(nil)
    let connection = try await database.connect(onEnd: { end in ended.withLock { $0 = end } })
    let other = try await database.connect()
    let sleeping = Task { try await connection.query("SELECT pg_sleep(30)") }
    try await Task.sleep(for: .milliseconds(50))
    try await other.query("SELECT pg_terminate_backend(\(connection.backendID)::int)")
    await #expect { _ = try await sleeping.value } throws: {
      ($0 as? PostgresError)?.isConnectionLost == true
    }
    try await eventually { ended.withLock { $0 } != nil }
    #expect(connection.isClosed)
  }

  @Test func `An idle session that the server ends is noticed`() async throws {
    let database = try await TestDatabase()
    let ended = Mutex<PostgresError?>(nil)
    let connection = try await database.connect(onEnd: { end in ended.withLock { $0 = end } })
    let other = try await database.connect()
    try await other.query("SELECT pg_terminate_backend(\(connection.backendID)::int)")
    try await eventually { ended.withLock { $0 }?.isConnectionLost == true }
  }

  @Test func `Closing fails what runs and what waits`() async throws {
    let database = try await TestDatabase()
    let connection = try await database.connect()
    let other = try await database.connect()
    let running = Task { try await connection.query("SELECT pg_sleep(30)") }
    // Otherwise the second statement could be the first.
    try await eventually {
      try await other.query(
        "SELECT 1 FROM pg_stat_activity WHERE pid = \(connection.backendID)::int AND state = 'active'"
      ).count == 1
    }
    let waiting = Task { try await connection.query("SELECT 1") }
    try await Task.sleep(for: .milliseconds(50))
    connection.close()
    await #expect(throws: PostgresError.closed) { try await running.value }
    await #expect(throws: PostgresError.closed) { try await waiting.value }
    await #expect(throws: PostgresError.closed) { try await connection.query("SELECT 1") }
  }

  @Test func `Notifications arrive while a session is idle and while it works`() async throws {
    let database = try await TestDatabase()
    let received = Mutex<[String]>([])
    let listener = try await database.connect { notification in
      received.withLock { $0.append("\(notification.channel) \(notification.payload)") }
    }
    try await listener.query("LISTEN \(identifier: "log")")
    let sender = try await database.connect()
    try await sender.query("SELECT pg_notify('log', \("1:17"))")
    try await eventually { received.withLock { $0 } == ["log 1:17"] }
    let sleeping = Task { try await listener.query("SELECT pg_sleep(0.2)") }
    try await sender.query("SELECT pg_notify('log', \("1:18"))")
    _ = try await sleeping.value
    try await eventually { received.withLock { $0 } == ["log 1:17", "log 1:18"] }
  }
}
