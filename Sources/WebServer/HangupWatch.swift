import CMicrohttpd
import Glibc
import Synchronization

/// Notices clients that hang up while libmicrohttpd does not look at their
/// sockets.
///
/// A suspended connection is in no epoll set of its worker. This is a set of
/// its own, which asks for nothing but the end of what a client sends.
final class HangupWatch: Sendable {
  /// Readable whenever there is something to notice.
  let descriptor: Int32
  private let isOpen = Atomic<Bool>(true)

  /// - Throws: `SystemError` if the system has no descriptor left.
  init() throws(SystemError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(doing: "watch for clients that hang up") }
  }

  deinit { end() }

  /// Closes the descriptor. To be called after the last use.
  func end() {
    if isOpen.exchange(false, ordering: .relaxed) { close(descriptor) }
  }

  /// Watches a socket until its client has hung up.
  ///
  /// If the system refuses that, the client is noticed with the next bytes
  /// that are sent to it.
  func watch(_ socket: Int32, as id: UInt64) {
    var event = epoll_event()
    event.events = EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
    event.data.u64 = id
    _ = epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
  }

  /// Ends watching a socket. To be called before it is closed.
  func forget(_ socket: Int32) {
    var event = epoll_event()
    _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
  }

  /// Returns the ids of the clients that have hung up since the last call, or
  /// some of them: the descriptor stays readable while there are more.
  func hangups() -> [UInt64] {
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    let count = epoll_wait(descriptor, &events, Int32(events.count), 0)
    return events.prefix(max(0, Int(count))).map { $0.data.u64 }
  }
}
