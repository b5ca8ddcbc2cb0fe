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
  /// Copies the data from the files of a part into its tables.
  ///
  /// It returns a description of what it copied, such as “3 plants”, and `nil`
  /// if there was nothing.
  public typealias Import = @Sendable (PostgresConnection) async throws -> String?

  /// Copies the data of a part from its tables to its file.
  ///
  /// It returns a description of what it copied.
  public typealias Export = @Sendable (PostgresConnection) async throws -> String

  private struct State {
    var migrations: [Migrations] = []
    var subscriptions: [LogFollower.Subscription] = []
    var preparations: [@Sendable () async throws -> Void] = []
    var imports: [(log: String, copy: Import?)] = []
    var exports: [(log: String, copy: Export?)] = []
    /// The last write of this instance by log.
    var writes: [String: Write] = [:]
  }

  /// The position of a write, or the one that its condition was checked against.
  private struct Write {
    let number: Int
    /// The number of reloads before it: the log may have lost its tail since.
    let reloads: Int
  }

  /// The database.
  package let database: SharedDatabase
  private let follower: LogFollower
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
    follower = LogFollower(database, onProblem: onProblem)
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
  ///   - copy: copies the data from the file of the part; `nil` if
  ///     that is not possible.
  ///   - export: copies the data to the file of the part; `nil` if that is not possible.
  public func register(
    _ migrations: Migrations, following subscription: LogFollower.Subscription,
    prepare: @escaping @Sendable () async throws -> Void = {}, importing copy: Import? = nil,
    exporting export: Export? = nil
  ) {
    state.withLock { state in
      state.migrations.append(migrations)
      state.subscriptions.append(subscription)
      state.preparations.append(prepare)
      state.imports.append((subscription.log, copy))
      state.exports.append((subscription.log, export))
    }
  }

  /// Creates the tables that are missing, loads everything, and follows the
  /// logs until `stop()`.
  ///
  /// - Parameter onOutage: called with the error of each attempt that found the
  ///   server away; further ones follow until the task is cancelled. `nil` for a
  ///   single attempt.
  /// - Throws: `SharedLogError`, `PostgresError`, `CancellationError`, and the
  ///   errors of the parts.
  public func start(onOutage: (@Sendable (any Error) -> Void)? = nil) async throws {
    var pause = Duration.milliseconds(500)
    do {
      while true {
        do {
          return try await load()
        } catch {
          guard let onOutage, Self.isOutage(error) else { throw error }
          follower.noteOutage()
          onOutage(error)
          try await Task.sleep(for: pause)
          pause = min(pause * 2, .seconds(5))
        }
      }
    } catch {
      // What waits for the start has to end.
      await follower.stop()
      throw error
    }
  }

  private func load() async throws {
    let (migrations, subscriptions, preparations) = state.withLock {
      ($0.migrations, $0.subscriptions, $0.preparations)
    }
    try await database.migrate(migrations)
    for prepare in preparations { try await prepare() }
    try await follower.start(subscriptions)
  }

  /// Returns true if another attempt may succeed without a change of the settings.
  package static func isOutage(_ error: any Error) -> Bool {
    switch error {
    case SharedLogError.unavailable(_, let error): error.isOutage
    case let error as PostgresError: error.isOutage
    default: false
    }
  }

  /// Creates the tables, and copies the data from the files of the parts into
  /// them: all or nothing.
  ///
  /// - Returns: a description of what was copied, by log; `nil` for nothing.
  /// - Throws: `SharedLogError.unusable` if a table has been used or a part
  ///   cannot be copied, `PostgresError`, and the errors of the parts.
  public func importData() async throws -> [(log: String, contents: String?)] {
    let (migrations, imports) = state.withLock { ($0.migrations, $0.imports) }
    let copies = try imports.map { part in
      guard let copy = part.copy else {
        throw SharedLogError.unusable("the data of “\(part.log)” cannot be moved")
      }
      return (part.log, copy)
    }
    try await database.migrate(migrations)
    return try await database.fill(copies)
  }

  /// Copies the data of the tables to the files of the parts, all from one snapshot.
  ///
  /// - Returns: a description of what was copied, by log.
  /// - Throws: `SharedLogError.unusable` if a part cannot be copied, `PostgresError`, and the
  ///   errors of the parts.
  public func exportData() async throws -> [(log: String, contents: String)] {
    let (migrations, exports) = state.withLock { ($0.migrations, $0.exports) }
    let copies = try exports.map { part in
      guard let copy = part.copy else {
        throw SharedLogError.unusable("the data of “\(part.log)” cannot be exported")
      }
      return (log: part.log, copy: copy)
    }
    try await database.migrate(migrations)
    return try await database.withConnection { connection in
      try await connection.transaction(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", within: .seconds(600)
      ) { connection in
        // Files are written between the queries.
        try await connection.query("SET LOCAL idle_in_transaction_session_timeout TO 0")
        var copied: [(log: String, contents: String)] = []
        for part in copies { copied.append((part.log, try await part.copy(connection))) }
        return copied
      }
    }
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
    await follower.stop()
    database.close()
  }

  /// The measurements of the database.
  package var measurements: SharedMeasurements { database.measurements }

  /// The condition of the follower.
  public var status: LogFollower.Status { follower.status }

  /// Reads tables in one snapshot. Before the start, waits for the first load.
  ///
  /// - Parameters:
  ///   - log: the name of the tables' log.
  ///   - body: the queries.
  /// - Throws: `SharedLogError`, `PostgresError`, and the errors of the queries.
  public func read<Value: Sendable>(
    _ log: String, _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    // A start that fails ends the wait.
    await follower.wait(for: 0, of: log, within: .seconds(3600))
    return try await database.read(log, within: .seconds(4), body).value
  }

  /// Performs a write, and waits until its change is in memory.
  ///
  /// If the condition of its rows does not hold, waits until the memory has all
  /// changes that the condition was checked against.
  ///
  /// - Returns: true if rows were changed.
  /// - Throws: `SharedLogError`, and `PostgresError` for a rejected statement.
  func write(
    _ write: SharedWrite, to log: String, within limit: Duration = .seconds(4)
  ) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    let outcome = try await database.write(write, to: log, within: limit)
    let (number, hasChanged) =
      switch outcome {
      case .committed(let number): (number, true)
      case .unchanged(let number): (number, false)
      }
    let reloads = status.reloads
    state.withLock { state in
      let last = state.writes[log].flatMap { $0.reloads == reloads ? $0.number : nil } ?? 0
      state.writes[log] = Write(number: max(last, number), reloads: reloads)
    }
    // The change is in the database: a follower that is late is no error.
    await follower.wait(
      for: number, of: log, within: ContinuousClock.now.duration(to: deadline))
    return hasChanged
  }

  /// The number of the last change of a log that is in memory; 0 before the
  /// start.
  public func position(of log: String) -> Int { status.positions[log] ?? 0 }

  /// Returns true if the first load of a log has ended. A log that no part has
  /// registered has nothing to load.
  public func isLoaded(_ log: String) -> Bool {
    status.positions[log] != nil
      || !state.withLock { state in state.subscriptions.contains { $0.log == log } }
  }

  /// The number of the last change of a log that may be in memory or that this
  /// instance has written.
  public func writtenPosition(of log: String) -> Int {
    let (write, status) = (state.withLock { $0.writes[log] }, status)
    let position = status.upcoming[log] ?? 0
    guard let write, write.reloads == status.reloads else { return position }
    return max(position, write.number)
  }

  /// Waits until a change of a log is in memory. The number 0 stands for the
  /// first load.
  ///
  /// - Returns: false if that took longer than the limit.
  @discardableResult
  public func wait(for number: Int, of log: String, within limit: Duration) async -> Bool {
    await follower.wait(for: number, of: log, within: limit)
  }

  /// Waits for the first load of a log.
  ///
  /// - Returns: false if the database is away, or that took longer than the limit.
  package func waitForLoad(of log: String, within limit: Duration) async -> Bool {
    await follower.waitForLoad(of: log, within: limit)
  }

  /// Waits until all changes of a log that were committed before the call are in
  /// memory, so that what the memory tells is not older than the question.
  ///
  /// - Throws: `SharedLogError.unavailable` if the database does not tell in time.
  public func catchUp(
    with log: String, within limit: Duration = .seconds(4)
  ) async throws {
    guard await follower.catchUp(with: log, within: limit) else {
      throw SharedLogError.unavailable(mayHaveBeenSaved: false, .deadlineExceeded)
    }
  }

  /// Does periodic work on one of the instances: see
  /// ``SharedDatabase/lease(_:every:for:_:)``.
  ///
  /// - Returns: true if this instance did the work.
  @discardableResult
  public func lease(
    _ name: String, every interval: Duration, for duration: Duration = .seconds(120),
    _ work: @Sendable () async throws -> Void
  ) async throws -> Bool {
    try await database.lease(name, every: interval, for: duration, work)
  }
}
