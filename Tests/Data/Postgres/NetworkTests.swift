import Foundation
import Postgres
import TestSupport
import Testing

/// Servers on TCP: TLS, passwords and several hosts.
@Suite(.timeLimit(.minutes(2)))
struct NetworkTests {
  /// A server with a certificate for “localhost” and a user “ada” with a password.
  private static let server = Task.detached {
    let server = try await PostgresServer.start(
      port: PostgresServer.unusedPort(),
      options: [
        "-c", "fsync=off", "-c", "ssl=on", "-c", "ssl_cert_file=../server.pem",
        "-c", "ssl_key_file=../server.key",
      ]
    ) { folder in
      try makeCertificates(in: folder)
      try """
      local all all trust
      host all ada 127.0.0.1/32 scram-sha-256
      host all all 127.0.0.1/32 trust
      """.write(to: folder.appending(path: "pg_hba.conf"), atomically: true, encoding: .utf8)
    }
    let administrator = try await PostgresConnection.connect(
      to: PostgresConfiguration(server.address()))
    try await administrator.query("CREATE ROLE ada LOGIN PASSWORD 'open sesame'")
    administrator.close()
    return server
  }

  /// Makes an authority (ca.pem), another one (other.pem), and a certificate of
  /// the first for “localhost” (server.pem, server.key).
  private static func makeCertificates(in folder: URL) throws {
    let path = { (name: String) in folder.appending(path: name).path }
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for name in ["ca", "other"] {
      try run(
        "openssl",
        ["req", "-x509", "-days", "2", "-subj", "/CN=\(name)", "-keyout", path("\(name).key")]
          + ["-out", path("\(name).pem")] + key)
    }
    try run(
      "openssl",
      ["req", "-subj", "/CN=localhost", "-keyout", path("server.key")]
        + ["-out", path("server.csr")] + key)
    try run(
      "openssl",
      [
        "x509", "-req", "-days", "2", "-in", path("server.csr"), "-CA", path("ca.pem"),
        "-CAkey", path("ca.key"), "-CAcreateserial", "-out", path("server.pem"),
      ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: path("server.key"))
  }

  // MARK: TLS

  /// Returns the address of the server by TLS, trusting an authority.
  private func address(_ authority: String, host: String = "localhost") async throws
    -> PostgresConfiguration
  {
    let server = try await Self.server.value
    return try PostgresConfiguration(
      "host=\(host) hostaddr=127.0.0.1 port=\(server.port) user=postgres dbname=postgres "
        + "sslmode=verify-full sslrootcert=\(server.folder.url.path)/\(authority).pem")
  }

  @Test func `A server with a certificate of a trusted authority is used with TLS`() async throws {
    let connection = try await PostgresConnection.connect(to: address("ca"))
    let rows = try await connection.query(
      "SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    let (isEncrypted, version) = try rows[0].decode(Bool.self, String.self)
    #expect(isEncrypted)
    #expect(version.hasPrefix("TLSv1."))
  }

  @Test(arguments: [
    ("other", "localhost", "certificate verify failed", "set sslrootcert"),
    ("ca", "db.example", "does not match host name \"db.example\"", "use a host name"),
    ("missing", "localhost", "missing.pem\" does not exist", "check that"),
  ])
  func `A server that cannot be verified is refused`(
    authority: String, host: String, message: String, advice: String
  ) async throws {
    let configuration = try await address(authority, host: host)
    let error = await #expect(throws: PostgresError.self) {
      try await PostgresConnection.connect(to: configuration)
    }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(error?.advice?.hasPrefix(advice) == true)
  }

  @Test func `A server without TLS is refused`() async throws {
    let servers = try await Self.replicated.value
    let configuration = try PostgresConfiguration(
      "host=localhost hostaddr=127.0.0.1 port=\(servers.primary.port) user=postgres "
        + "sslmode=verify-full")
    let error = await #expect(throws: PostgresError.self) {
      try await PostgresConnection.connect(to: configuration)
    }
    #expect(error?.description.contains("server does not support SSL") == true)
    #expect(error?.advice?.hasPrefix("turn on TLS") == true)
  }

  // MARK: Passwords

  /// So that it can be changed without a restart.
  @Test func `The password file is read for each connection, and no password is shown`()
    async throws
  {
    let server = try await Self.server.value
    let address = "postgresql://ada@127.0.0.1:\(server.port)/postgres"
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "password")
    try "open sesame\n".write(to: file, atomically: true, encoding: .utf8)
    let configuration = try PostgresConfiguration(address, passwordFile: file.path)
    let connection = try await PostgresConnection.connect(to: configuration)
    #expect(try await connection.query("SELECT current_user::text")[0].decode(String.self) == "ada")

    try "open barley\n".write(to: file, atomically: true, encoding: .utf8)
    let error = await #expect(throws: PostgresError.self) {
      try await PostgresConnection.connect(to: configuration)
    }
    #expect(error?.sqlState == .invalidPassword)
    #expect(error?.advice == "check the user and the password")
    let description = try #require(error?.description)
    #expect(description.hasSuffix("FATAL: password authentication failed for user \"ada\""))
    #expect(!description.contains("barley"))

    let missing = await #expect(throws: PostgresError.self) {
      try await PostgresConnection.connect(
        to: PostgresConfiguration(address).with("passfile", "/nonexistent"))
    }
    #expect(missing?.description.contains("no password supplied") == true)
    #expect(missing?.advice == "set the password")
  }

  // MARK: Several hosts

  /// A server, and a hot standby of it.
  private static let replicated = Task.detached {
    let primary = try await PostgresServer.start(
      port: PostgresServer.unusedPort(), options: ["-c", "fsync=off"])
    let standby = try await PostgresServer.start(
      port: PostgresServer.unusedPort(), options: ["-c", "fsync=off"]
    ) { folder in
      try run(
        "sh",
        [
          "-c",
          #"exec "$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)/pg_basebackup" "$@""#,
          "pg_basebackup", "--dbname=\(primary.address())", "--checkpoint=fast", "--no-sync",
          "--write-recovery-conf", "--pgdata=\(folder.path)/data",
        ])
    }
    return (primary: primary, standby: standby)
  }

  /// Returns the port of the server that a configuration connects to.
  private func port(of hosts: String, within limit: Duration = .seconds(10)) async throws -> Int {
    let connection = try await PostgresConnection.connect(
      to: PostgresConfiguration("\(hosts) user=postgres dbname=postgres"), within: limit)
    defer { connection.close() }
    try await connection.query("CREATE TEMPORARY TABLE animal (id bigint)")
    return try await connection.query("SELECT inet_server_port()")[0].decode(Int.self)
  }

  @Test func `The host that accepts writes is found`() async throws {
    let (primary, standby) = try await Self.replicated.value
    let unused = try PostgresServer.unusedPort()
    let ports = [
      "\(unused),\(primary.port)", "\(primary.port),\(unused)",
      "\(standby.port),\(primary.port)",
    ]
    for ports in ports {
      #expect(try await port(of: "host=127.0.0.1,127.0.0.1 port=\(ports)") == primary.port)
    }
    let error = await #expect(throws: PostgresError.self) {
      try await port(of: "host=127.0.0.1,127.0.0.1 port=\(unused),\(standby.port)")
    }
    let description = try #require(error?.description)
    #expect(description.contains("Connection refused"))
    #expect(description.hasSuffix("session is read-only"))
    #expect(error?.advice == "name the primary among the hosts")
  }

  @Test func `A host that does not respond leaves time for the next`() async throws {
    let (primary, _) = try await Self.replicated.value
    let silent = try SilentPort()
    let hosts = "host=127.0.0.1,127.0.0.1 port=\(silent.port),\(primary.port)"
    #expect(try await port(of: hosts, within: .seconds(3)) == primary.port)
    await #expect(throws: PostgresError.deadlineExceeded) {
      try await port(of: "host=127.0.0.1 port=\(silent.port)", within: .milliseconds(100))
    }
  }
}
