import Durable
import Foundation
import Postgres
import TestSupport
import Testing

/// Instances behind PgBouncer.
@Suite(.timeLimit(.minutes(2)))
struct PoolerTests {
  @Test func `A pooler that shares sessions is refused`() async throws {
    let cluster = try await Cluster()
    let pooler = try await Pooler.start(mode: "transaction", of: cluster)
    let database = SharedDatabase(pooler.configuration, schema: cluster.schema)
    defer { database.close() }
    let error = await #expect(throws: DurableError.self) {
      try await database.migrate([Cluster.migrations])
    }
    guard case .unusable(let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.hasPrefix("the database is behind a pooler that shares sessions"))
  }

  @Test func `A pooler in session mode can be used`() async throws {
    let cluster = try await Cluster()
    let pooler = try await Pooler.start(mode: "session", of: cluster)
    let storages = [cluster.configuration, pooler.configuration].map {
      DurableStorage(shared: SharedDatabase($0, schema: cluster.schema))
    }
    let logs = storages.map { $0.log("plants", subject: "the plants", from: Plants()) }
    for (log, id) in zip(logs, ["fern", "moss"]) {
      try await log.start()
      var row = PlantRow()
      (row.id, row.name) = (id, id)
      try await log.add(row)
    }
    try await eventually { logs.allSatisfy { $0.state.names.count == 2 } }
    for storage in storages { try await storage.close() }
  }
}

/// A PgBouncer before the shared server. It ends with the last reference to it,
/// and with the test process.
private final class Pooler: Sendable {
  let configuration: PostgresConfiguration
  private let folder: TemporaryFolder
  private let process: Process
  private let input: Pipe

  /// Starts a pooler and waits until it accepts connections.
  static func start(mode: String, of cluster: Cluster) async throws -> Pooler {
    let server = try await PostgresServer.shared
    let pooler = try await withCheckedThrowingContinuation { waiter in
      Thread.detachNewThread {
        waiter.resume(with: Result { try Pooler(mode, server, cluster) })
      }
    }
    try await eventually("PgBouncer accepts connections") {
      guard pooler.process.isRunning else {
        throw ToolError(description: "PgBouncer has ended: \(pooler.log)")
      }
      let connection = try? await PostgresConnection.connect(to: pooler.configuration)
      connection?.close()
      return connection != nil
    }
    return pooler
  }

  private var log: String {
    (try? String(contentsOf: folder.url.appending(path: "log"), encoding: .utf8)) ?? ""
  }

  private init(_ mode: String, _ server: PostgresServer, _ cluster: Cluster) throws {
    // The pooler has a user of its own, who may not be able to read TMPDIR.
    folder = try TemporaryFolder(in: URL(filePath: "/tmp"))
    configuration = cluster.configuration.with("host", folder.url.path).with("port", "6432")
    try """
    [databases]
    postgres = host=\(server.folder.url.path) port=\(server.port)
    [pgbouncer]
    pool_mode = \(mode)
    listen_addr =
    listen_port = 6432
    unix_socket_dir = \(folder.url.path)
    auth_type = trust
    auth_file = \(folder.url.path)/users
    logfile = \(folder.url.path)/log
    """.write(
      to: folder.url.appending(path: "pgbouncer.ini"), atomically: true, encoding: .utf8)
    try "\"postgres\" \"\"\n".write(
      to: folder.url.appending(path: "users"), atomically: true, encoding: .utf8)
    process = Process()
    input = Pipe()
    process.executableURL = Fixtures.packageRoot.appending(path: "Scripts/test-pgbouncer")
    process.arguments = [folder.url.path]
    process.standardInput = input
    try process.run()
  }

  // The script ends at the end of its input. Waiting for it would block a thread
  // of other tests.
  deinit { try? input.fileHandleForWriting.close() }
}
