import CMicrohttpd
import Foundation
import Glibc
import Logging
import Synchronization

/// An HTTP/1.1 server: libmicrohttpd behind one class.
///
/// A few workers, each a thread with its own epoll, share the connections
/// evenly. A handler answers at once, or has the connection set aside and
/// answers from Swift concurrency; no worker ever waits.
///
/// A server runs until `stop` is called, also where nobody refers to it.
public final class WebServer: Sendable {
  /// The port in use, also where any free one was asked for; 0 on a Unix
  /// socket.
  public let port: Int
  private let configuration: Configuration
  private let core: Core
  private let acceptor: Acceptor
  private let workers: [Worker]
  private let stopping = Mutex<Task<Void, Never>?>(nil)

  /// Listens and serves from now on.
  ///
  /// - Throws: `SystemError` where the address cannot be listened on.
  public init(
    _ configuration: Configuration, handler: @escaping Handler
  ) throws(SystemError) {
    // The C libraries write to sockets whose other end may be gone.
    signal(SIGPIPE, SIG_IGN)
    // Pages come and go by the thousand: memory for the next one is kept, not
    // given back to the system and asked for again.
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
    let crew = workers
    acceptor.start(watching: core.hangups.descriptor) { accepted in
      guard core.connections.admit(accepted.descriptor, from: ClientAddress(accepted.address))
      else {
        close(accepted.descriptor)
        return
      }
      let turn = next.add(1, ordering: .relaxed).oldValue
      crew[turn % crew.count].add(accepted)
    } nowAndThen: {
      core.connections.endOverdue()
    } hangups: {
      core.noticeHangups()
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

  /// How many connections are open now.
  public var openConnections: Int { core.connections.count }

  /// How many requests are being read, made or sent now.
  public var openRequests: Int { core.openRequests }

  /// Whether `stop` was called: every answer closes its connection now.
  public var isDraining: Bool { core.isDraining }

  /// Stops: accepts nothing new, ends the streams, lets requests under way
  /// be answered, and closes everything.
  ///
  /// Only the first call counts; others wait until it is done.
  ///
  /// - Parameter patience: The time that requests under way may take. Those
  ///   that take longer are told to try again, with status 503.
  public func stop(patience: Duration = .seconds(4)) async {
    let task = stopping.withLock { task in
      if let task { return task }
      // A task of its own: to stop is what one does when one was cancelled,
      // and a cancelled task cannot wait.
      let new = Task { await stopNow(patience: patience) }
      task = new
      return new
    }
    await task.value
  }

  private func stopNow(patience: Duration) async {
    let start = Connections.now
    core.drain()
    await onThread { [acceptor] in acceptor.stop() }
    let deadline = ContinuousClock.now + patience
    // A proxy whose request is cut off reports that to its visitor.
    while core.connections.expectsRequests(at: Connections.now, stoppingSince: start),
      ContinuousClock.now < deadline
    {
      try? await Task.sleep(for: .milliseconds(5))
    }
    await waitForRequests(until: deadline)
    core.abandon()
    await waitForRequests(until: .now + .milliseconds(250))
    await onThread { [workers, core] in
      for worker in workers { worker.stop() }
      core.hangups.end()
    }
  }

  /// Does what blocks, such as joining a thread, which Swift's own must not.
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
