import CMicrohttpd
import Foundation
import Glibc
import Logging
import Synchronization

/// An HTTP/1.1 server based on libmicrohttpd.
///
/// Each worker is a thread with its own epoll event loop; connections are
/// assigned to the workers round robin. A handler returns a response
/// immediately, or suspends the connection and responds from a Swift task.
/// Handlers must not block the worker's thread.
///
/// ```swift
/// import HTTPTypes
/// import Logging
/// import WebServer
///
/// let configuration = Configuration(
///   .address(host: "127.0.0.1", port: 8080), logger: Logger(label: "example"))
/// let server = try WebServer(configuration) { request in
///   .now(Response(status: .ok, body: .bytes(Array("Hello\n".utf8))))
/// }
/// print("Listening on port \(server.port)")
/// await server.stop()
/// ```
///
/// A server runs until `stop` is called, even without references to it.
public final class WebServer: Sendable {
  /// The port in use, also if the configured port is 0; 0 for a Unix socket.
  public let port: Int
  private let configuration: Configuration
  private let core: Core
  private let acceptor: Acceptor
  private let workers: [Worker]
  private let stopping = Mutex<Task<Void, Never>?>(nil)

  /// Creates a server and starts it.
  ///
  /// - Parameters:
  ///   - configuration: The endpoint, limits and options.
  ///   - handler: Handles the requests that the server does not refuse.
  /// - Throws: `SystemError` if the server cannot listen on the endpoint.
  public init(
    _ configuration: Configuration, handler: @escaping Handler
  ) throws(SystemError) {
    // The C libraries write to sockets that the peer may have closed.
    signal(SIGPIPE, SIG_IGN)
    // Rendering allocates and frees large blocks all the time: without this,
    // glibc would return them to the system after each response.
    shim_keep_memory()
    var configuration = configuration
    configuration.limits.connections = DescriptorLimit.raise(
      for: configuration.limits.connections, logger: configuration.logger)
    let core = try Core(configuration: configuration, handler: handler)
    let acceptor = try Acceptor(configuration.endpoint, logger: configuration.logger)
    let workers = try Self.startWorkers(core: core)
    self.configuration = configuration
    self.core = core
    self.acceptor = acceptor
    self.workers = workers
    self.port = acceptor.port

    let next = Atomic<Int>(0)
    acceptor.start(watching: core.hangups.descriptor) { accepted in
      guard core.connections.admit(accepted.descriptor, from: ClientAddress(accepted.address))
      else {
        close(accepted.descriptor)
        return
      }
      let index = next.add(1, ordering: .relaxed).oldValue
      workers[index % workers.count].add(accepted)
    } onTick: {
      core.connections.closeExpired()
    } onHangup: {
      core.closeHungUpStreams()
    }
  }

  private static func startWorkers(core: Core) throws(SystemError) -> [Worker] {
    var workers: [Worker] = []
    do throws(SystemError) {
      for _ in 0..<max(1, core.configuration.workers) { workers.append(try Worker(core: core)) }
      return workers
    } catch {
      for worker in workers { worker.stop() }
      throw error
    }
  }

  /// The number of open connections.
  public var openConnections: Int { core.connections.count }

  /// The maximum number of open connections, as reduced by the system's limit on open files.
  public var connectionLimit: Int { configuration.limits.connections }

  /// The number of requests that are being received, handled or responded to.
  public var openRequests: Int { core.openRequests }

  /// True after `stop` is called: each response closes its connection.
  public var isDraining: Bool { core.isDraining }

  /// Shuts the server down gracefully: stops accepting connections, closes the
  /// response streams, drains the open requests, and closes all connections.
  ///
  /// Only the timeout of the first call is used; further calls wait until the
  /// server has stopped.
  ///
  /// - Parameter timeout: The time limit for open requests. Requests that take
  ///   longer get status 503.
  public func stop(timeout: Duration = .seconds(4)) async {
    let task = stopping.withLock { task in
      if let task { return task }
      // An unstructured task, because callers often stop the server when their
      // own task is cancelled, and a cancelled task cannot sleep.
      let new = Task { await stopNow(timeout: timeout) }
      task = new
      return new
    }
    await task.value
  }

  private func stopNow(timeout: Duration) async {
    let start = Connections.now
    core.drain()
    await onThread { [acceptor] in acceptor.stop() }
    let deadline = ContinuousClock.now + timeout
    // If a request arrives on a closed connection, the proxy that sent it
    // responds with an error.
    while core.connections.mayReceiveRequests(at: Connections.now, stoppingSince: start),
      ContinuousClock.now < deadline
    {
      try? await Task.sleep(for: .milliseconds(5))
    }
    await waitForRequests(until: deadline)
    core.cancelPendingResponses()
    await waitForRequests(until: .now + .seconds(1))
    await onThread { [workers, core] in
      for worker in workers { worker.stop() }
      core.hangups.end()
    }
  }

  /// Runs blocking work, such as joining a thread, outside Swift's thread pool.
  private func onThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        work()
        continuation.resume()
      }
    }
  }

  private func waitForRequests(until deadline: ContinuousClock.Instant) async {
    while core.openRequests > 0, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}
