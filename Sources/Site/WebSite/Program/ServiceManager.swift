import Foundation
import Glibc

/// The service manager that started the program, such as systemd. It is told
/// when the program has started and that it still works; see sd_notify(3).
struct ServiceManager: Sendable {
  /// The path of its socket; `nil` if no service manager listens.
  private let path: String?
  /// The time between two signs of life; `nil` if none are expected.
  let heartbeat: Duration?

  /// - Parameter environment: the environment variables.
  init(environment: [String: String]) {
    path = environment["NOTIFY_SOCKET"]
    let isWatched = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let limit = environment["WATCHDOG_USEC"].flatMap(Int.init)
    // Twice as often as necessary, as the manual recommends.
    heartbeat = isWatched ? limit.map { .microseconds($0 / 2) } : nil
  }

  /// Sends assignments such as `READY=1` in one datagram. Errors are ignored:
  /// the program works without a service manager.
  func notify(_ assignments: String...) {
    guard let path else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    // A name in the abstract namespace begins with a zero.
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + bytes.count } ?? 0
    let message = Array(assignments.joined(separator: "\n").utf8)
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(
          descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, socklen_t(size))
      }
    }
  }

  /// Sends signs of life until the task is cancelled.
  func sendHeartbeats() async {
    guard let heartbeat else { return }
    while !Task.isCancelled {
      notify("WATCHDOG=1")
      try? await Task.sleep(for: heartbeat)
    }
  }
}
