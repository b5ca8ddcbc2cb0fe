import Foundation
import Glibc
import Logging
import Synchronization

/// Listens on one address, and hands each new connection to a closure.
///
/// Accepting in one place of our own spreads connections over the workers one
/// by one; left to the workers, one of them may take a whole burst.
final class Acceptor: Sendable {
  /// An accepted socket and the address of its peer.
  typealias Connection = (descriptor: Int32, address: sockaddr_storage, length: socklen_t)

  /// The port in use, also where any free one was asked for.
  let port: Int
  private let listening: Int32
  /// The two ends of a pipe: a byte in it ends accepting.
  private let stopping: (read: Int32, write: Int32)
  private let finished = DispatchSemaphore(value: 0)
  private let isOpen = Atomic<Bool>(true)
  private let logger: Logger

  /// Binds the address and listens; connections wait until `start`.
  ///
  /// - Throws: `SystemError` where the address is unknown or taken.
  init(host: String, port: Int, logger: Logger) throws(SystemError) {
    self.logger = logger
    let listening = try Self.listen(host: host, port: port)
    do {
      self.port = try Self.port(of: listening)
      stopping = try Self.makePipe()
    } catch {
      close(listening)
      throw error
    }
    self.listening = listening
  }

  deinit {
    closeAll()
  }

  private static func port(of listening: Int32) throws(SystemError) -> Int {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let named = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listening, $0, &length) }
    }
    guard named == 0 else { throw SystemError(doing: "find out the port in use") }
    return withUnsafePointer(to: &address) {
      // The port has the same place in both families.
      $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Int(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
  }

  private static func makePipe() throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(doing: "open a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func listen(host: String, port: Int) throws(SystemError) -> Int32 {
    let attempt = "listen on \(host) port \(port)"
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &found)
    guard result == 0, let first = found else {
      throw SystemError(
        code: EADDRNOTAVAIL, doing: attempt, because: String(cString: gai_strerror(result)))
    }
    defer { freeaddrinfo(first) }
    var error = SystemError(code: EADDRNOTAVAIL, doing: attempt)
    var candidate: UnsafeMutablePointer<addrinfo>? = first
    // A name may stand for addresses of a family that is switched off here.
    while let address = candidate?.pointee {
      do throws(SystemError) {
        return try listen(address, attempt: attempt)
      } catch let failure {
        error = failure
      }
      candidate = address.ai_next
    }
    throw error
  }

  private static func listen(_ address: addrinfo, attempt: String) throws(SystemError) -> Int32 {
    let type = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, type, address.ai_protocol)
    guard descriptor >= 0 else { throw SystemError(doing: attempt) }
    var on: Int32 = 1
    // A restart must not wait for connections of the last run to time out.
    guard
      setsockopt(
        descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size)) == 0,
      bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      Glibc.listen(descriptor, SOMAXCONN) == 0
    else {
      let error = SystemError(doing: attempt)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Accepts on a thread of its own until `stop`.
  func start(_ handle: @escaping @Sendable (Connection) -> Void) {
    let thread = Thread { [self] in
      run(handle)
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
  }

  private func run(_ handle: (Connection) -> Void) {
    var polled = [
      pollfd(fd: listening, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopping.read, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&polled, nfds_t(polled.count), -1) >= 0 else {
        let error = SystemError(doing: "wait for connections")
        if error.code == EINTR { continue }
        logger.critical("accepting ended", metadata: ["error": "\(error)"])
        return
      }
      if polled[1].revents != 0 { return }
      if polled[0].revents != 0 { acceptAll(handle) }
    }
  }

  private func acceptAll(_ handle: (Connection) -> Void) {
    while true {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          accept(listening, $0, &length)
        }
      }
      guard descriptor >= 0 else {
        let error = SystemError(doing: "accept a connection")
        switch error.code {
        case EAGAIN: return
        case EINTR, ECONNABORTED: continue
        default:
          // Out of descriptors or memory: the listening socket stays
          // readable, so give the others time to close instead of spinning.
          logger.error("accepting failed", metadata: ["error": "\(error)"])
          usleep(50_000)
          return
        }
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      var on: Int32 = 1
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      handle((descriptor, address, length))
    }
  }
}
