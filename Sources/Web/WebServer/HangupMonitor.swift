import CMicrohttpd
import Glibc
import Synchronization

/// A monitor for clients that hang up while their connection is suspended.
///
/// libmicrohttpd removes a suspended connection from its worker's epoll set.
/// This separate epoll set reports only that a client closes its sending side.
final class HangupMonitor: Sendable {
  /// The epoll descriptor, which is readable if clients have hung up.
  let descriptor: Int32
  private let isOpen = Atomic<Bool>(true)

  /// - Throws: `SystemError` if the process has no descriptor left.
  init() throws(SystemError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(doing: "create an epoll descriptor") }
  }

  deinit { end() }

  /// Closes the descriptor. Must be called after the last use.
  func end() {
    if isOpen.exchange(false, ordering: .relaxed) { close(descriptor) }
  }

  /// Watches a socket until its client has hung up.
  ///
  /// If the system has no memory for this, the server detects the hang-up with
  /// the next bytes that it sends.
  func watch(_ socket: Int32, as id: UInt64) {
    var event = epoll_event()
    event.events = EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
    event.data.u64 = id
    _ = epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
  }

  /// Stops watching a socket. Must be called before the socket is closed.
  func forget(_ socket: Int32) {
    var event = epoll_event()
    _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
  }

  /// Returns the ids of at most 256 clients that have hung up since the last
  /// call. The descriptor stays readable if there are more.
  func hangups() -> [UInt64] {
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    let count = epoll_wait(descriptor, &events, Int32(events.count), 0)
    return events.prefix(max(0, Int(count))).map { $0.data.u64 }
  }
}
