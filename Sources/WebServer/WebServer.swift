import Foundation
import Logging
import Synchronization

/// An HTTP/1.1 server: libmicrohttpd behind one class.
///
/// A few workers, each a thread with its own epoll, share the connections
/// evenly. A handler answers at once, or has the connection set aside and
/// answers from Swift concurrency; no worker ever waits.
public final class WebServer: Sendable {
  /// The port in use, also where any free one was asked for.
  public let port: Int
  private let configuration: Configuration
  private let core: Core
  private let acceptor: Acceptor
  private let workers: [Worker]

  /// Listens and serves from now on.
  ///
  /// - Throws: `SystemError` where the address cannot be listened on.
  public init(
    _ configuration: Configuration, handler: @escaping Handler
  ) throws(SystemError) {
    // The C libraries write to sockets whose other end may be gone.
    signal(SIGPIPE, SIG_IGN)
    let core = Core(configuration: configuration, handler: handler)
    let acceptor = try Acceptor(
      host: configuration.host, port: configuration.port, logger: configuration.logger
    )
    var workers: [Worker] = []
    for _ in 0..<max(1, configuration.workers) {
      workers.append(try Worker(core: core))
    }
    self.configuration = configuration
    self.core = core
    self.acceptor = acceptor
    self.workers = workers
    self.port = acceptor.port

    let next = Atomic<Int>(0)
    let crew = workers
    acceptor.start { connection in
      guard core.openConnections < configuration.limits.connections else {
        close(connection.descriptor)
        return
      }
      let turn = next.add(1, ordering: .relaxed).oldValue
      crew[turn % crew.count].add(connection)
    }
  }

  /// How many connections are open now.
  public var openConnections: Int { core.openConnections }

  /// How many requests are being read, made or sent now.
  public var openRequests: Int { core.openRequests }

  /// Stops: accepts nothing new, ends the streams, lets requests under way
  /// be answered, and closes everything.
  ///
  /// - Parameter patience: how long requests under way may take. Those that
  ///   take longer are told to try again, with status 503.
  public func stop(patience: Duration = .seconds(4)) async {
    acceptor.stop()
    core.drain()
    await waitForRequests(until: .now + patience)
    core.abandon()
    await waitForRequests(until: .now + .milliseconds(250))
    await withCheckedContinuation { continuation in
      // Joining the workers' threads blocks, which Swift's own must not.
      Thread.detachNewThread { [workers] in
        for worker in workers { worker.stop() }
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
