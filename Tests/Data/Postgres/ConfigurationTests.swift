import Foundation
import TestSupport
import Testing

@testable import Postgres

/// The address of a database.
@Suite(.timeLimit(.minutes(2)))
struct ConfigurationTests {
  @Test(arguments: [
    ("postgresql://ada:secret@db.example:5433/guide", "ada@db.example:5433/guide"),
    ("postgresql:///guide", "local/guide"),
    ("host=/run/postgresql dbname=guide password=secret", "/run/postgresql/guide"),
    (
      "postgresql://a.example,b.example/guide?target_session_attrs=any", "a.example,b.example/guide"
    ),
  ])
  func `A description shows no password`(address: String, description: String) throws {
    #expect("\(try PostgresConfiguration(address))" == description)
  }

  @Test(arguments: [
    "postgresql://[::1", "nonsense", "host='x", "colour=red", "postgresql://u:%zz@h/",
  ])
  func `An address that libpq cannot read is refused without quoting it`(address: String) {
    let error = #expect(throws: PostgresError.self) { try PostgresConfiguration(address) }
    #expect(error?.description.contains(address) == false)
  }

  @Test(arguments: [
    ("postgresql://db.example/guide", "verify-full"),
    ("postgresql://192.0.2.1/guide", "verify-full"),
    ("postgresql://localhost,db.example/guide", "verify-full"),
    ("postgresql://db.example/guide?sslmode=require", "require"),
    ("postgresql://localhost/guide", nil),
    ("postgresql://127.0.0.1,[::1]/guide", nil),
    ("host=/run/postgresql", nil),
  ])
  func `A remote host is verified unless the address says otherwise`(
    address: String, mode: String?
  ) throws {
    #expect(try PostgresConfiguration(address).parameters["sslmode"] == mode)
  }

  @Test func `A server that is not there is reported`() async throws {
    let configuration = try PostgresConfiguration("host=/nonexistent dbname=guide")
    let error = await #expect(throws: PostgresError.self) {
      try await PostgresConnection.connect(to: configuration)
    }
    guard case .cannotConnect(let message, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("/nonexistent"))
  }

  @Test func `A server that does not respond is given up at the deadline`() async throws {
    let server = try ScriptedServer { _ in [] }
    defer { server.stop() }
    let silent = try PostgresConfiguration("host=127.0.0.1 port=\(server.port) user=x")
    await #expect(throws: PostgresError.deadlineExceeded) {
      try await PostgresConnection.connect(to: silent, within: .milliseconds(200))
    }
  }

  @Test func `A database that does not exist is reported`() async throws {
    let configuration = try await TestDatabase().configuration.with("dbname", "missing")
    let error = await #expect(throws: PostgresError.self) {
      try await PostgresConnection.connect(to: configuration)
    }
    #expect(error?.description.contains("database \"missing\" does not exist") == true)
  }
}
