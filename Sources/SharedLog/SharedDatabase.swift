public import Foundation
public import Postgres

/// A PostgreSQL database that several instances of a program share.
///
/// Each log holds the changes of one set of tables. A write takes the log's
/// lock, checks a condition, changes rows and appends to the log, in one
/// transaction and one round trip. The writes of one log are linearizable.
///
/// ```swift
/// import Postgres
///
/// let database = SharedDatabase(
///   try PostgresConfiguration("postgresql:///fieldguide"), schema: "plants", connections: 4)
/// try await database.migrate([])
/// let outcome = try await database.write(
///   to: "plants", kind: "put", payload: "{}",
///   rows: "UPDATE plant SET name = \("Fern") WHERE id = \("fern") RETURNING id")
/// print(outcome)
/// ```
public final class SharedDatabase: Sendable {
  /// The effect of a write.
  public enum Outcome: Hashable, Sendable {
    /// The change has this number.
    case committed(Int)
    /// The condition did not hold at this position of the log: no row was
    /// changed and nothing was appended.
    case unchanged(at: Int)
  }

  /// The id of this instance, for leases and the origin of changes.
  public let instance = UUID()
  let schema: String
  let configuration: PostgresConfiguration
  private let pool: PostgresPool

  /// - Parameters:
  ///   - configuration: the server, the database and the user.
  ///   - schema: the schema of all tables. Instances with the same one share
  ///     their data.
  ///   - connections: the largest number of connections for writes and reloads.
  public init(_ configuration: PostgresConfiguration, schema: String, connections: Int = 4) {
    self.configuration = configuration
    self.schema = schema
    let settings = Self.sessionSettings(schema: schema)
    pool = PostgresPool(configuration, size: connections) { connection in
      try await Self.prepare(connection, settings, configuration)
    }
  }

  /// The channel of notifications.
  var channel: String { "\(schema).log" }

  private static func sessionSettings(schema: String) -> [PostgresStatement] {
    [
      "SET search_path TO \(identifier: schema)",
      // A write that waits longer looks for a holder that hangs.
      "SET lock_timeout TO '3s'",
      "SET idle_in_transaction_session_timeout TO '10s'",
      "SET synchronous_commit TO on",
      "SET TimeZone TO 'UTC'",
      "SELECT pg_backend_pid()",
    ]
  }

  /// Sets the parameters of a new session, and checks that it is a session.
  private static func prepare(
    _ connection: PostgresConnection, _ settings: [PostgresStatement],
    _ configuration: PostgresConfiguration
  ) async throws {
    let rows = try await connection.pipeline(settings)
    let backendID = try rows.last?.first?.decode(Int.self)
    // A pooler reports ids of its own.
    guard backendID != connection.backendID else { return }
    // If it shares sessions, it lends the one that has just become idle to the
    // next connection.
    let other = try await PostgresConnection.connect(to: configuration, within: .seconds(3))
    defer { other.close() }
    let otherID = try await other.query("SELECT pg_backend_pid()").first?.decode(Int.self)
    guard otherID != backendID else {
      throw SharedLogError.unusable(
        "The database is behind a pooler that shares sessions between transactions. "
          + "Connect to PostgreSQL itself, or set the pooler to session mode.")
    }
  }

  /// Opens a session outside of the pool, for notifications.
  func connect(
    onNotification: @escaping @Sendable (PostgresNotification) -> Void,
    onEnd: @escaping @Sendable (PostgresError) -> Void
  ) async throws -> PostgresConnection {
    let connection = try await PostgresConnection.connect(
      to: configuration, within: .seconds(3), onNotification: onNotification, onEnd: onEnd)
    try await Self.prepare(connection, Self.sessionSettings(schema: schema), configuration)
    return connection
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
  /// - Throws: `SharedLogError.unusable`, `PostgresError`.
  public func migrate(_ components: [Migrations]) async throws {
    try await withConnection { connection in
      try await Migrations.run([.log] + components, schema: schema, on: connection)
    }
  }

  /// Changes rows and appends the change to a log.
  ///
  /// A write whose connection is lost is repeated with the same operation id,
  /// which makes it take effect once.
  ///
  /// - Parameters:
  ///   - log: the name of the log.
  ///   - operation: the id of the write, by which a repeated one is recognised.
  ///   - kind: the name of the type of change.
  ///   - payload: the change as JSON.
  ///   - position: the position at which the change was computed; `nil` if it
  ///     does not matter.
  ///   - statements: statements to execute before `rows`, whose effect remains
  ///     whatever the condition of the rows.
  ///   - rows: one `INSERT`, `UPDATE` or `DELETE` with `RETURNING` whose
  ///     condition is the precondition of the write.
  ///   - limit: the longest wait.
  /// - Throws: `SharedLogError`, and `PostgresError` for a rejected statement.
  public func write(
    to log: String, operation: UUID = UUID(), kind: String, payload: String,
    expecting position: Int? = nil, after statements: [PostgresStatement] = [],
    rows: PostgresStatement, within limit: Duration = .seconds(4)
  ) async throws -> Outcome {
    let append: PostgresStatement =
      """
      WITH changed AS (\(rows))
      SELECT append(\(log), \(operation), \(instance), \(kind), \(PostgresJSON(payload)))
      WHERE EXISTS (SELECT FROM changed)
      """
    let begin: PostgresStatement = "SELECT begin_write(\(log), \(operation), \(position))"
    let pipeline = ["BEGIN", begin] + statements + [append, "COMMIT"]
    return try await repeating(until: .now + limit) { connection, left in
      let rows = try await connection.pipeline(pipeline, within: left)
      if let appended = rows[2 + statements.count].first {
        return .committed(try appended.decode(Int.self))
      }
      return .unchanged(at: try rows[1][0].decode(Int.self))
    }
  }

  /// Runs a write until it succeeds, fails for good or the deadline passes.
  private func repeating(
    until deadline: ContinuousClock.Instant,
    _ body: @escaping @Sendable (PostgresConnection, Duration) async throws -> Outcome
  ) async throws -> Outcome {
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
        case .alreadyExecuted:
          guard let number = error.hint.flatMap({ Int($0) }) else {
            throw PostgresError.server(error)
          }
          return .committed(number)
        case .positionChanged: throw SharedLogError.positionChanged
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
        throw SharedLogError.unavailable(mayHaveBeenSaved: mayHaveBeenSaved, problem)
      }
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

  /// Reads tables and the position of their log in one snapshot.
  public func read<Value: Sendable>(
    _ log: String, within limit: Duration = .seconds(60),
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> (position: LogPosition, value: Value) {
    try await withConnection { connection in
      // A log that nobody has written to yet begins here.
      try await connection.query(
        "SELECT begin_write(\(log), gen_random_uuid(), NULL) WHERE NOT EXISTS (SELECT FROM change WHERE log = \(log))"
      )
      return try await connection.transaction(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", within: limit
      ) { connection in
        let rows = try await connection.query(
          "SELECT seq, operation FROM change WHERE log = \(log) ORDER BY seq DESC LIMIT 1")
        guard let row = rows.first else {
          throw SharedLogError.unusable("The log “\(log)” is empty.")
        }
        let (number, operation) = try row.decode(Int.self, UUID.self)
        return (LogPosition(number: number, operation: operation), try await body(connection))
      }
    }
  }

  /// Removes old changes from the logs, but never the newest of each.
  ///
  /// - Parameters:
  ///   - age: the age from which a change may be removed.
  ///   - count: the number of changes of each log that remain whatever their age.
  /// - Returns: the number of removed changes.
  @discardableResult
  public func trim(olderThan age: Duration = .seconds(86_400), keeping count: Int = 10_000)
    async throws -> Int
  {
    let seconds = Double(age.components.seconds)
    return try await withConnection { connection in
      try await connection.query(
        """
        DELETE FROM change USING (SELECT log, max(seq) AS last FROM change GROUP BY log) AS newest
        WHERE change.log = newest.log AND change.seq <= newest.last - \(max(1, count))
          AND change.at < now() - make_interval(secs => \(seconds))
        """
      ).affectedCount
    }
  }

  /// Closes all connections.
  public func close() { pool.close() }
}
