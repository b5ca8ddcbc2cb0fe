import Durable
import Foundation
import Postgres
import TestSupport
import Testing

/// Databases that an instance cannot start with.
@Suite(.timeLimit(.minutes(2)))
struct StartTests {
  /// Creates a role of the shared server and returns the address of the
  /// database for it.
  private func address(
    _ role: String, _ options: PostgresStatement = "", grants: PostgresStatement? = nil
  ) async throws -> PostgresConfiguration {
    let configuration = try PostgresConfiguration(await PostgresServer.shared.address())
    let administrator = try await PostgresConnection.connect(to: configuration)
    defer { administrator.close() }
    try await administrator.query("CREATE ROLE \(identifier: role) LOGIN \(options)")
    if let grants { try await administrator.query(grants) }
    return configuration.with("user", role)
  }

  private func start(_ configuration: PostgresConfiguration) async throws {
    let storage = DurableStorage(
      shared: SharedDatabase(
        configuration, schema: "start_\(UInt64.random(in: .min ... .max))"))
    _ = storage.log("plants", subject: "the plants", from: Plants())
    do {
      try await storage.start()
    } catch {
      try await storage.close()
      throw error
    }
    try await storage.close()
  }

  @Test func `A user who may not create tables is told what is missing`() async throws {
    let configuration = try await address("no_create")
    let error = await #expect(throws: PostgresError.self) { try await start(configuration) }
    #expect(error?.description == "permission denied for database postgres (SQLSTATE 42501)")
    #expect(error?.advice?.contains("GRANT CREATE ON DATABASE") == true)
  }

  @Test func `Too few connections are reported`() async throws {
    let configuration = try await address(
      "one_session", "CONNECTION LIMIT 1",
      grants: "GRANT CREATE ON DATABASE postgres TO one_session")
    let error = await #expect(throws: PostgresError.self) { try await start(configuration) }
    #expect(error?.sqlState == .tooManyConnections)
    #expect(
      error?.description.hasSuffix("FATAL: too many connections for role \"one_session\"") == true,
      "\(String(describing: error))")
    #expect(error?.advice?.hasPrefix("use fewer connections") == true)
  }

  @Test func `A user or database that does not exist is reported`() async throws {
    let configuration = try PostgresConfiguration(await PostgresServer.shared.address())
    let user = await #expect(throws: PostgresError.self) {
      try await start(configuration.with("user", "nobody_else"))
    }
    #expect(user?.description.hasSuffix("FATAL: role \"nobody_else\" does not exist") == true)
    #expect(user?.advice?.hasPrefix("check the user") == true)
    let database = await #expect(throws: PostgresError.self) {
      try await start(configuration.with("dbname", "missing"))
    }
    #expect(database?.sqlState == .invalidDatabase)
    #expect(database?.advice?.hasPrefix("create the database") == true)
  }
}
