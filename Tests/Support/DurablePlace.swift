public import Durable
public import Foundation
import GRDB
import Postgres
import Synchronization

/// A new place for the logs of a program: a folder of files, or a schema of the tests'
/// PostgreSQL server. The instances of a test use it one after the other, or at once, and end
/// with it.
public final class DurablePlace: Sendable {
  /// The databases that keep logs.
  public enum Database: CaseIterable, Sendable {
    case sqlite, postgres
  }

  public let database: Database
  /// The folder of the files.
  public let folder: TemporaryFolder
  /// The name of the schema.
  public let schema = "durable \"\(UInt64.random(in: .min ... .max))"

  private let storages = Mutex<[DurableStorage]>([])
  private let sharedDatabases = Mutex<[SharedDatabase]>([])

  public init(_ database: Database) throws {
    self.database = database
    folder = try TemporaryFolder()
  }

  deinit {
    let (storages, databases) = (storages.withLock(\.self), sharedDatabases.withLock(\.self))
    Task {
      for storage in storages { try? await storage.close() }
      for database in databases { database.close() }
    }
  }

  /// The logs of a new instance.
  public func storage() async throws -> DurableStorage {
    let storage =
      switch database {
      case .sqlite: DurableStorage(files: folder.url)
      case .postgres: DurableStorage(shared: try await shared())
      }
    storages.withLock { $0.append(storage) }
    return storage
  }

  /// The schema.
  public func shared() async throws -> SharedDatabase {
    // Tests of other suites may keep a task from its next statement for seconds.
    let database = SharedDatabase(
      try PostgresConfiguration(
        await PostgresServer.shared.address(), applicationName: applicationName),
      schema: schema, pause: 60)
    sharedDatabases.withLock { $0.append(database) }
    return database
  }

  /// The name of the sessions, by which a test ends no session of another one.
  public var applicationName: String { String(schema.suffix(20)) }

  /// The name of the schema as SQL.
  public var quotedSchema: String { PostgresStatement.quoted(schema, "\"") }

  /// The file of a log.
  public func file(of log: String) -> URL { folder.url.appending(path: "\(log).sqlite") }

  /// Performs changes on an empty log, and starts another instance from time to time.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - empty: the state without rows.
  ///   - kept: returns the part of a state that is kept.
  /// - Returns: true if each change leads to the same state whenever it is applied, and the state
  ///   that an instance loads is always the one in memory.
  public func loadsWhatWasApplied<State: DurableState & Equatable>(
    _ changes: [State.Change], from empty: State,
    comparing kept: (State) -> State = { $0 }
  ) async throws -> Bool {
    var state = empty
    var (log, opened) = try await start(empty)
    for (index, change) in changes.enumerated() {
      var copy = state
      copy.apply(change, at: index + 1)
      state.apply(change, at: index + 1)
      try await log.perform { _ in change }
      guard state == copy, log.state == state else { return false }
      guard (index + 1).isMultiple(of: 20) || index == changes.count - 1 else { continue }
      try await opened.close()
      (log, opened) = try await start(empty)
      guard kept(log.state) == kept(state) else { return false }
      state = log.state
    }
    try await opened.close()
    return true
  }

  private func start<State: DurableState>(
    _ empty: State
  ) async throws -> (log: DurableLog<State>, storage: DurableStorage) {
    let storage = try await storage()
    let log = storage.log("checked", subject: "the data", from: empty)
    try await log.start()
    return (log, storage)
  }

  /// Executes a statement on the rows of a log.
  public func execute(_ sql: String, on log: String) async throws {
    switch database {
    case .sqlite:
      try DatabaseFolder(at: file(of: log)).withDatabase { try $0.execute(sql: sql) }
    case .postgres:
      let database = try await shared()
      try await database.withConnection { try await $0.query(PostgresStatement(unsafe: sql)) }
      database.close()
    }
  }

  /// Executes SQL, as a former version of the program did, before there is a log.
  ///
  /// - Parameters:
  ///   - log: the name of the log.
  ///   - steps: the names of the steps of the former schema of a file.
  ///   - file: the SQL for a file, with its tables.
  ///   - component: the former steps of the tables of a shared database.
  ///   - rows: the SQL for the rows of a shared database.
  public func prepare(
    _ log: String, steps: [String], file: String, shared component: [String], rows: [String]
  ) async throws {
    switch database {
    case .sqlite:
      let database = try DatabaseFolder(at: self.file(of: log))
      try database.withDatabase { db in
        try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for step in steps {
          try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step])
        }
        try db.execute(sql: file)
      }
    case .postgres:
      let database = try await shared()
      try await database.migrate([
        Migrations(component: log, steps: component.map { Migrations.Step($0) })
      ])
      try await database.withConnection { connection in
        for row in rows { try await connection.query(PostgresStatement(unsafe: row)) }
      }
      database.close()
    }
  }
}
