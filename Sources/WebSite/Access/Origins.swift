/// Where the site is found: the names it answers to, and the pages that may
/// post to it.
package struct Origins: Sendable {
  /// The scheme, the host and the port of an address (RFC 6454).
  package struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    /// Reads an address without a path.
    ///
    /// - Returns: `nil` for anything else.
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
      self.port = port ?? Self.usualPort(of: scheme)
    }

    /// Whether it is the one of a host of the same name and port.
    func isAt(_ authority: String) -> Bool {
      guard let (host, port) = Self.split(authority.lowercased()[...]) else { return false }
      return host == self.host && (port ?? Self.usualPort(of: scheme)) == self.port
    }

    /// As it stands in front of a path.
    var text: String {
      "\(scheme)://\(host)" + (port == Self.usualPort(of: scheme) ? "" : ":\(port)")
    }

    private static func usualPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    /// The host and the port of an authority.
    static func split(_ authority: Substring) -> (host: String, port: Int?)? {
      // The digits of IPv6 hold colons, and stand in brackets.
      let end =
        authority.hasPrefix("[")
        ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
        : authority.firstIndex(of: ":") ?? authority.endIndex
      guard let end, end > authority.startIndex else { return nil }
      let host = authority[..<end]
      let allowed = host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._:[]".utf8.contains(byte)
        }
      }
      guard allowed else { return nil }
      guard end < authority.endIndex else { return (String(host), nil) }
      let digits = authority[end...].dropFirst()
      guard authority[end] == ":", !digits.isEmpty, digits.count <= 5,
        digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits)
      else { return nil }
      return (String(host), port)
    }
  }

  private static let ownNames: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

  private let publicOrigins: [Origin]
  private let answersToAll: Bool

  /// - Parameters:
  ///   - publicOrigins: where people find the site.
  ///   - answersToAll: whether it answers to any name where no origin is
  ///     given. If not it answers to those of this machine alone: a page
  ///     elsewhere could have its own name point here, and would then be of
  ///     the same origin.
  package init(publicOrigins: [Origin] = [], answersToAll: Bool = true) {
    self.publicOrigins = publicOrigins
    self.answersToAll = answersToAll
  }

  /// Where people find the site first of all, if that is known.
  var first: Origin? { publicOrigins.first }

  /// Whether people are to come by an encrypted way only.
  package var areSecure: Bool {
    !publicOrigins.isEmpty && publicOrigins.allSatisfy { $0.scheme == "https" }
  }

  /// Whether the site is found under a name.
  ///
  /// - Parameter host: as the client named it; `nil` where it named none, as
  ///   very old ones.
  package func answer(to host: String?) -> Bool {
    if publicOrigins.isEmpty, answersToAll { return true }
    guard let host else { return false }
    return publicOrigins.contains { $0.isAt(host) } || Self.isOwn(host)
  }

  private static func isOwn(_ host: String) -> Bool {
    Origin.split(host.lowercased()[...]).map { ownNames.contains($0.host) } ?? false
  }

  /// Whether pages of an origin are pages of this site.
  ///
  /// - Parameters:
  ///   - text: the value of an `Origin` field.
  ///   - host: the `Host` that the request itself was sent to.
  func contain(_ text: String, at host: String?) -> Bool {
    // The field never has a slash at its end, unlike what people configure.
    guard !text.hasSuffix("/"), let origin = Origin(text) else { return false }
    if publicOrigins.contains(origin) { return true }
    guard let host, publicOrigins.isEmpty || Self.isOwn(host) else { return false }
    return origin.isAt(host)
  }
}
