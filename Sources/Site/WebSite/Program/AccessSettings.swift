import Foundation
import Logging
import WebServer

/// The settings of access control.
struct AccessSettings {
  /// The visitors who may change data.
  enum Writers: String, CaseIterable {
    case everybody
    case editors
    case nobody
  }

  var writers: Writers
  /// True if `writers` is set explicitly, and not derived from other settings.
  var isExplicit: Bool
  var editors: URL?
  var publicOrigins: [Origins.Origin]
  var trustedProxies: TrustedProxies
  /// True if other machines can reach the site.
  var isPublic: Bool

  /// - Throws: `SettingsError` that names the setting and its valid values.
  init(_ reader: SettingsReader, endpoint: Endpoint) throws {
    publicOrigins = try reader.list(
      "public-origin", expected: "an origin like https://example.org, without a path",
      Origins.Origin.init)
    let proxies = try reader.list(
      "trusted-proxy",
      expected: "an address like 192.0.2.1, a network like 10.0.0.0/8, or socket"
    ) { TrustedProxies([$0]) == nil ? nil : $0 }
    trustedProxies = TrustedProxies(proxies) ?? .none
    isPublic =
      !endpoint.isLoopback || !publicOrigins.isEmpty || !trustedProxies.isEmpty

    editors = reader.text("editors").map { URL(fileURLWithPath: $0) }
    isExplicit = reader.source(of: "writers") != .defaultValue
    writers = try reader.choice(
      "writers", editors != nil ? .editors : isPublic ? .nobody : .everybody)
    guard (writers == .editors) == (editors != nil) else {
      throw SettingsError("--writers editors and --editors FILE must be given together.")
    }
  }

  /// Returns the access rules, given the editors that were read from their
  /// file.
  func access(editors: Editors?, postsPerMinute: Int) -> Access {
    let writers: Access.Writers =
      switch self.writers {
      case .everybody: .everybody
      case .nobody: .nobody
      case .editors: editors.map(Access.Writers.editors) ?? .nobody
      }
    return Access(
      writers: writers,
      origins: Origins(publicOrigins: publicOrigins, acceptsAnyHost: isPublic),
      posts: PostRateLimiter(perMinute: postsPerMinute))
  }
}

extension Endpoint {
  /// True if only this machine can reach the endpoint.
  var isLoopback: Bool {
    guard case .address(let host, _) = self else { return false }
    return host == "localhost" || ClientAddress(host)?.isLoopback == true
  }
}
