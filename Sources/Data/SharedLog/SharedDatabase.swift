public import Foundation
import Metrics
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
///   SharedWrite(
///     kind: "put", payload: "{}",
///     rows: "UPDATE plant SET name = \("Fern") WHERE id = \("fern") RETURNING id"),
///   to: "plants")
/// print(outcome)
/// ```
public final class SharedDatabase: Sendable {
  /// The effect of a write.
  public enum Outcome: Hashable, Sendable {
    /// The change has this number.
    case committed(Int)
    /// The condition did not hold at this position of the log, or an earlier write
    /// with the same operation id has made the change of this position: no row was
    /// changed and nothing was appended.
    case unchanged(at: Int)
  }

  /// The id of this instance, for leases.
  public let instance = UUID()
  let schema: String
  let configuration: PostgresConfiguration
  private let pool: PostgresPool
  private let queue = WriteQueue()
  package let measurements = SharedMeasurements()
  /// The names of logs that instances write to.
  package let notifications: LogNotifications

  /// - Parameters:
  ///   - configuration: the server, the database and the user.
  ///   - schema: the schema of all tables. Instances with the same one share
  ///     their data.
  ///   - connections: the largest number of connections for writes and reloads.
  public init(_ configuration: PostgresConfiguration, schema: String, connections: Int = 4) {
    self.configuration = configuration
    self.schema = schema
    let settings = Self.sessionSettings(schema: schema)
    pool = PostgresPool(configuration, size: connections) { connection, limit in
      try await Self.prepare(connection, settings, configuration, within: limit)
    }
    notifications = LogNotifications(of: "\(schema).log") {
      try await Self.connect(
        to: configuration, settings: settings, onNotification: $0, onEnd: $1)
    }
  }

  /// The channel of notifications.
  var channel: String { "\(schema).log" }

  private static func sessionSettings(schema: String) -> [PostgresStatement] {
    [
      "SET search_path TO \(identifier: schema)",
      // A write that waits longer looks for a holder that hangs.
      "SET lock_timeout TO '3s'",
      // An instance that is paused within a transaction holds the lock of its log.
      "SET idle_in_transaction_session_timeout TO '3s'",
      "SET synchronous_commit TO on",
      "SET TimeZone TO 'UTC'",
      "SELECT pg_backend_pid()",
    ]
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
      throw SharedLogError.unusable(
        "the database is behind a pooler that shares sessions between transactions; "
          + "connect to PostgreSQL itself, or set the pooler to session mode")
    }
  }

  /// Opens a session outside of the pool, for notifications.
  func connect(
    onNotification: @escaping @Sendable (PostgresNotification) -> Void,
    onEnd: @escaping @Sendable (PostgresError) -> Void
  ) async throws -> PostgresConnection {
    try await Self.connect(
      to: configuration, settings: Self.sessionSettings(schema: schema),
      onNotification: onNotification, onEnd: onEnd)
  }

  private static func connect(
    to configuration: PostgresConfiguration, settings: [PostgresStatement],
    onNotification: @escaping @Sendable (PostgresNotification) -> Void,
    onEnd: @escaping @Sendable (PostgresError) -> Void
  ) async throws -> PostgresConnection {
    let connection = try await PostgresConnection.connect(
      to: configuration, within: .seconds(3), onNotification: onNotification, onEnd: onEnd)
    try await prepare(connection, settings, configuration, within: .seconds(3))
    return connection
  }

  /// Closes the connections that are not in use: the network has failed, and
  /// nobody knows which of them have survived.
  func closeIdleConnections() { pool.closeIdle() }

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
  /// Writes that wait for the same log share a transaction: see `WriteQueue`. A
  /// write whose connection is lost is repeated with the same operation id,
  /// which makes it take effect once.
  ///
  /// - Parameters:
  ///   - write: the change.
  ///   - log: the name of the log.
  ///   - limit: the longest wait.
  /// - Throws: `SharedLogError`, and `PostgresError` for a rejected statement.
  public func write(
    _ write: SharedWrite, to log: String, within limit: Duration = .seconds(4)
  ) async throws -> Outcome {
    do {
      return try await queue.add(write, to: log, until: .now + limit) { [self] writes, deadline in
        try await perform(writes, on: log, until: deadline)
      }
    } catch {
      if Self.isRefusal(error) { measurements.refusedWrites.add() }
      throw error
    }
  }

  /// Returns true if the database could not store a write, whatever its content.
  private static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case SharedLogError.positionChanged: false
    // Integrity constraints.
    case PostgresError.server(let error): !error.state.rawValue.hasPrefix("23")
    default: true
    }
  }

  /// Performs writes in one transaction, or in one each if one of them fails.
  private func perform(
    _ writes: [SharedWrite], on log: String, until deadline: ContinuousClock.Instant,
    mayHaveBeenSaved: Bool = false
  ) async throws -> [Result<Outcome, any Error>] {
    do {
      return try await transaction(
        of: writes, on: log, until: deadline, mayHaveBeenSaved: mayHaveBeenSaved
      ).map { .success($0) }
    } catch  where writes.count == 1 {
      guard let earlier = error as? EarlierExecution, let write = writes.first else {
        return [.failure(error)]
      }
      return [await outcome(of: write, after: earlier, until: deadline)]
    } catch let earlier as EarlierExecution {
      // The whole transaction was saved before its connection was lost, or some of
      // the writes are late copies.
      return try await performEach(
        of: writes, on: log, until: deadline, earlier.mayHaveBeenSaved)
    } catch PostgresError.server {
      // Nothing was saved.
      return try await performEach(of: writes, on: log, until: deadline, mayHaveBeenSaved)
    }
  }

  /// Performs writes in a transaction each.
  private func performEach(
    of writes: [SharedWrite], on log: String, until deadline: ContinuousClock.Instant,
    _ mayHaveBeenSaved: Bool
  ) async throws -> [Result<Outcome, any Error>] {
    var results: [Result<Outcome, any Error>] = []
    for write in writes {
      results += try await perform(
        [write], on: log, until: deadline, mayHaveBeenSaved: mayHaveBeenSaved)
    }
    return results
  }

  /// The operation of a write has been executed before, with this number.
  private struct EarlierExecution: Error {
    let number: Int
    /// True if this very write may have executed it: a connection was lost during the commit.
    let mayHaveBeenSaved: Bool
  }

  /// Returns the outcome of a write whose operation has been executed before: a success if
  /// this write did so.
  private func outcome(
    of write: SharedWrite, after earlier: EarlierExecution,
    until deadline: ContinuousClock.Instant
  ) async -> Result<Outcome, any Error> {
    guard earlier.mayHaveBeenSaved else { return .success(.unchanged(at: earlier.number)) }
    do {
      let outcomes = try await repeating(until: deadline, mayHaveBeenSaved: true) {
        connection, left -> [Outcome] in
        let own = try await connection.query(
          """
          SELECT seq FROM change
          WHERE operation = \(write.operation) AND origin = \(write.execution)
          """, within: left)
        return [own.isEmpty ? .unchanged(at: earlier.number) : .committed(earlier.number)]
      }
      return .success(outcomes[0])
    } catch {
      return .failure(error)
    }
  }

  private func transaction(
    of writes: [SharedWrite], on log: String, until deadline: ContinuousClock.Instant,
    mayHaveBeenSaved: Bool
  ) async throws -> [Outcome] {
    let operations = writes.map(\.operation.uuidString)
    var pipeline: [PostgresStatement] = [
      "BEGIN",
      "SELECT begin_write(\(log), \(operations)::text[]::uuid[], \(writes.first?.position))",
    ]
    // The index of each write's last statement.
    var indexes: [Int] = []
    for write in writes {
      pipeline += write.statements
      indexes.append(pipeline.count)
      let append: PostgresStatement =
        """
        SELECT append(
          \(log), \(write.operation), \(write.execution), \(write.kind),
          \(PostgresJSON(write.payload)))
        """
      pipeline.append(
        write.rows.map { "WITH changed AS (\($0)) \(append) WHERE EXISTS (SELECT FROM changed)" }
          ?? append)
    }
    pipeline.append("COMMIT")
    return try await repeating(until: deadline, mayHaveBeenSaved: mayHaveBeenSaved) {
      [measurements, pipeline, indexes] connection, left in
      let rows = try await measurements.writes.observing {
        try await connection.pipeline(pipeline, within: left)
      }
      var position = try rows[1][0].decode(Int.self)
      return try indexes.map { index in
        guard let appended = rows[index].first else { return .unchanged(at: position) }
        position = try appended.decode(Int.self)
        return .committed(position)
      }
    }
  }

  /// Runs a write until it succeeds, fails for good or the deadline passes.
  package func repeating<Value: Sendable>(
    until deadline: ContinuousClock.Instant, mayHaveBeenSaved: Bool = false,
    _ body: @escaping @Sendable (PostgresConnection, Duration) async throws -> Value
  ) async throws -> Value {
    var mayHaveBeenSaved = mayHaveBeenSaved
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
        case .positionChanged: throw SharedLogError.positionChanged
        case .alreadyExecuted:
          guard let number = error.hint.flatMap({ Int($0) }) else {
            throw PostgresError.server(error)
          }
          throw EarlierExecution(number: number, mayHaveBeenSaved: mayHaveBeenSaved)
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

  /// Reads tables and the position of their log in one snapshot.
  public func read<Value: Sendable>(
    _ log: String, within limit: Duration = .seconds(60),
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> (position: LogPosition, value: Value) {
    try await withConnection { connection in
      // A log that nobody has written to yet begins here.
      try await connection.query(
        "SELECT begin_write(\(log), ARRAY[]::uuid[], NULL) WHERE NOT EXISTS (SELECT FROM change WHERE log = \(log))"
      )
      return try await connection.transaction(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", within: limit
      ) { connection in
        let rows = try await connection.query(
          "SELECT seq, operation FROM change WHERE log = \(log) ORDER BY seq DESC LIMIT 1")
        guard let row = rows.first else {
          throw SharedLogError.unusable("the log “\(log)” is empty")
        }
        let (number, operation) = try row.decode(Int.self, UUID.self)
        let value = try await measurements.reads.observing { try await body(connection) }
        return (LogPosition(number: number, operation: operation), value)
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
  public func close() {
    notifications.close()
    pool.close()
  }
}
