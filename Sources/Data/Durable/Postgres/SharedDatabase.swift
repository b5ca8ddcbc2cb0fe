public import Foundation
import Metrics
public import Postgres

/// A schema of a PostgreSQL database that several instances of a program share.
///
/// ```swift
/// import Postgres
///
/// let database = SharedDatabase(
///   try PostgresConfiguration("postgresql:///fieldguide"), schema: "plants", connections: 4)
/// try await database.migrate([])
/// let time = try await database.withConnection { try await $0.query("SELECT now()").count }
/// print(time)  // 1
/// ```
public final class SharedDatabase: Sendable {
  /// The id of this instance, for leases.
  public let instance = UUID()
  let schema: String
  let configuration: PostgresConfiguration
  private let pool: PostgresPool
  package let measurements = SharedDatabaseMetrics()
  /// The names of logs that instances write to.
  package let notifications: LogNotifications

  /// - Parameters:
  ///   - configuration: the server, the database and the user.
  ///   - schema: the schema of all tables. Instances with the same one share
  ///     their data.
  ///   - connections: the largest number of connections for writes and reloads.
  ///   - pause: the seconds after which the server ends a transaction that does nothing: an
  ///     instance that is stopped holds the lock of its log until then.
  public init(
    _ configuration: PostgresConfiguration, schema: String, connections: Int = 4, pause: Int = 3
  ) {
    self.configuration = configuration
    self.schema = schema
    let settings: [PostgresStatement] = [
      "SET search_path TO \(identifier: schema)",
      // A write that waits longer looks for a holder that hangs.
      "SET lock_timeout TO '3s'",
      "SET idle_in_transaction_session_timeout TO \(identifier: "\(pause)s")",
      "SET synchronous_commit TO on",
      "SET TimeZone TO 'UTC'",
      "SELECT pg_backend_pid()",
    ]
    pool = PostgresPool(configuration, size: connections) { connection, limit in
      try await Self.prepare(connection, settings, configuration, within: limit)
    }
    notifications = LogNotifications(of: "\(schema).log") { onNotification, onEnd in
      let connection = try await PostgresConnection.connect(
        to: configuration, within: .seconds(3), onNotification: onNotification, onEnd: onEnd)
      try await Self.prepare(connection, settings, configuration, within: .seconds(3))
      return connection
    }
  }

  /// Sets the parameters of a new session, and checks that it is a session.
  private static func prepare(
    _ connection: PostgresConnection, _ settings: [PostgresStatement],
    _ configuration: PostgresConfiguration, within limit: Duration
  ) async throws {
    let rows = try await connection.pipeline(settings, within: limit)
    let backendID = try rows.last?.first?.decode(Int.self)
    // A pooler reports ids of its own.
    guard backendID != connection.backendID else { return }
    // If it shares sessions, it lends the one that has just become idle to the
    // next connection.
    let other = try await PostgresConnection.connect(to: configuration, within: .seconds(3))
    defer { other.close() }
    let otherID = try await other.query("SELECT pg_backend_pid()").first?.decode(Int.self)
    guard otherID != backendID else {
      throw DurableError.unusable(
        "the database is behind a pooler that shares sessions between transactions; "
          + "connect to PostgreSQL itself, or set the pooler to session mode")
    }
  }

  /// Checks that the server lets the user have more than one session: one follows the logs.
  func checkSessions() async throws {
    try await withConnection { [configuration] _ in
      try await PostgresConnection.connect(to: configuration, within: .seconds(3)).close()
    }
  }

  /// Lends a connection to a function, which has it for itself.
  @discardableResult
  public func withConnection<Value: Sendable>(
    within limit: Duration = .seconds(10),
    _ body: @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    try await pool.withConnection(within: limit, body)
  }

  /// Creates or updates the tables.
  ///
  /// - Parameter components: the tables of the program's parts.
  /// - Throws: `DurableError.unusable`, `PostgresError`.
  public func migrate(_ components: [Migrations]) async throws {
    try await withConnection { connection in
      try await Migrations.run([.log] + components, schema: schema, on: connection)
    }
  }

  /// Runs a write until it succeeds, fails for good or the deadline passes.
  package func repeating<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    _ body: @escaping @Sendable (PostgresConnection, Duration) async throws -> Value
  ) async throws -> Value {
    var mayHaveBeenSaved = false
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      let problem: PostgresError
      do {
        return try await withConnection(within: left) { connection in
          do {
            return try await body(connection, ContinuousClock.now.duration(to: deadline))
          } catch PostgresError.server(let error) where error.state == .readOnlyTransaction {
            // This server is a standby now: the next connection finds the primary.
            connection.close()
            throw PostgresError.connectionLost(message: error.message)
          }
        }
      } catch PostgresError.server(let error) {
        switch error.state {
        case .lockNotAvailable: try? await endStuckSessions()
        case .serializationFailure, .deadlock: break
        default: throw PostgresError.server(error)
        }
        problem = .server(error)
      } catch let error as PostgresError {
        if case .connectionLost = error { mayHaveBeenSaved = true }
        if case .deadlineExceeded = error { mayHaveBeenSaved = true }
        guard error.isConnectionLost, error != .closed else { throw error }
        problem = error
      }
      // Spread, so that instances do not come back all at the same time.
      let pause = Duration.milliseconds(.random(in: 20...120))
      guard ContinuousClock.now + pause < deadline else {
        throw DurableError.unavailable(mayHaveBeenSaved: mayHaveBeenSaved, problem)
      }
      measurements.writeRetries.add()
      try await Task.sleep(for: pause)
    }
  }

  /// Ends sessions that hold the lock of a log and wait for a client that has
  /// sent nothing for three seconds: its instance hangs or lost its network.
  private func endStuckSessions() async throws {
    try await withConnection(within: .seconds(1)) { connection in
      try await connection.query(
        """
        SELECT pg_terminate_backend(activity.pid)
        FROM pg_stat_activity AS activity JOIN pg_locks AS held USING (pid)
        WHERE held.locktype = 'advisory' AND held.classid = 7001 AND held.granted
          AND activity.datname = current_database()
          AND activity.wait_event = 'ClientRead'
          AND activity.state_change < now() - interval '3 seconds'
        """, within: .seconds(1))
    }
  }

  /// Closes all connections.
  public func close() {
    notifications.close()
    pool.close()
  }
}
