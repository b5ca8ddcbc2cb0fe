import WebServer

/// The origins of the site: the hosts it accepts, and the pages that may post
/// to it.
package struct Origins: Sendable {
  /// The scheme, the host and the port of an address (RFC 6454).
  package struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    /// Parses an address without a path.
    ///
    /// - Returns: `nil` for any other text.
    package init?(_ text: String) {
      let text = text.lowercased()
      guard let scheme = ["http", "https"].first(where: { text.hasPrefix($0 + "://") }) else {
        return nil
      }
      var rest = text.dropFirst(scheme.count + 3)
      if rest.hasSuffix("/") { rest.removeLast() }
      guard let (host, port) = Self.split(rest) else { return nil }
      self.scheme = scheme
      self.host = host
      self.port = port ?? Self.defaultPort(of: scheme)
    }

    /// Returns true if an authority has the host and port of this origin.
    func isAt(_ authority: String) -> Bool {
      guard let (host, port) = Self.split(authority.lowercased()[...]) else { return false }
      return host == self.host && (port ?? Self.defaultPort(of: scheme)) == self.port
    }

    /// The origin as the prefix of an address.
    var text: String {
      "\(scheme)://\(host)" + (port == Self.defaultPort(of: scheme) ? "" : ":\(port)")
    }

    /// True if the host is this machine.
    var isLoopback: Bool { Origins.loopbackNames.contains(host) }

    private static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    /// Splits an authority into host and port.
    static func split(_ authority: Substring) -> (host: String, port: Int?)? {
      // As bytes, because this runs for each request.
      let bytes = authority.utf8
      // IPv6 addresses contain colons, and stand in brackets.
      let end =
        bytes.first == UInt8(ascii: "[")
        ? bytes.firstIndex(of: UInt8(ascii: "]")).map { bytes.index(after: $0) }
        : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      guard let end, end > bytes.startIndex else { return nil }
      let allowed = bytes[..<end].allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._:[]".utf8.contains(byte)
        }
      }
      guard allowed else { return nil }
      let host = String(authority[..<end])
      guard end < bytes.endIndex else { return (host, nil) }
      let digits = bytes[end...].dropFirst()
      guard bytes[end] == UInt8(ascii: ":"), !digits.isEmpty, digits.count <= 5,
        digits.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(Substring(digits))
      else { return nil }
      return (host, port)
    }
  }

  fileprivate static let loopbackNames: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

  private let publicOrigins: [Origin]
  private let acceptsAnyHost: Bool

  /// - Parameters:
  ///   - publicOrigins: the public origins of the site.
  ///   - acceptsAnyHost: true if any host is accepted as long as no public
  ///     origin is configured. Otherwise only loopback hosts are, to prevent
  ///     DNS rebinding: another site could resolve its own name to this
  ///     machine, and its pages would then be same-origin.
  package init(publicOrigins: [Origin] = [], acceptsAnyHost: Bool = true) {
    self.publicOrigins = publicOrigins
    self.acceptsAnyHost = acceptsAnyHost
  }

  /// The canonical public origin, if one is configured.
  var first: Origin? { publicOrigins.first }

  /// Returns the public origin of the site, or else the origin that the request
  /// was sent to.
  func origin(for context: RequestContext) -> Origin? {
    let client = context.request.client
    return first ?? client.host.flatMap { Origin("\(client.isSecure ? "https" : "http")://\($0)") }
  }

  /// True if the site is public over HTTPS only.
  package var areSecure: Bool {
    !publicOrigins.isEmpty && publicOrigins.allSatisfy { $0.scheme == "https" }
  }

  /// Returns true if the site accepts requests for a host.
  ///
  /// - Parameter host: the host of the request; `nil` if it has none, as in
  ///   HTTP/1.0.
  package func acceptsHost(_ host: String?) -> Bool {
    if publicOrigins.isEmpty, acceptsAnyHost { return true }
    guard let host else { return false }
    return publicOrigins.contains { $0.isAt(host) } || Self.isLoopback(host)
  }

  private static func isLoopback(_ host: String) -> Bool {
    Origin.split(host.lowercased()[...]).map { loopbackNames.contains($0.host) } ?? false
  }

  /// Returns true if an origin belongs to this site.
  ///
  /// - Parameters:
  ///   - text: the value of an `Origin` field.
  ///   - host: the `Host` of the request.
  func contains(_ text: String, at host: String?) -> Bool {
    // Unlike a configured origin, the field never ends with a slash.
    guard !text.hasSuffix("/"), let origin = Origin(text) else { return false }
    if publicOrigins.contains(origin) { return true }
    guard let host, publicOrigins.isEmpty || Self.isLoopback(host) else { return false }
    return origin.isAt(host)
  }
}
