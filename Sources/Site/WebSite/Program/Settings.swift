import Foundation
import ImmutableUI
import Logging
import WebServer

/// The settings of every site.
struct Settings {
  var endpoint: Endpoint
  var certificateFiles: CertificateFiles?
  var access: AccessSettings
  var data: URL
  /// True if damaged database files are renamed, and new ones created.
  var replaceDamaged: Bool
  /// The shared database; `nil` for a file of each guide.
  var database: DatabaseSettings?
  /// The folder of the templates; `nil` for the built-in ones.
  var templates: URL?
  /// The folder of the public files; `nil` for the built-in ones alone.
  var assets: URL?
  /// The size of the page cache in MiB; 0 disables it.
  var pageCache: Int
  var limits: Limits
  var formFields: Int
  var streams: Int
  var streamsPerClient: Int
  var livePages: LivePages.Limits
  var exports: Int
  var exportsPerClient: Int
  /// The rate limit of one client; 0 for no limit.
  var postsPerMinute: Int
  var log: LogSettings
  /// The endpoint of the metrics; `nil` if they are disabled.
  var metrics: MetricsSettings?
  /// True to show samples in place of missing data.
  var sample: Bool
  var tools: ToolSettings

  /// The files of a certificate chain and its private key.
  struct CertificateFiles {
    var chain: URL
    var key: URL
  }

  /// - Throws: `SettingsError` that names the setting and its valid values.
  init(_ reader: SettingsReader) throws {
    endpoint = try Self.endpoint(reader)
    certificateFiles = try Self.certificateFiles(reader)
    access = try AccessSettings(reader, endpoint: endpoint)

    data = URL(fileURLWithPath: reader.text("data", "data"), isDirectory: true)
    replaceDamaged = try reader.flag("replace-damaged")
    database = try DatabaseSettings(reader)
    templates = reader.folder("templates", beside: "Templates")
    assets = reader.folder("public", beside: "Public")

    pageCache = try reader.number("page-cache", 64, in: 0...65_536)
    limits = try Self.limits(reader)
    formFields = try reader.number("form-fields", 100, in: 10...10_000)
    streams = try reader.number("streams", 4_000, in: 0...1_000_000)
    streamsPerClient = try reader.number("streams-per-client", 16, in: 0...1_000_000)
    livePages = try LivePages.Limits(
      addresses: reader.number("live-addresses", 1_000, in: 0...1_000_000),
      bytes: reader.number("live-memory", 64, in: 1...65_536) << 20)
    exports = try reader.number("exports", 32, in: 0...1_000_000)
    exportsPerClient = try reader.number("exports-per-client", 4, in: 0...1_000_000)
    postsPerMinute = try reader.number("posts-per-minute", 120, in: 0...1_000_000)

    log = try LogSettings(reader)
    metrics = try MetricsSettings(reader)
    sample = try reader.flag("sample")
    tools = try ToolSettings(reader, isPublic: access.isPublic)
  }

  private static func endpoint(_ reader: SettingsReader) throws -> Endpoint {
    let host = reader.text("host", "127.0.0.1")
    let port = try reader.number("port", 8080, in: 0...65_535)
    let socket = reader.text("socket")
    if let descriptor = try reader.descriptorFromSystemd() {
      return .inherited(descriptor: descriptor)
    }
    // A host or port on the command line overrides a socket in the file.
    let address = min(reader.source(of: "host"), reader.source(of: "port"))
    if let socket, reader.source(of: "socket") <= address { return .socket(path: socket) }
    return .address(host: host, port: port)
  }

  private static func certificateFiles(_ reader: SettingsReader) throws -> CertificateFiles? {
    let chain = reader.text("tls-certificate")
    let key = reader.text("tls-key")
    switch (chain, key) {
    case (nil, nil): return nil
    case (let chain?, let key?):
      return CertificateFiles(chain: URL(fileURLWithPath: chain), key: URL(fileURLWithPath: key))
    default: throw SettingsError("--tls-certificate and --tls-key must be given together.")
    }
  }

  private static func limits(_ reader: SettingsReader) throws -> Limits {
    var limits = Limits()
    let connections = 1...1_000_000
    let seconds = 1...3_600
    let mebibytes = 1...1_048_576
    limits.connections = try reader.number("connections", limits.connections, in: connections)
    limits.connectionsPerClient = try reader.number(
      "connections-per-client", limits.connectionsPerClient, in: connections)
    limits.headSeconds = try reader.number("head-seconds", limits.headSeconds, in: seconds)
    limits.bodySeconds = try reader.number("body-seconds", limits.bodySeconds, in: seconds)
    limits.idleSeconds = try reader.number("idle-seconds", limits.idleSeconds, in: seconds)
    limits.responseSeconds = try reader.number(
      "answer-seconds", limits.responseSeconds, in: seconds)
    limits.targetBytes = try reader.number("target-bytes", limits.targetBytes, in: 256...16_384)
    limits.bodyBytes = try reader.number("form-bytes", limits.bodyBytes, in: 1_024...16_777_216)
    limits.outstandingBytes =
      try reader.number("sending", limits.outstandingBytes >> 20, in: mebibytes) << 20
    limits.outstandingBytesPerClient =
      try reader.number(
        "sending-per-client", limits.outstandingBytesPerClient >> 20, in: mebibytes) << 20
    return limits
  }
}

/// The endpoint of the metrics server.
struct MetricsSettings {
  var endpoint: Endpoint
  /// True if the address was set explicitly. The program then does not start
  /// without metrics.
  var isRequired: Bool

  /// - Returns: `nil` if metrics are disabled.
  /// - Throws: `SettingsError` that names the setting and its valid values.
  init?(_ reader: SettingsReader) throws {
    let host = reader.text("metrics-host", "127.0.0.1")
    guard let port = try reader.numberOrOff("metrics-port", 9464, in: 0...65_535) else {
      return nil
    }
    endpoint = .address(host: host, port: port)
    isRequired = ["metrics-host", "metrics-port"].contains {
      reader.source(of: $0) != .defaultValue
    }
  }
}

extension Settings {
  /// Reads the files that the settings name.
  ///
  /// - Throws: an error that names the file.
  func openFiles(
    logger: Logger
  ) throws -> (certificate: Certificate?, editors: Editors?, files: SiteFiles) {
    (
      try certificateFiles.map { try Certificate(chainFile: $0.chain, keyFile: $0.key) },
      try access.editors.map { try Editors(file: $0, logger: logger) },
      try SiteFiles(self)
    )
  }

  /// The limits of the site.
  var siteLimits: SiteLimits {
    var siteLimits = SiteLimits()
    siteLimits.cache = .init(bytes: pageCache << 20)
    siteLimits.streams = ConcurrencyLimit(total: streams, perClient: streamsPerClient)
    siteLimits.downloads = DownloadLimit(total: exports, perClient: exportsPerClient)
    siteLimits.livePages = livePages
    siteLimits.formFields = formFields
    return siteLimits
  }
}
