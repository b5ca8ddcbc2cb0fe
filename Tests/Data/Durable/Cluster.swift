import Durable
import Postgres
import TestSupport

/// A new schema of the shared server, and the instances that use it.
struct Cluster {
  let configuration: PostgresConfiguration
  let schema = "test \"\(UInt64.random(in: .min ... .max))"

  static let migrations = Migrations(
    component: "plants",
    steps: [.init("CREATE TABLE plant (id text COLLATE \"C\" PRIMARY KEY, name text NOT NULL)")])

  init() async throws {
    // Named, so that a test ends no session of another.
    configuration = try PostgresConfiguration(
      await PostgresServer.shared.address(), applicationName: "\(UInt64.random(in: 0 ... .max))")
  }

  /// An instance whose tables exist.
  func instance() async throws -> SharedDatabase {
    let database = SharedDatabase(configuration, schema: schema)
    try await database.migrate([Self.migrations])
    return database
  }
}
