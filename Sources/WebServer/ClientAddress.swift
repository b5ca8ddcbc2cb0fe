import Glibc

/// The address of a client.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
  /// What a client on a Unix socket has.
  public static let local = ClientAddress(text: "local", bytes: [])

  /// In digits, without a port; `local` on a Unix socket.
  public let text: String
  /// Four bytes, sixteen, or none. An IPv4 address in IPv6's clothes counts
  /// as what it is.
  let bytes: [UInt8]

  private init(text: String, bytes: [UInt8]) {
    self.text = text
    self.bytes = bytes
  }

  /// An address in digits.
  ///
  /// - Returns: `nil` for anything else.
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

  /// The peer of a socket.
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

  /// What limits count by: the address, or of IPv6 its upper half, since one
  /// client usually has the whole lower one to choose from.
  public var network: ClientAddress {
    bytes.count == 16 ? network(bytes: 8) : self
  }

  /// The networks around `network`, from narrow to wide, that one owner may
  /// have: 24 bits of IPv4, 56 and 48 bits of IPv6.
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

  /// Whether it is of this machine.
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : text == "::1"
  }

  public var description: String { text }
}
