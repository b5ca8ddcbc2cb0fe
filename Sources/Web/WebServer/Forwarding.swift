import Foundation
import Glibc
import HTTPTypes

/// The signs that a request came through a proxy.
enum Forwarding {
  private static let names: Set<String> = ["forwarded", "via", "x-real-ip", "cdn-loop"]
  private static let prefixes = [
    "x-forwarded-", "x-original-", "x-envoy-", "x-amz", "x-azure-", "cf-", "tailscale-",
  ]

  /// Returns the name of a field that proxies add; `nil` if there is none.
  static func field(in fields: HTTPFields) -> String? {
    fields.lazy.map(\.name.canonicalName).first { name in
      names.contains(name) || name.hasSuffix("-client-ip")
        || prefixes.contains { name.hasPrefix($0) }
    }
  }

  /// Returns true if the process at the other end of a connection within this machine belongs to
  /// another user than this process, but not to root: a proxy without fields of its own, as nginx
  /// is by default, runs as a user of its own.
  ///
  /// False also if that is not known, as for connections from outside of a container.
  static func isOfOtherUser(_ descriptor: Int32) -> Bool {
    guard let peer = place({ getpeername(descriptor, $0, $1) }),
      let own = place({ getsockname(descriptor, $0, $1) })
    else { return false }
    for (table, mapping) in [("tcp", ""), ("tcp6", "0000000000000000FFFF0000")] {
      let (local, remote) = (
        peer.hexadecimal(mapping: mapping), own.hexadecimal(mapping: mapping)
      )
      guard let user = user(of: local, connectedTo: remote, in: "/proc/net/\(table)") else {
        continue
      }
      return user != 0 && user != geteuid()
    }
    return false
  }

  /// Returns the user of a socket in a table of the kernel; see proc_net_tcp(5).
  private static func user(
    of local: String, connectedTo remote: String, in path: String
  ) -> uid_t? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    while getline(&line, &size, file) > 0, let text = line {
      let fields = String(cString: text).split(separator: " ", maxSplits: 8)
      guard fields.count > 7, fields[1] == local, fields[2] == remote else { continue }
      return uid_t(fields[7])
    }
    return nil
  }

  /// Returns the end of a connection within this machine; `nil` for any other one.
  private static func place(
    _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> sockaddr_storage? {
    let (result, place, _) = sockaddr_storage.stored(by: call)
    return result == 0 && ClientAddress(place).isLoopback ? place : nil
  }
}

extension sockaddr_storage {
  /// The address and port as the kernel prints them: words of four bytes in the order of the
  /// machine.
  ///
  /// - Parameter mapping: the words before those of an IPv4 address.
  fileprivate func hexadecimal(mapping: String) -> String {
    let bytes = ClientAddress(self).bytes
    let words = stride(from: 0, to: bytes.count, by: 4).flatMap {
      bytes[$0..<min($0 + 4, bytes.count)].reversed()
    }
    let prefix = bytes.count == 4 ? mapping : ""
    return prefix + words.map { String(format: "%02X", $0) }.joined() + ":"
      + String(format: "%04X", port)
  }
}
