import Foundation
import ImmutableUI
import Logging
import WebServer

/// The settings of every site, and what follows from several of them.
@dynamicMemberLookup
struct Settings {
  /// The visitors who may change data.
  enum Writers: String, CaseIterable {
    case everybody
    case editors
    case nobody

    /// The audience of requests without credentials.
    var anonymous: Audience {
      switch self {
      case .everybody: .everybody
      case .editors: .readers
      case .nobody: .onlookers
      }
    }
  }

  private let common: CommonSettings
  /// The colour schemes for which a style sheet is made that ignores the preference of the browser.
  var schemes: [ColourScheme] = []
  let endpoint: Endpoint
  /// True if other machines can reach the site.
  let isPublic: Bool
  let writers: Writers
  /// The shared database; `nil` for a file of each guide.
  let database: DatabaseSettings?
  /// True if the address of the metrics is set. The program then does not start
  /// without them.
  let requiresMetrics: Bool

  subscript<Value>(dynamicMember path: KeyPath<CommonSettings, Value>) -> Value {
    common[keyPath: path]
  }

  /// - Throws: `SettingsError` that names each invalid setting and its valid values.
  init(_ reader: SettingsReader) throws {
    let common = try reader.read(CommonSettings())
    var findings = Findings()
    self.common = common
    endpoint = try Self.endpoint(common, reader)
    isPublic = !endpoint.isLoopback || !common.publicOrigin.isEmpty || !common.trustedProxy.isEmpty
    let hasEditors = common.editors != nil || common.userHeader != nil
    writers = common.writers ?? (hasEditors ? .editors : isPublic ? .nobody : .everybody)
    reader.show(writers.rawValue, for: "writers")
    database = findings.attempt { try DatabaseSettings(common, reader) } ?? nil
    requiresMetrics = ["metrics-host", "metrics-port"].contains {
      reader.source(of: $0) != .defaultValue
    }
    if (common.tlsCertificate == nil) != (common.tlsKey == nil) {
      findings.add("--tls-certificate and --tls-key must be given together.")
    }
    if (writers == .editors) != hasEditors {
      findings.add(
        "--writers editors and one of --editors FILE and --user-header must be given together.")
    }
    if common.userHeader != nil, common.trustedProxy.isEmpty {
      findings.add(
        "--user-header needs --trusted-proxy: name the proxy that sets the field.")
    }
    if common.groupsHeader != nil, common.userHeader == nil {
      findings.add("--groups-header needs --user-header.")
    }
    if !common.writerGroups.isEmpty, common.groupsHeader == nil {
      findings.add(
        "--writer-groups needs --groups-header: name the field with the groups of a visitor.")
    }
    if common.development, isPublic {
      findings.add(
        "--development is only for a site that no other machine can reach: remove it, or listen on "
          + "127.0.0.1 without a public origin or a proxy.")
    }
    if common.userHeader != nil, trustsEverybody {
      findings.add(
        "--trusted-proxy names all addresses, so that everybody could sign in with --user-header: "
          + "name the address of the proxy.")
    }
    try findings.end()
  }

  private static func endpoint(
    _ common: CommonSettings, _ reader: SettingsReader
  ) throws -> Endpoint {
    if let descriptor = try reader.descriptorFromSystemd() {
      return .inherited(descriptor: descriptor)
    }
    // A host or port on the command line overrides a socket in the file.
    let address = min(reader.source(of: "host"), reader.source(of: "port"))
    if let socket = common.socket, reader.source(of: "socket") <= address {
      return .socket(path: socket)
    }
    return .address(host: common.host, port: common.port)
  }
}

extension Settings {
  /// Reads the files that the settings name.
  ///
  /// - Parameters:
  ///   - embedded: the files in the program.
  ///   - seconds: the clock of wrong passwords; `nil` for the monotonic one.
  ///   - findings: gets an error for each file that cannot be used, in place of which the result
  ///     is `nil`.
  func openFiles(
    _ embedded: ProgramFiles, logger: Logger, seconds: (@Sendable () -> Double)? = nil,
    _ findings: inout Findings
  ) -> (certificate: Certificate?, editors: Editors?, files: SiteFiles?) {
    let certificate = findings.attempt {
      if let chain = self.tlsCertificate, let key = self.tlsKey {
        try Certificate(chainFile: chain, keyFile: key)
      } else {
        nil as Certificate?
      }
    }
    let editors = findings.attempt {
      try self.editors.map {
        try Editors(file: $0, now: seconds ?? monotonicSeconds, logger: logger)
      }
    }
    let files = findings.attempt { try SiteFiles(self, embedded) }
    return (certificate ?? nil, editors ?? nil, files)
  }

  /// Sentences about settings that an operator may not expect.
  var warnings: [String] {
    var sentences: [String] = []
    if writers == .nobody, common.writers == nil {
      sentences.append(
        "the site is read-only because other machines can reach it: let editors sign in with "
          + "--editors FILE, or let everybody make changes with --writers everybody.")
    }
    if case .address = endpoint, writers == .editors, isPublic, self.tlsCertificate == nil,
      self.trustedProxy.isEmpty
    {
      sentences.append(
        "passwords are sent in clear text: set --tls-certificate and --tls-key, or use a proxy "
          + "that terminates TLS and set --trusted-proxy.")
    }
    if trustsEverybody {
      sentences.append(
        "--trusted-proxy names all addresses, so that clients can pretend to have any address: name "
          + "the address of the proxy.")
    }
    return sentences
  }

  private var trustsEverybody: Bool { trustedProxies.containEverybody }

  var log: LogSettings { LogSettings(level: self.logLevel, format: self.logFormat) }

  /// The endpoint of the metrics; `nil` if they are disabled.
  var metrics: Endpoint? { self.metricsPort.map { .address(host: self.metricsHost, port: $0) } }

  var trustedProxies: TrustedProxies { TrustedProxies(self.trustedProxy) ?? .none }

  /// The limits of the server.
  var limits: Limits {
    var limits = Limits()
    limits.connections = self.connections
    limits.connectionsPerClient = self.connectionsPerClient
    limits.headSeconds = self.headSeconds
    limits.bodySeconds = self.bodySeconds
    limits.idleSeconds = self.idleSeconds
    limits.responseSeconds = self.answerSeconds
    limits.targetBytes = self.targetBytes
    limits.bodyBytes = self.formBytes
    limits.outstandingBytes = self.sending
    limits.outstandingBytesPerClient = self.sendingPerClient
    return limits
  }

  /// The limits of the site.
  var siteLimits: SiteLimits {
    var limits = SiteLimits()
    limits.cache = .init(bytes: self.pageCache)
    limits.streams = ConcurrencyLimit(total: self.streams, perClient: self.streamsPerClient)
    limits.downloads = ConcurrencyLimit(total: self.exports, perClient: self.exportsPerClient)
    limits.livePages = .init(addresses: self.liveAddresses, bytes: self.liveMemory)
    limits.formFields = self.formFields
    return limits
  }

  /// The largest memory that the limits allow, in bytes, besides the program and its data.
  var memory: Int {
    // Measured for the state of TLS.
    let secrets = self.tlsCertificate == nil ? 0 : self.connections * (32 << 10)
    return limits.memory + siteLimits.memory + secrets
  }

  /// Returns the access rules, given the sessions of the editors.
  ///
  /// - Parameters:
  ///   - log: the log of refused requests.
  ///   - seconds: the clock of the rate limit; `nil` for the monotonic one.
  func security(
    sessions: Sessions?, log: LogThrottle, seconds: (@Sendable () -> Double)? = nil
  ) -> RequestSecurity {
    RequestSecurity(
      anonymous: writers.anonymous,
      isLimitedToMachine: writers == .everybody && common.writers == nil, sessions: sessions,
      forwarded: self.userHeader.map {
        ForwardedVisitors(user: $0, groups: self.groupsHeader, writers: Set(self.writerGroups))
      },
      origins: Origins(publicOrigins: self.publicOrigin, acceptsAnyHost: isPublic),
      posts: PostRateLimiter(perMinute: self.postsPerMinute, now: seconds ?? monotonicSeconds),
      log: log)
  }
}

extension Endpoint {
  /// True if only this machine can reach the endpoint.
  var isLoopback: Bool {
    guard case .address(let host, _) = self else { return false }
    return host == "localhost" || ClientAddress(host)?.isLoopback == true
  }
}
