import Durable
import Postgres
import Testing

/// Tables that several versions of a program share.
@Suite(.timeLimit(.minutes(2)))
struct MigrationTests {
  private static let steps = [
    Migrations.Step("CREATE TABLE plant (id text PRIMARY KEY)"),
    Migrations.Step("ALTER TABLE plant ADD name text"),
    Migrations.Step("ALTER TABLE plant ADD height bigint", oldestProgram: 2),
  ]

  private func migrate(_ cluster: Cluster, to version: Int) async throws {
    let database = SharedDatabase(cluster.configuration, schema: cluster.schema)
    defer { database.close() }
    let migrations = Migrations(component: "plants", steps: Array(Self.steps.prefix(version)))
    try await database.migrate([migrations])
  }

  @Test func `Steps run once, each in its version`() async throws {
    let cluster = try await Cluster()
    for version in [1, 1, 3, 2] { try await migrate(cluster, to: version) }
    let connection = try await PostgresConnection.connect(to: cluster.configuration)
    let rows = try await connection.query(
      "SELECT version FROM \(identifier: cluster.schema).schema_version WHERE component = 'plants' ORDER BY version"
    )
    let versions = try rows.map { try $0.decode(Int.self) }
    #expect(versions == [1, 2, 3])
  }

  @Test func `A program that is too old is refused`() async throws {
    let cluster = try await Cluster()
    try await migrate(cluster, to: 3)
    await #expect(
      throws: DurableError.unusable(
        "the tables of “plants” have version 3, which needs a newer program; update this instance")
    ) { try await migrate(cluster, to: 1) }
  }

  @Test func `Instances that start together migrate once`() async throws {
    let cluster = try await Cluster()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { try await migrate(cluster, to: 3) } }
      try await group.waitForAll()
    }
  }

  @Test func `A step that fails leaves nothing behind`() async throws {
    let cluster = try await Cluster()
    let database = SharedDatabase(cluster.configuration, schema: cluster.schema)
    let broken = Migrations(
      component: "plants", steps: [Self.steps[0], .init("CREATE TABLE plant (id text)")])
    let error = await #expect(throws: PostgresError.self) { try await database.migrate([broken]) }
    #expect(error?.sqlState == .duplicateTable)
    try await migrate(cluster, to: 3)
  }
}
