public import Foundation
import Glibc

/// A real PostgreSQL server with its data in a temporary folder.
///
/// It ends with the last reference to it, and when the test process ends for
/// whatever reason: `Scripts/test-postgres` waits for the end of its input.
public final class PostgresServer: Sendable {
  /// The server that tests share. Each has a database of its own.
  public static var shared: PostgresServer {
    get async throws { try await starting.value }
  }

  /// A task, so that tests that wait for the server block no thread.
  private static let starting = Task.detached {
    try await PostgresServer.start(options: ["-c", "fsync=off", "-c", "max_connections=400"])
  }

  /// The folder of the server's socket and data.
  public let folder: TemporaryFolder
  /// The port, which is also part of the name of the socket.
  public let port: Int
  private let process: Process
  private let input: Pipe

  /// Starts a server, and waits until it accepts connections.
  ///
  /// - Parameters:
  ///   - port: the port on 127.0.0.1; `nil` for a Unix socket only.
  ///   - options: options of `postgres`.
  ///   - prepare: puts files into the server's folder before the start.
  public static func start(
    port: Int? = nil, options: [String] = [],
    prepare: @escaping @Sendable (URL) throws -> Void = { _ in }
  ) async throws -> PostgresServer {
    try await withCheckedThrowingContinuation { waiter in
      Thread.detachNewThread {
        waiter.resume(
          with: Result {
            try PostgresServer(port: port, options: options, prepare: prepare)
          })
      }
    }
  }

  private init(port: Int?, options: [String], prepare: (URL) throws -> Void) throws {
    self.port = port ?? 5432
    // The server has a user of its own, who may not be able to read TMPDIR.
    folder = try TemporaryFolder(in: URL(filePath: "/tmp"))
    try prepare(folder.url)
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = Fixtures.packageRoot.appending(path: "Scripts/test-postgres")
    process.arguments = ["--temporary", folder.url.path] + options
    if let port {
      process.arguments? += ["-c", "listen_addresses=127.0.0.1", "-c", "port=\(port)"]
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard line == "ready\n" else { throw CocoaError(.executableLoad) }
  }

  deinit {
    try? input.fileHandleForWriting.close()
  }

  /// The address of a database of this server.
  public func address(database: String = "postgres") -> String {
    "host=\(folder.url.path) port=\(port) user=postgres dbname=\(database)"
  }

  /// Returns a port of 127.0.0.1 on which nothing listens, outside of the range
  /// from which the system takes ports for clients.
  public static func unusedPort() throws -> Int {
    for _ in 0..<100 {
      let port = Int.random(in: 20_000..<32_000)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      address.sin_port = in_port_t(port).bigEndian
      let length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isUnused = withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
      }
      if isUnused { return port }
    }
    throw CocoaError(.executableLoad)
  }
}
