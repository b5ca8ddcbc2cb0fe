import Foundation
import Glibc
import Logging
import Synchronization

/// A thread that accepts connections and passes them to a closure.
///
/// A single acceptor distributes connections evenly. If the workers accepted
/// them, one worker could get a whole burst.
final class Acceptor: Sendable {
  /// An accepted socket and the address of its peer.
  typealias Accepted = (descriptor: Int32, address: sockaddr_storage, length: socklen_t)

  /// The port in use, also if the configured port is 0; 0 for a Unix socket.
  let port: Int
  private let listening: Int32
  /// The path of the Unix socket that this acceptor has created.
  private let path: String?
  /// The ends of a pipe; a byte in it stops the thread.
  private let stopping: (read: Int32, write: Int32)
  private let finished = DispatchSemaphore(value: 0)
  private let isOpen = Atomic<Bool>(true)
  private let failures: LogThrottle

  /// Binds the endpoint and listens. The kernel queues connections until
  /// `start` is called.
  ///
  /// - Throws: `SystemError` if the address is unknown or in use.
  init(_ endpoint: Endpoint, logger: Logger) throws(SystemError) {
    failures = LogThrottle(logger, level: .error) { Connections.now / 1000 }
    let listening = try ListeningSocket.open(endpoint)
    do {
      self.port = try ListeningSocket.port(of: listening)
      stopping = try Self.makePipe()
    } catch {
      close(listening)
      throw error
    }
    self.listening = listening
    path = if case .socket(let path) = endpoint { path } else { nil }
  }

  deinit {
    closeAll()
  }

  private static func makePipe() throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(doing: "open a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The interval at which `onTick` is called, in milliseconds.
  private static let tickInterval = 500

  /// Starts the thread, which accepts connections until `stop` is called.
  ///
  /// - Parameters:
  ///   - hangupDescriptor: A descriptor that is readable when clients have hung
  ///     up.
  ///   - onConnection: Called with each connection.
  ///   - onTick: Called twice a second on the same thread.
  ///   - onHangup: Called on the same thread while the descriptor is readable.
  func start(
    watching hangupDescriptor: Int32,
    _ onConnection: @escaping @Sendable (Accepted) -> Void,
    onTick: @escaping @Sendable () -> Void,
    onHangup: @escaping @Sendable () -> Void
  ) {
    let thread = Thread { [self] in
      run(hangupDescriptor, onConnection, onTick, onHangup)
      finished.signal()
    }
    thread.name = "acceptor"
    thread.start()
  }

  /// Stops the thread, waits until it has ended, and closes the listening
  /// socket. Must be called after `start`.
  func stop() {
    var byte: UInt8 = 1
    _ = write(stopping.write, &byte, 1)
    finished.wait()
    closeAll()
  }

  private func closeAll() {
    guard isOpen.exchange(false, ordering: .relaxed) else { return }
    close(listening)
    close(stopping.read)
    close(stopping.write)
    if let path { unlink(path) }
  }

  private func run(
    _ hangupDescriptor: Int32, _ onConnection: (Accepted) -> Void, _ onTick: () -> Void,
    _ onHangup: () -> Void
  ) {
    var polled = [
      pollfd(fd: listening, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopping.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hangupDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    var lastTick = Connections.now
    while true {
      if Connections.now - lastTick >= Self.tickInterval {
        lastTick = Connections.now
        onTick()
      }
      guard poll(&polled, nfds_t(polled.count), Int32(Self.tickInterval)) >= 0 else {
        let error = SystemError(doing: "wait for connections")
        if error.code != EINTR { backOff(after: error) }
        continue
      }
      if polled[1].revents != 0 { return }
      if polled[2].revents != 0 { onHangup() }
      if polled[0].revents != 0 { acceptAll(onConnection) }
    }
  }

  /// Logs an error and sleeps for 50 ms. If descriptors or memory are exhausted,
  /// an immediate retry would fail too: other threads have to free some first.
  private func backOff(after error: SystemError) {
    failures.log("accepting a connection failed", metadata: ["error": "\(error)"])
    usleep(50_000)
  }

  private func acceptAll(_ onConnection: (Accepted) -> Void) {
    while true {
      let (descriptor, address, length) = sockaddr_storage.stored { accept(listening, $0, $1) }
      guard descriptor >= 0 else {
        let error = SystemError(doing: "accept a connection")
        switch error.code {
        case EAGAIN: return
        case EINTR, ECONNABORTED: continue
        default:
          backOff(after: error)
          return
        }
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      var on: Int32 = 1
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      // Without this limit, the kernel buffers megabytes for a client that does
      // not read, and a stream would have to produce them.
      var unsent: Int32 = 128 * 1024
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent,
        socklen_t(MemoryLayout<Int32>.size))
      onConnection((descriptor, address, length))
    }
  }
}
