public import Foundation

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
  private let process: Process
  private let input: Pipe

  /// Starts a server, and waits until it accepts connections.
  ///
  /// - Parameters:
  ///   - options: options of `postgres`.
  ///   - prepare: puts files into the server's folder before the start.
  public static func start(
    options: [String] = [], prepare: @escaping @Sendable (URL) throws -> Void = { _ in }
  ) async throws -> PostgresServer {
    try await withCheckedThrowingContinuation { waiter in
      Thread.detachNewThread {
        waiter.resume(with: Result { try PostgresServer(options: options, prepare: prepare) })
      }
    }
  }

  private init(options: [String], prepare: (URL) throws -> Void) throws {
    folder = try TemporaryFolder()
    try prepare(folder.url)
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = Fixtures.packageRoot.appending(path: "Scripts/test-postgres")
    process.arguments = ["--temporary", folder.url.path] + options
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard line == "ready\n" else { throw CocoaError(.executableLoad) }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The address of a database of this server.
  public func address(database: String = "postgres") -> String {
    "host=\(folder.url.path) user=postgres dbname=\(database)"
  }
}
