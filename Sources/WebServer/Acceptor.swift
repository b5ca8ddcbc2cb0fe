import CMicrohttpd
import Foundation
import Glibc
import Logging
import Synchronization

/// Listens in one place, and hands each new connection to a closure.
///
/// Accepting in one place of our own spreads connections over the workers one
/// by one; left to the workers, one of them may take a whole burst.
final class Acceptor: Sendable {
  /// An accepted socket and the address of its peer.
  typealias Accepted = (descriptor: Int32, address: sockaddr_storage, length: socklen_t)

  /// The port in use, also where any free one was asked for; 0 on a Unix
  /// socket.
  let port: Int
  private let listening: Int32
  /// The file of a Unix socket of our own.
  private let path: String?
  /// The two ends of a pipe: a byte in it ends accepting.
  private let stopping: (read: Int32, write: Int32)
  private let finished = DispatchSemaphore(value: 0)
  private let isOpen = Atomic<Bool>(true)
  private let failures: LogThrottle

  /// Binds the address and listens; connections wait until `start`.
  ///
  /// - Throws: `SystemError` where the address is unknown or taken.
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

  /// The interval at which `nowAndThen` is called, in milliseconds.
  private static let pause = 500

  /// Accepts on a thread of its own until `stop`.
  ///
  /// - Parameters:
  ///   - hangupDescriptor: The descriptor that is readable when clients have
  ///     hung up.
  ///   - handle: Takes each connection.
  ///   - nowAndThen: Called twice a second on the same thread.
  ///   - hangups: Called on the same thread while the descriptor is readable.
  func start(
    watching hangupDescriptor: Int32,
    _ handle: @escaping @Sendable (Accepted) -> Void,
    nowAndThen: @escaping @Sendable () -> Void,
    hangups: @escaping @Sendable () -> Void
  ) {
    let thread = Thread { [self] in
      run(hangupDescriptor, handle, nowAndThen, hangups)
      finished.signal()
    }
    thread.name = "acceptor"
    thread.start()
  }

  /// Closes the listening socket, after waiting until the thread has ended.
  /// Needs `start` before it.
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
    _ hangupDescriptor: Int32, _ handle: (Accepted) -> Void, _ nowAndThen: () -> Void,
    _ hangups: () -> Void
  ) {
    var polled = [
      pollfd(fd: listening, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopping.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hangupDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    var last = Connections.now
    while true {
      if Connections.now - last >= Self.pause {
        last = Connections.now
        nowAndThen()
      }
      guard poll(&polled, nfds_t(polled.count), Int32(Self.pause)) >= 0 else {
        let error = SystemError(doing: "wait for connections")
        if error.code != EINTR { rest(after: error) }
        continue
      }
      if polled[1].revents != 0 { return }
      if polled[2].revents != 0 { hangups() }
      if polled[0].revents != 0 { acceptAll(handle) }
    }
  }

  /// Logs an error and waits for a moment: without descriptors or memory the
  /// next attempt would fail at once, and only other threads can free some.
  private func rest(after error: SystemError) {
    failures.log("accepting failed", metadata: ["error": "\(error)"])
    usleep(50_000)
  }

  private func acceptAll(_ handle: (Accepted) -> Void) {
    while true {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          shim_accept(listening, $0, &length)
        }
      }
      guard descriptor >= 0 else {
        let error = SystemError(doing: "accept a connection")
        switch error.code {
        case EAGAIN: return
        case EINTR, ECONNABORTED: continue
        default:
          rest(after: error)
          return
        }
      }
      var on: Int32 = 1
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      // The kernel would take megabytes for a client that does not read, and
      // have us make them.
      var unsent: Int32 = 128 * 1024
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent,
        socklen_t(MemoryLayout<Int32>.size))
      handle((descriptor, address, length))
    }
  }
}
