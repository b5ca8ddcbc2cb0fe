public import Foundation
public import Postgres
import Synchronization

/// The tables that the parts of a program share with other instances.
///
/// Each part registers its tables and its log before the start. From then on
/// its memory changes by what is read from the log, and by nothing else.
///
/// ```swift
/// import Postgres
///
/// let storage = SharedStorage(
///   SharedDatabase(try PostgresConfiguration("postgresql:///plants"), schema: "plants"))
/// storage.register(
///   Migrations(component: "plants", steps: [.init("CREATE TABLE plant (id text PRIMARY KEY)")]),
///   following: LogFollower.Subscription(log: "plants") { connection in
///     let rows = try await connection.query("SELECT id FROM plant")
///     return { print("\(rows.count) plants") }
///   } apply: { entries in
///     print("\(entries.count) changes")
///     return true
///   })
/// try await storage.start()
/// ```
public final class SharedStorage: Sendable {
  private struct State {
    var migrations: [Migrations] = []
    var subscriptions: [LogFollower.Subscription] = []
    var preparations: [@Sendable () async throws -> Void] = []
    var follower: LogFollower?
  }

  private let database: SharedDatabase
  private let onProblem: @Sendable (any Error) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - database: the database.
  ///   - onProblem: called with each error of the connection that follows the
  ///     logs.
  public init(
    _ database: SharedDatabase, onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.database = database
    self.onProblem = onProblem
  }

  /// Registers the tables and the log of a part of the program.
  ///
  /// - Parameters:
  ///   - migrations: the tables.
  ///   - subscription: the log, and the functions that bring its changes into
  ///     memory.
  ///   - prepare: called after the tables were created and before they are read,
  ///     for instance to add sample data.
  public func register(
    _ migrations: Migrations, following subscription: LogFollower.Subscription,
    prepare: @escaping @Sendable () async throws -> Void = {}
  ) {
    state.withLock { state in
      state.migrations.append(migrations)
      state.subscriptions.append(subscription)
      state.preparations.append(prepare)
    }
  }

  /// Creates the tables that are missing, loads everything, and follows the
  /// logs until `stop()`.
  ///
  /// - Throws: `SharedLogError`, `PostgresError`, and the errors of the parts.
  public func start() async throws {
    let (migrations, subscriptions, preparations) = state.withLock {
      ($0.migrations, $0.subscriptions, $0.preparations)
    }
    try await database.migrate(migrations)
    for prepare in preparations { try await prepare() }
    let follower = LogFollower(database, subscriptions: subscriptions, onProblem: onProblem)
    try await follower.start()
    state.withLock { $0.follower = follower }
  }

  /// Removes old changes from the logs, hourly and on one of the instances, until
  /// the task is cancelled.
  ///
  /// A day and 10,000 changes of each log remain. An instance that was paused for
  /// longer reads everything again.
  public func maintain() async {
    while !Task.isCancelled {
      do {
        try await database.lease("trim", every: .seconds(3600)) { try await database.trim() }
      } catch {
        onProblem(error)
      }
      try? await Task.sleep(for: .seconds(600))
    }
  }

  /// Closes all connections. Memory remains as it is.
  public func stop() async {
    await state.withLock { $0.follower }?.stop()
    database.close()
  }

  /// The condition of the follower; `nil` before the start.
  public var status: LogFollower.Status? { state.withLock { $0.follower }?.status }

  /// Reads tables in one snapshot.
  ///
  /// - Parameters:
  ///   - log: the name of the tables' log.
  ///   - body: the queries.
  /// - Throws: `SharedLogError`, `PostgresError`, and the errors of the queries.
  public func read<Value: Sendable>(
    _ log: String, _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    try await database.read(log, within: .seconds(4), body).value
  }

  /// Changes rows, appends the change to a log, and waits until it is in memory.
  ///
  /// If the condition of the rows does not hold, it waits until the memory has
  /// all changes that the condition was checked against. See
  /// ``SharedDatabase/write(to:operation:kind:payload:expecting:after:rows:within:)``.
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
  ///   - rows: one statement with `RETURNING`.
  ///   - limit: the longest wait.
  /// - Returns: true if rows were changed.
  /// - Throws: `SharedLogError`, and `PostgresError` for a rejected statement.
  public func write(
    to log: String, operation: UUID = UUID(), kind: String, payload: String,
    expecting position: Int? = nil, after statements: [PostgresStatement] = [],
    rows: PostgresStatement, within limit: Duration = .seconds(4)
  ) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    let outcome = try await database.write(
      to: log, operation: operation, kind: kind, payload: payload, expecting: position,
      after: statements, rows: rows, within: limit)
    let (number, hasChanged) =
      switch outcome {
      case .committed(let number): (number, true)
      case .unchanged(let number): (number, false)
      }
    if let follower = state.withLock({ $0.follower }) {
      // The change is in the database: a follower that is late is no error.
      _ = await follower.wait(
        for: number, of: log, within: ContinuousClock.now.duration(to: deadline))
    }
    return hasChanged
  }
}
