/// The client that sent a request, as seen by the server or a trusted proxy.
public struct Client: Hashable, Sendable {
  /// The IP address.
  public var address: ClientAddress
  /// True if the client's connection is encrypted.
  public var isSecure: Bool
  /// The requested host, with the port if the request contains one.
  public var host: String?
  /// True if a trusted proxy has forwarded the request: the fields that it sets can be
  /// trusted.
  public var isForwarded: Bool
  /// False if something shows that a proxy has forwarded the request: a header field that
  /// proxies add; HTTP/1.0, with which nginx forwards by default; and, of a request that can
  /// change data, another user of this machine, if ``Configuration/checksLocalUsers`` is set.
  public var isDirect: Bool

  /// Creates a client.
  public init(
    address: ClientAddress, isSecure: Bool = false, host: String? = nil,
    isForwarded: Bool = false, isDirect: Bool = true
  ) {
    self.address = address
    self.isSecure = isSecure
    self.host = host
    self.isForwarded = isForwarded
    self.isDirect = isDirect
  }
}

/// The proxies whose `X-Forwarded-For`, `-Proto` and `-Host` headers are
/// trusted. From other peers these headers are ignored.
///
/// ```swift
/// import WebServer
///
/// guard let proxies = TrustedProxies(["127.0.0.1", "10.0.0.0/8", "socket"]) else { return }
/// if let address = ClientAddress("10.1.2.3") {
///   print(proxies.contains(address))  // true
/// }
/// ```
public struct TrustedProxies: Hashable, Sendable {
  /// An address range in CIDR notation.
  private struct Network: Hashable, Sendable {
    let address: ClientAddress
    let bits: Int

    func contains(_ other: ClientAddress) -> Bool {
      guard other.bytes.count == address.bytes.count else { return false }
      for (index, pair) in zip(address.bytes, other.bytes).enumerated() {
        let remaining = bits - index * 8
        guard remaining > 0 else { return true }
        let mask = remaining >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> remaining)
        guard pair.0 & mask == pair.1 & mask else { return false }
      }
      return true
    }
  }

  private let networks: [Network]

  /// No trusted proxies.
  public static let none = TrustedProxies(networks: [])
}

extension TrustedProxies {
  /// Parses a list of proxies.
  ///
  /// - Parameter names: Addresses such as `192.0.2.1`, networks such as
  ///   `10.0.0.0/8`, or `socket` for all peers on a Unix socket.
  /// - Returns: `nil` if an element has none of these forms.
  public init?(_ names: [String]) {
    networks = names.compactMap(Self.network)
    guard networks.count == names.count else { return nil }
  }

  private static func network(_ name: String) -> Network? {
    if name == "socket" { return Network(address: .local, bits: 0) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = ClientAddress(parts[0]) else { return nil }
    let length = address.bytes.count * 8
    guard parts.count == 2 else { return Network(address: address, bits: length) }
    guard let bits = Int(parts[1]), (0...length).contains(bits) else { return nil }
    return Network(address: address, bits: bits)
  }

  /// True if they contain all IPv4 or all IPv6 addresses.
  public var containEverybody: Bool {
    networks.contains { $0.bits == 0 && $0.address != .local }
  }

  /// Returns true if an address is that of a trusted proxy.
  public func contains(_ address: ClientAddress) -> Bool {
    networks.contains { $0.contains(address) }
  }

  /// Returns the client that sent a request, which may have been forwarded.
  ///
  /// - Parameters:
  ///   - peer: The peer of the connection.
  ///   - values: Returns all values of a header field, in order.
  func client(behind peer: Client, values: (_ name: StaticString) -> [String]) -> Client {
    guard contains(peer.address) else { return peer }
    var client = peer
    client.isForwarded = true
    // Each proxy appends the address of its peer, so the last entry is that of
    // the nearest proxy. An entry is reliable if a trusted proxy appended it.
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

  /// Parses an entry, which may contain a port, and brackets around IPv6.
  private static func address(_ entry: String) -> ClientAddress? {
    if let address = ClientAddress(entry) { return address }
    if entry.hasPrefix("["), let end = entry.firstIndex(of: "]") {
      return ClientAddress(entry[entry.index(after: entry.startIndex)..<end])
    }
    return entry.lastIndex(of: ":").flatMap { ClientAddress(entry[..<$0]) }
  }
}
