import Glibc

/// The IP address of a client.
///
/// ```swift
/// import WebServer
///
/// let address = ClientAddress("2001:db8::1:2")
/// print(address?.network.text ?? "")  // 2001:db8::
/// ```
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address of all clients on a Unix socket.
  public static let local = ClientAddress(text: "local", bytes: [])

  /// The numeric address, without a port; `local` on a Unix socket.
  public let text: String
  /// The four bytes of an IPv4 or the sixteen of an IPv6 address; empty on a
  /// Unix socket. IPv4-mapped IPv6 addresses are stored as IPv4.
  let bytes: [UInt8]

  private init(text: String, bytes: [UInt8]) {
    self.text = text
    self.bytes = bytes
  }

  /// Parses a numeric IPv4 or IPv6 address.
  ///
  /// - Returns: `nil` for all other texts, such as host names.
  public init?(_ digits: some StringProtocol) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, String(digits), &bytes) == 1 {
      self.init(bytes: Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, String(digits), &bytes) == 1 {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }

  /// Creates the address of a socket's peer.
  init(_ address: sockaddr_storage) {
    self = withUnsafePointer(to: address) { address in
      switch Int32(address.pointee.ss_family) {
      case AF_INET:
        address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          withUnsafeBytes(of: $0.pointee.sin_addr) { ClientAddress(bytes: Array($0)) }
        }
      case AF_INET6:
        address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          withUnsafeBytes(of: $0.pointee.sin6_addr) { ClientAddress(bytes: Array($0)) }
        }
      default: .local
      }
    }
  }

  private init(bytes: [UInt8]) {
    let isMapped = bytes.count == 16 && bytes.starts(with: Self.mapped)
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    var digits = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(
      self.bytes.count == 4 ? AF_INET : AF_INET6, self.bytes, &digits, socklen_t(digits.count))
    text = digits.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  /// The network that limits per client apply to: an IPv4 address, or an IPv6
  /// /64 network, since one client usually controls all addresses in it.
  public var network: ClientAddress {
    bytes.count == 16 ? network(bytes: 8) : self
  }

  /// Larger networks that may belong to one customer, from small to large: /24
  /// of IPv4, /56 and /48 of IPv6.
  public var widerNetworks: [ClientAddress] {
    switch bytes.count {
    case 4: [network(bytes: 3)]
    case 16: [network(bytes: 7), network(bytes: 6)]
    default: []
    }
  }

  private func network(bytes count: Int) -> ClientAddress {
    ClientAddress(
      bytes: bytes.prefix(count) + [UInt8](repeating: 0, count: bytes.count - count))
  }

  /// True for the loopback addresses 127.0.0.0/8 and ::1.
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : text == "::1"
  }

  public var description: String { text }
}
