import FieldguideSite
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
  var isSaid: Bool
  var editors: URL?
  var publicOrigins: [Origins.Origin]
  var trustedProxies: TrustedProxies
  /// Whether others than those at this machine can reach the program.
  var isPublic: Bool

  /// - Throws: `SettingsError` that names what is wrong and what is right.
  init(_ command: Serve, _ reader: SettingsReader, endpoint: Endpoint) throws {
    publicOrigins = try reader.list(command.publicOrigin, "PUBLIC_ORIGIN").map { text in
      guard let origin = Origins.Origin(text) else {
        throw SettingsError(
          "the public origin is “\(text)”; it has to be as https://example.org, without a path.")
      }
      return origin
    }
    let proxies = reader.list(command.trustedProxy, "TRUSTED_PROXY")
    guard let trustedProxies = TrustedProxies(proxies) else {
      throw SettingsError(
        "the trusted proxies are “\(proxies.joined(separator: ", "))”; they have to be addresses as "
          + "192.0.2.1, networks as 10.0.0.0/8, or the word socket.")
    }
    self.trustedProxies = trustedProxies
    isPublic =
      !endpoint.isLoopback || !publicOrigins.isEmpty || !trustedProxies.isEmpty

    editors = reader.text(command.editors, "EDITORS").map { URL(fileURLWithPath: $0) }
    let said = reader.text(command.writers, "WRITERS")
    isSaid = said != nil
    if let said {
      guard let writers = Writers(rawValue: said) else {
        let all = Writers.allCases.map(\.rawValue).joined(separator: ", ")
        throw SettingsError("the writers are “\(said)”; they have to be one of \(all).")
      }
      guard (writers == .editors) == (editors != nil) else {
        throw SettingsError("--writers editors and --editors FILE have to be given together.")
      }
      self.writers = writers
    } else {
      writers = editors != nil ? .editors : isPublic ? .nobody : .everybody
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
      origins: Origins(publicOrigins: publicOrigins, answersToAll: isPublic),
      posts: PostLimit(perMinute: postsPerMinute))
  }
}

extension Endpoint {
  /// Whether only this machine can reach it.
  fileprivate var isLoopback: Bool {
    guard case .address(let host, _) = self else { return false }
    return host == "localhost" || ClientAddress(host)?.isLoopback == true
  }
}
