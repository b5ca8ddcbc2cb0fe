public import Foundation
import Postgres
public import Storage
import Synchronization

/// The logs of a program, in a folder of files, or in a schema that several instances share.
///
/// ```swift
/// import Foundation
///
/// let storage = DurableStorage(files: URL(filePath: "/var/lib/example"))
/// let visits = StoredValue<Int>("visits", in: storage) { print($0) }
/// try await storage.start()
/// try await visits.save(1)
/// try await storage.close()
/// ```
public final class DurableStorage: Sendable {
  /// The schema that several instances share; `nil` for files.
  package let database: SharedDatabase?
  /// Returns the file of a log; `nil` for a database in memory.
  private let file: @Sendable (_ log: String) -> URL?
  private let report: @Sendable (DatabaseFileReport) -> Void
  private let onProblem: @Sendable (any Error) -> Void
  private let registered = Mutex<[any RegisteredLog]>([])

  /// Logs in files, of which each has its own.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - report: called with reports for the operator about a file.
  ///   - onProblem: called with each error of the work in the background.
  public convenience init(
    files folder: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in },
    onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.init(nil, report, onProblem) { DurableStorage.file(of: $0, in: folder) }
  }

  /// A single log in a file.
  ///
  /// - Parameters:
  ///   - file: the file; `nil` for a database in memory.
  ///   - report: called with reports for the operator about the file.
  ///   - onProblem: called with each error of the work in the background.
  public convenience init(
    file: URL?, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in },
    onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.init(nil, report, onProblem) { _ in file }
  }

  /// Logs in a schema that several instances share.
  public convenience init(
    shared database: SharedDatabase, onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.init(database, { _ in }, onProblem) { _ in nil }
  }

  private init(
    _ database: SharedDatabase?, _ report: @escaping @Sendable (DatabaseFileReport) -> Void,
    _ onProblem: @escaping @Sendable (any Error) -> Void,
    file: @escaping @Sendable (_ log: String) -> URL?
  ) {
    self.database = database
    self.file = file
    self.report = report
    self.onProblem = onProblem
  }

  /// True if other instances may write.
  public var isShared: Bool { database != nil }

  /// The time of the last contact with the shared database; `nil` before the first.
  package var lastContact: ContinuousClock.Instant? { logs.compactMap(\.upToDate).max() }

  /// The logs, in the order of their creation.
  package var logs: [any RegisteredLog] { registered.withLock { $0 } }

  package func log(named name: String) -> (any RegisteredLog)? {
    logs.first { $0.name == name }
  }

  // MARK: Logs

  /// Adds a log whose state is in a store.
  ///
  /// - Parameters:
  ///   - name: the name of the log and of its file.
  ///   - subject: the name of its contents, for messages, such as “the plants”.
  ///   - empty: the state without rows.
  ///   - former: the tables of the versions before the log.
  ///   - first: the first change of a new log, such as sample data; `nil` for none.
  ///   - permissions: the rights of the file, whatever the umask of the process.
  ///   - read: returns the state in memory.
  ///   - receive: brings what happened into memory, and returns when it is there.
  public func log<State: DurableState>(
    _ name: String, subject: String, from empty: State, former: FormerTables = FormerTables(),
    first: State.Change? = nil, permissions: mode_t = 0o640,
    read: @escaping @Sendable () -> State,
    receive: @escaping @Sendable (LogEvent<State>) async throws -> Void
  ) -> DurableLog<State> {
    let log = DurableLog(
      name, in: driver(of: name, subject, empty, former, permissions), from: empty, first: first,
      report: onProblem, read: read, receive: receive
    ) { file in
      SQLiteDriver(
        url: file, subject: subject, tablesOf: empty, former: former, permissions: permissions)
    }
    registered.withLock { $0.append(log) }
    return log
  }

  /// Adds a log whose state is in a memory of its own.
  ///
  /// - Parameters:
  ///   - name: the name of the log and of its file.
  ///   - subject: the name of its contents, for messages, such as “the plants”.
  ///   - empty: the state without rows.
  ///   - former: the tables of the versions before the log.
  ///   - first: the first change of a new log, such as sample data; `nil` for none.
  ///   - onChange: called after each change and each load.
  public func log<State: DurableState>(
    _ name: String, subject: String, from empty: State, former: FormerTables = FormerTables(),
    first: State.Change? = nil,
    onChange: @escaping @Sendable (LogEvent<State>, State) async throws -> Void = { _, _ in }
  ) -> DurableLog<State> {
    let memory = Mutex(empty)
    return log(name, subject: subject, from: empty, former: former, first: first) {
      memory.withLock { $0 }
    } receive: { event in
      let state = memory.withLock { state in
        state.apply(event)
        return state
      }
      try await onChange(event, state)
    }
  }

  private func driver<State: DurableState>(
    of name: String, _ subject: String, _ empty: State, _ former: FormerTables,
    _ permissions: mode_t
  ) -> any DurableDriver {
    if let database { return PostgresDriver(name, in: database, former: former) }
    return SQLiteDriver(
      url: file(name), subject: subject, tablesOf: empty, former: former,
      permissions: permissions, report: report)
  }

  fileprivate static func file(of name: String, in folder: URL) -> URL {
    folder.appending(path: "\(name).sqlite")
  }

  // MARK: Start and end

  /// Loads all logs.
  ///
  /// - Parameter onOutage: called with the error of each attempt that found the server away;
  ///   further ones follow until the task is cancelled. `nil` for a single attempt.
  /// - Throws: the errors of the databases, and `CancellationError`.
  public func start(onOutage: (@Sendable (any Error) -> Void)? = nil) async throws {
    var pause = Duration.milliseconds(500)
    for log in logs {
      while true {
        do {
          if log.name == logs.first?.name { try await database?.checkSessions() }
          try await log.start()
          break
        } catch {
          guard let onOutage, DurableError.isOutage(error) else { throw error }
          // They are in the same database.
          for log in logs { log.noteOutage() }
          onOutage(error)
          try await Task.sleep(for: pause)
          pause = min(pause * 2, .seconds(5))
        }
      }
    }
  }

  /// Removes old entries hourly, until the task is cancelled. A day and 10,000 changes of each
  /// log remain. An instance that was paused for longer loads its logs.
  public func maintain() async {
    while !Task.isCancelled {
      for log in logs where log.position != nil {
        do {
          try await log.trim()
        } catch {
          onProblem(error)
        }
      }
      try? await Task.sleep(for: .seconds(3_600))
    }
  }

  /// Does periodic work, on one of the instances that share the logs: see
  /// ``SharedDatabase/lease(_:every:for:_:)``.
  public func lease(
    _ name: String, every interval: Duration, for duration: Duration,
    _ work: @Sendable () async throws -> Void
  ) async throws {
    if let database {
      try await database.lease(name, every: interval, for: duration, work)
    } else {
      try await work()
    }
  }

  /// Completes all operations, and closes the files and the connections.
  public func close() async throws {
    try await withThrowingTaskGroup { group in
      for log in logs { group.addTask { try await log.close() } }
      try await group.waitForAll()
    }
    database?.close()
  }

  // MARK: Copies

  /// Copies the logs from the files of a folder, of which some may be missing: all or none.
  ///
  /// - Throws: `DurableError.unusable` if a log has been used, and the errors of the databases.
  package func importData(from folder: URL) async throws {
    try await copy { log in
      let file = Self.file(of: log.name, in: folder)
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return log.copying(from: file)
    }
  }

  /// Copies the logs to files of a folder, which do not exist yet.
  package func exportData(to folder: URL) async throws {
    try await copy { $0.copying(to: Self.file(of: $0.name, in: folder)) }
  }

  private func copy(_ copying: (any RegisteredLog) -> (any LogCopying)?) async throws {
    let copies = logs.map { (log: $0.name, copying: copying($0)) }
    for copy in copies {
      do {
        try await copy.copying?.copy()
      } catch is UsedLogError {
        throw DurableError.unusable(
          "the database has data of “\(copy.log)” already; name an empty one, or remove them with "
            + "DROP SCHEMA \(PostgresStatement.quoted(database?.schema ?? "", "\"")) CASCADE")
      }
    }
    // Begun at last, so that a copy that is interrupted can be repeated.
    for copy in copies { try await copy.copying?.end() }
  }
}

/// A log, for the parts of a program that do not know its state.
package protocol RegisteredLog: Sendable {
  var name: String { get }
  /// The file; `nil` if the log is in a shared database.
  var file: DatabaseFile? { get }
  /// The number of the last change in memory; `nil` before the load.
  var position: Int? { get }
  /// The time at which all changes were last known to be in memory.
  var upToDate: ContinuousClock.Instant? { get }
  /// The number of loads.
  var loads: Int { get }

  func start() async throws
  /// Waits until all changes that were committed before the call are in memory.
  func catchUp(within limit: Duration) async throws
  func waitForLoad(within limit: Duration) async -> Bool
  /// Notes that an attempt to reach the database has failed.
  @discardableResult
  func noteOutage() -> Bool
  func trim() async throws
  func close() async throws
  func copying(from file: URL) -> any LogCopying
  func copying(to file: URL) -> any LogCopying
}

extension DurableLog: RegisteredLog {
  package var position: Int? { status.position }
  package var upToDate: ContinuousClock.Instant? { status.upToDate }
  package var loads: Int { status.loads }

  package func trim() async throws {
    try await driver.trim(olderThan: .seconds(86_400), keeping: 10_000)
  }

  package func copying(from file: URL) -> any LogCopying {
    let source = fileDriver(file)
    return DurableCopy(state: empty, source: source, target: driver, file: source)
  }

  package func copying(to file: URL) -> any LogCopying {
    let target = fileDriver(file)
    return DurableCopy(state: empty, source: driver, target: target, file: target)
  }
}
