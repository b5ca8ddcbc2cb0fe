/// Who sent a request, and how, as far as that is known for sure.
public struct Client: Hashable, Sendable {
  /// Its address.
  public var address: ClientAddress
  /// Whether the way to it is encrypted.
  public var isSecure: Bool
  /// The host that it asked for, with the port if it named one.
  public var host: String?

  /// A client, as far as it is known.
  public init(address: ClientAddress, isSecure: Bool = false, host: String? = nil) {
    self.address = address
    self.isSecure = isSecure
    self.host = host
  }
}

/// Proxies whose word is taken for whom they speak: `X-Forwarded-For`,
/// `-Proto` and `-Host`. From anybody else these fields say nothing.
public struct TrustedProxies: Hashable, Sendable {
  /// Addresses that start with the same bits.
  private struct Network: Hashable, Sendable {
    let address: ClientAddress
    let bits: Int

    func contains(_ other: ClientAddress) -> Bool {
      guard other.bytes.count == address.bytes.count else { return false }
      for (index, pair) in zip(address.bytes, other.bytes).enumerated() {
        let left = bits - index * 8
        guard left > 0 else { return true }
        let mask = left >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> left)
        guard pair.0 & mask == pair.1 & mask else { return false }
      }
      return true
    }
  }

  private let networks: [Network]

  /// Nobody is trusted.
  public static let none = TrustedProxies(networks: [])

  private init(networks: [Network]) {
    self.networks = networks
  }

  /// Reads a list.
  ///
  /// - Parameter names: addresses as `192.0.2.1`, networks as `10.0.0.0/8`,
  ///   and `socket` for whoever comes by a Unix socket.
  /// - Returns: `nil` where one of them is none of these.
  public init?(_ names: [String]) {
    var networks: [Network] = []
    for name in names {
      guard let network = Self.network(name) else { return nil }
      networks.append(network)
    }
    self.init(networks: networks)
  }

  private static func network(_ name: String) -> Network? {
    if name == "socket" { return Network(address: .local, bits: 0) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = ClientAddress(parts[0]) else { return nil }
    let most = address.bytes.count * 8
    guard parts.count == 2 else { return Network(address: address, bits: most) }
    guard let bits = Int(parts[1]), (0...most).contains(bits) else { return nil }
    return Network(address: address, bits: bits)
  }

  /// Whether nobody is trusted.
  public var isEmpty: Bool { networks.isEmpty }

  /// Whether an address is that of a proxy.
  public func contains(_ address: ClientAddress) -> Bool {
    networks.contains { $0.contains(address) }
  }

  /// Who sent a request that a peer handed over.
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - values: all values of a header field, in their order.
  func client(behind peer: Client, values: (_ name: StaticString) -> [String]) -> Client {
    guard contains(peer.address) else { return peer }
    var client = peer
    // The last entry was written by the nearest proxy, the one before it by
    // whoever that one heard, and so on: true as far as proxies are trusted.
    for entry in items(values("X-Forwarded-For")).reversed() {
      guard let address = Self.address(entry) else { break }
      client.address = address
      guard contains(address) else { break }
    }
    if let scheme = items(values("X-Forwarded-Proto")).last {
      client.isSecure = scheme.lowercased() == "https"
    }
    if let host = items(values("X-Forwarded-Host")).last { client.host = host }
    return client
  }

  private func items(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }
      .map { String($0.filter { $0 != " " && $0 != "\t" }) }
      .filter { !$0.isEmpty }
  }

  /// An entry may have a port, and IPv6's digits brackets.
  private static func address(_ entry: String) -> ClientAddress? {
    if let address = ClientAddress(entry) { return address }
    if entry.hasPrefix("["), let end = entry.firstIndex(of: "]") {
      return ClientAddress(entry[entry.index(after: entry.startIndex)..<end])
    }
    return entry.lastIndex(of: ":").flatMap { ClientAddress(entry[..<$0]) }
  }
}
