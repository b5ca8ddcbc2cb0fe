import Foundation
import Logging
import WebServer

/// Who may do what, as the program was told.
struct AccessSettings {
  /// Who may change something.
  enum Writers: String, CaseIterable {
    case everybody
    case editors
    case nobody
  }

  var writers: Writers
  /// Whether that was said, or follows from the rest.
  var isExplicit: Bool
  var editors: URL?
  var publicOrigins: [Origins.Origin]
  var trustedProxies: TrustedProxies
  /// Whether others than those at this machine can reach the program.
  var isPublic: Bool

  /// - Throws: `SettingsError` that names what is wrong and what is right.
  init(_ reader: SettingsReader, endpoint: Endpoint) throws {
    publicOrigins = try reader.list(
      "public-origin", expected: "as https://example.org, without a path", Origins.Origin.init)
    let proxies = try reader.list(
      "trusted-proxy",
      expected: "an address as 192.0.2.1, a network as 10.0.0.0/8, or the word socket"
    ) { TrustedProxies([$0]) == nil ? nil : $0 }
    trustedProxies = TrustedProxies(proxies) ?? .none
    isPublic =
      !endpoint.isLoopback || !publicOrigins.isEmpty || !trustedProxies.isEmpty

    editors = reader.text("editors").map { URL(fileURLWithPath: $0) }
    isExplicit = reader.source(of: "writers") != .defaultValue
    writers = try reader.choice(
      "writers", editors != nil ? .editors : isPublic ? .nobody : .everybody)
    guard (writers == .editors) == (editors != nil) else {
      throw SettingsError("--writers editors and --editors FILE have to be given together.")
    }
  }

  /// Who may do what, once the file of editors is read.
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
  /// Whether only this machine can reach it.
  var isLoopback: Bool {
    guard case .address(let host, _) = self else { return false }
    return host == "localhost" || ClientAddress(host)?.isLoopback == true
  }
}
