import Foundation
import Postgres
import SharedLog
import Synchronization
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

  /// Ends the sessions of all instances.
  func endSessions() async throws {
    let administrator = try await PostgresConnection.connect(
      to: configuration.with("application_name", "administrator"))
    defer { administrator.close() }
    try await administrator.query(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = \(configuration.applicationName)
      """)
  }

  /// An instance whose tables exist.
  func instance() async throws -> SharedDatabase {
    let database = SharedDatabase(configuration, schema: schema)
    try await database.migrate([Self.migrations])
    return database
  }
}

extension SharedDatabase {
  /// Adds a plant, unless one has the id.
  func add(_ id: String, _ name: String, operation: UUID = UUID()) async throws -> Outcome {
    try await write(
      SharedWrite(
        operation: operation, kind: "put", payload: #"{"\#(id)": "\#(name)"}"#,
        rows: "INSERT INTO plant VALUES (\(id), \(name)) ON CONFLICT DO NOTHING RETURNING id"),
      to: "plants")
  }

  /// Renames a plant, if it has the old name.
  func rename(_ id: String, from old: String, to new: String) async throws -> Outcome {
    try await write(
      SharedWrite(
        kind: "put", payload: #"{"\#(id)": "\#(new)"}"#,
        rows: "UPDATE plant SET name = \(new) WHERE id = \(id) AND name = \(old) RETURNING id"),
      to: "plants")
  }

  /// The plants in the table.
  func plants() async throws -> [String: String] {
    try await withConnection { try await Self.plants(on: $0) }
  }

  static func plants(on connection: PostgresConnection) async throws -> [String: String] {
    let rows = try await connection.query("SELECT id, name FROM plant")
    let pairs = try rows.map { try $0.decode(String.self, String.self) }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.0, $0.1) })
  }

  /// The numbers and payloads of the log.
  func changes() async throws -> [(number: Int, payload: String)] {
    try await withConnection { connection in
      try await connection.query(
        "SELECT seq, payload FROM change WHERE log = 'plants' ORDER BY seq"
      ).map { row in
        let (number, payload) = try row.decode(Int.self, PostgresJSON.self)
        return (number, payload.text)
      }
    }
  }
}

/// The memory of an instance that follows the log of plants.
final class Memory: Sendable {
  private let state = Mutex<[String: String]>([:])

  var plants: [String: String] { state.withLock { $0 } }

  var subscription: LogFollower.Subscription {
    LogFollower.Subscription(log: "plants") { connection in
      let plants = try await SharedDatabase.plants(on: connection)
      return { self.state.withLock { $0 = plants } }
    } apply: { entries in
      for entry in entries {
        guard entry.kind == "put" else { return false }
        let change = try JSONDecoder().decode(
          [String: String].self, from: Data(entry.payload.utf8))
        self.state.withLock { $0.merge(change) { $1 } }
      }
      return true
    }
  }
}
