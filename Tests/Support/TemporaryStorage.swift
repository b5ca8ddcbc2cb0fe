public import Postgres
public import SharedLog
import Synchronization

/// A new schema of the tests' PostgreSQL server, and the instances of it that a
/// test opens. Their connections end with the test.
public final class TemporaryStorage: Sendable {
  private let schema = "test_\(UInt64.random(in: 0 ... .max))"
  private let opened = Mutex<[SharedStorage]>([])

  public init() {}

  deinit {
    let opened = opened.withLock { $0 }
    Task { for storage in opened { await storage.stop() } }
  }

  /// Starts an instance.
  ///
  /// - Parameter register: registers the tables and logs of the instance.
  public func open<Store: Sendable>(
    _ register: (SharedStorage) throws -> Store
  ) async throws -> Store {
    let storage = try await storage()
    let store = try register(storage)
    try await storage.start()
    return store
  }

  /// Returns an instance that is not started yet.
  public func storage() async throws -> SharedStorage {
    let storage = SharedStorage(try await database())
    opened.withLock { $0.append(storage) }
    return storage
  }

  /// Lends a connection to the tables of the instances.
  public func withConnection(
    _ body: @Sendable (PostgresConnection) async throws -> Void
  ) async throws {
    let database = try await database()
    defer { database.close() }
    try await database.withConnection(body)
  }

  /// Executes statements in one transaction, and trims a log in it, so that no
  /// instance can follow the log.
  public func trim(_ log: String, after statements: [PostgresStatement]) async throws {
    try await withConnection { connection in
      try await connection.pipeline(
        ["BEGIN"] + statements + [
          "UPDATE change SET seq = seq + 100 WHERE log = \(log)",
          """
          DELETE FROM change
          WHERE log = \(log) AND seq < (SELECT max(seq) FROM change WHERE log = \(log))
          """, "COMMIT",
        ])
    }
  }

  private func database() async throws -> SharedDatabase {
    SharedDatabase(
      try PostgresConfiguration(await PostgresServer.shared.address()), schema: schema)
  }
}
