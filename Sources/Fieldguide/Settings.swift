import BreedsData
import FieldguideSite
import Foundation
import Logging
import PhotosData
import QuakesData
import WebServer

/// What the program was started with: the command line, then the
/// environment, then the defaults.
struct Settings {
  var endpoint: Endpoint
  var certificateFiles: CertificateFiles?
  var data: URL
  var templates: URL
  var assets: URL
  var logLevel: Logger.Level
  var quakesFeeds: URL
  var dogs: URL
  var photos: URL
  var photosLimit: Int
  /// MiB of rendered pages that are kept; 0 for none.
  var pageCache: Int
  var limits: Limits
  var formFields: Int
  var streams: Int
  var streamsPerClient: Int
  /// Of one client; 0 for as many as it likes.
  var postsPerMinute: Int
  var access: AccessSettings
  var tools: ToolSettings

  /// Where a certificate and its key are.
  struct CertificateFiles {
    var chain: URL
    var key: URL
  }

  /// - Throws: `SettingsError` that names what is wrong and what is right.
  init(_ command: Serve, environment: [String: String]) throws {
    let reader = SettingsReader(environment: environment)
    endpoint = try Self.endpoint(command, reader)
    certificateFiles = try Self.certificateFiles(command, reader)

    let level = reader.text(command.logLevel, "LOG_LEVEL") ?? "info"
    guard let logLevel = Logger.Level(rawValue: level) else {
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingsError("the log level is “\(level)”; it has to be one of \(levels).")
    }
    self.logLevel = logLevel

    quakesFeeds = try reader.address(
      command.quakesFeeds, "QUAKES_FEEDS", default: RemoteStore.usgs.absoluteString,
      of: "the earthquake feeds")
    dogs = try reader.address(command.dogs, "DOGS", default: DogAPI.ceo, of: "the dogs")
    photos = try reader.address(
      command.photos, "PHOTOS", default: PhotosRemoteStore.jsonPlaceholder.absoluteString,
      of: "the photos")
    photosLimit = try reader.number(
      command.photosLimit, "PHOTOS_LIMIT", default: 5, in: PhotosRemoteStore.limits,
      what: "the number of photos")
    pageCache = try reader.number(
      command.pageCache, "PAGE_CACHE", default: 64, in: 0...65_536, what: "the page cache in MiB")

    limits = try Self.limits(command, reader)
    formFields = try reader.number(
      command.formFields, "FORM_FIELDS", default: 100, in: 10...10_000,
      what: "the number of fields of a form")
    streams = try reader.number(
      command.streams, "STREAMS", default: 4_000, in: 0...1_000_000,
      what: "the number of pages that follow changes")
    streamsPerClient = try reader.number(
      command.streamsPerClient, "STREAMS_PER_CLIENT", default: 16, in: 0...1_000_000,
      what: "the number of such pages of one client")
    postsPerMinute = try reader.number(
      command.postsPerMinute, "POSTS_PER_MINUTE", default: 120, in: 0...1_000_000,
      what: "the number of posts of a client in a minute")
    access = try AccessSettings(command, reader, endpoint: endpoint)
    tools = try ToolSettings(command, reader, isPublic: access.isPublic)

    data = URL(fileURLWithPath: reader.text(command.data, "DATA") ?? "data", isDirectory: true)
    templates = reader.folder(command.templates, "TEMPLATES", named: "Templates")
    assets = reader.folder(command.public, "PUBLIC", named: "Public")
  }

  private static func endpoint(_ command: Serve, _ reader: SettingsReader) throws -> Endpoint {
    if let descriptor = try reader.descriptorFromSystemd() {
      return .inherited(descriptor: descriptor)
    }
    if let path = reader.text(command.socket, "SOCKET") { return .socket(path: path) }
    return .address(
      host: reader.text(command.host, "HOST") ?? "127.0.0.1",
      port: try reader.number(
        command.port, "PORT", default: 8080, in: 0...65_535, what: "the port"))
  }

  private static func certificateFiles(
    _ command: Serve, _ reader: SettingsReader
  ) throws -> CertificateFiles? {
    let chain = reader.text(command.tlsCertificate, "TLS_CERTIFICATE")
    let key = reader.text(command.tlsKey, "TLS_KEY")
    switch (chain, key) {
    case (nil, nil): return nil
    case (let chain?, let key?):
      return CertificateFiles(chain: URL(fileURLWithPath: chain), key: URL(fileURLWithPath: key))
    default: throw SettingsError("--tls-certificate and --tls-key have to be given together.")
    }
  }

  private static func limits(_ command: Serve, _ reader: SettingsReader) throws -> Limits {
    var limits = Limits()
    limits.connections = try reader.number(
      command.connections, "CONNECTIONS", default: limits.connections, in: 1...1_000_000,
      what: "the number of connections")
    limits.connectionsPerClient = try reader.number(
      command.connectionsPerClient, "CONNECTIONS_PER_CLIENT",
      default: limits.connectionsPerClient, in: 1...1_000_000,
      what: "the number of connections of one client")
    limits.headSeconds = try reader.number(
      command.headSeconds, "HEAD_SECONDS", default: limits.headSeconds, in: 1...3_600,
      what: "the time for a head in seconds")
    limits.bodySeconds = try reader.number(
      command.bodySeconds, "BODY_SECONDS", default: limits.bodySeconds, in: 1...3_600,
      what: "the time for a body in seconds")
    limits.idleSeconds = try reader.number(
      command.idleSeconds, "IDLE_SECONDS", default: limits.idleSeconds, in: 1...3_600,
      what: "the time between requests in seconds")
    limits.answerSeconds = try reader.number(
      command.answerSeconds, "ANSWER_SECONDS", default: limits.answerSeconds, in: 1...3_600,
      what: "the time for taking an answer in seconds")
    limits.targetBytes = try reader.number(
      command.targetBytes, "TARGET_BYTES", default: limits.targetBytes, in: 256...16_384,
      what: "the length of an address in bytes")
    limits.bodyBytes = try reader.number(
      command.formBytes, "FORM_BYTES", default: limits.bodyBytes, in: 1_024...16_777_216,
      what: "the size of a form in bytes")
    return limits
  }
}
