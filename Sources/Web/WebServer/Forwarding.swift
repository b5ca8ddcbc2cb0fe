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
    guard let peer = place(of: descriptor, getpeername),
      let own = place(of: descriptor, getsockname)
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

  private struct Place {
    let address: ClientAddress
    let port: in_port_t

    /// The place as the kernel prints it: words of four bytes in the order of the machine.
    ///
    /// - Parameter mapping: the words before those of an IPv4 address.
    func hexadecimal(mapping: String) -> String {
      let bytes = address.bytes
      let words = stride(from: 0, to: bytes.count, by: 4).flatMap {
        bytes[$0..<min($0 + 4, bytes.count)].reversed()
      }
      let prefix = bytes.count == 4 ? mapping : ""
      return prefix + words.map { Self.digits(UInt16($0), 2) }.joined() + ":"
        + Self.digits(port, 4)
    }

    private static func digits(_ number: UInt16, _ count: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
  }

  private static func place(
    of descriptor: Int32,
    _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Place? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) == 0 }
    }
    guard isKnown else { return nil }
    let place = ClientAddress(address)
    guard place.isLoopback else { return nil }
    // The port is at the same place in the addresses of both families.
    let port = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port }
    }
    return Place(address: place, port: in_port_t(bigEndian: port))
  }
}
