import Postgres
import Synchronization
import TestSupport
import Testing

/// A bounded set of connections.
@Suite(.timeLimit(.minutes(2)))
struct PoolTests {
  @Test func `Connections are bounded and used again`() async throws {
    let pool = PostgresPool(try await TestDatabase().configuration, size: 2)
    let ids = try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          try await pool.withConnection { connection in
            try await connection.query("SELECT pg_sleep(0.005)")
            return connection.backendID
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(ids.count <= 2)
  }

  @Test func `A caller waits no longer than its limit`() async throws {
    let pool = PostgresPool(try await TestDatabase().configuration, size: 1)
    try await pool.withConnection { _ in
      await #expect(throws: PostgresError.deadlineExceeded) {
        try await pool.withConnection(within: .milliseconds(100)) { _ in }
      }
    }
    try await pool.withConnection { _ in }
  }

  @Test func `A lost connection is replaced`() async throws {
    let pool = PostgresPool(try await TestDatabase().configuration, size: 1)
    let first = try await pool.withConnection { connection in
      _ = try? await connection.query("SELECT pg_terminate_backend(pg_backend_pid())")
      return connection.backendID
    }
    let second = try await pool.withConnection { connection in
      try await connection.query("SELECT pg_backend_pid()")[0].decode(Int.self)
    }
    #expect(first != second)
  }

  /// A network that swallows bytes tells neither end, so the others may be dead.
  @Test func `A lost connection ends those that are not in use`() async throws {
    let pool = PostgresPool(try await TestDatabase().configuration, size: 2)
    let idle = try await pool.withConnection { connection in
      try await pool.withConnection { other in
        // Long enough to be sent on a busy machine: nothing is lost before that.
        await #expect(throws: PostgresError.deadlineExceeded) {
          try await connection.query("SELECT pg_sleep(10)", within: .seconds(1))
        }
        return other
      }
    }
    #expect(idle.isClosed)
    try await pool.withConnection { _ in }
  }

  @Test func `A connection that cannot be prepared leaves room for another`() async throws {
    struct Refusal: Error {}
    let attempts = Mutex(0)
    let pool = PostgresPool(try await TestDatabase().configuration, size: 1) { _, _ in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt == 1 { throw Refusal() }
    }
    await #expect(throws: Refusal.self) { try await pool.withConnection { _ in } }
    try await pool.withConnection { _ in }
  }

  @Test func `A closed pool refuses`() async throws {
    let pool = PostgresPool(try await TestDatabase().configuration, size: 1)
    try await pool.withConnection { _ in pool.close() }
    await #expect(throws: PostgresError.closed) { try await pool.withConnection { _ in } }
  }
}
