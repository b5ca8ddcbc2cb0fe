import Postgres
import TestSupport

/// A new database of the shared server.
struct TestDatabase {
  let configuration: PostgresConfiguration

  init() async throws {
    let server = try await PostgresServer.shared
    let name = "test_\(UInt64.random(in: .min ... .max))"
    let administrator = try await PostgresConnection.connect(
      to: PostgresConfiguration(server.address()))
    defer { administrator.close() }
    try await administrator.query("CREATE DATABASE \(identifier: name)", within: .seconds(30))
    configuration = try PostgresConfiguration(server.address(database: name))
  }

  func connect(
    onNotification: @escaping @Sendable (PostgresNotification) -> Void = { _ in },
    onEnd: @escaping @Sendable (PostgresError) -> Void = { _ in }
  ) async throws -> PostgresConnection {
    try await PostgresConnection.connect(
      to: configuration, onNotification: onNotification, onEnd: onEnd)
  }
}
