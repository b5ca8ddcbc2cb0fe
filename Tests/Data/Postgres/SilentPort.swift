import Foundation
import Glibc
import TestSupport

/// A port of 127.0.0.1 that drops requests for connections, like a machine that
/// is off: its queue of connections is full, and nobody accepts them.
final class SilentPort: Sendable {
  let port: Int
  private let descriptors: [Int32]

  init() throws {
    port = try PostgresServer.unusedPort()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(port).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    descriptors = (0..<4).map { _ in
      socket(
        AF_INET,
        Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }
    let isListening = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(descriptors[0], address, length) == 0, listen(descriptors[0], 0) == 0 else {
          return false
        }
        for client in descriptors.dropFirst() { _ = connect(client, address, length) }
        return true
      }
    }
    guard isListening else { throw SocketClientError.system("listen", errno) }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
