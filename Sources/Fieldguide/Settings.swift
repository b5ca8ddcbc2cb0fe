import BreedsData
import FieldguideSite
import Foundation
import Logging
import PhotosData
import QuakesData

/// What the program was started with: the command line, then the
/// environment, then the defaults.
struct Settings {
  var host: String
  var port: Int
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
  var connections: Int
  var streams: Int
  var streamsPerClient: Int

  /// - Throws: `SettingsError` that names what is wrong and what is right.
  init(_ command: Serve, environment: [String: String]) throws {
    func value(_ option: String?, _ variable: String) -> String? {
      option ?? environment["FIELDGUIDE_\(variable)"]
    }

    func number(
      _ option: String?, _ variable: String, default usual: Int, in range: ClosedRange<Int>,
      what: String
    ) throws -> Int {
      guard let text = value(option, variable) else { return usual }
      guard let number = Int(text), range.contains(number) else {
        throw SettingsError(
          "\(what) is “\(text)”; it has to be a number from \(range.lowerBound) to "
            + "\(range.upperBound).")
      }
      return number
    }

    host = value(command.host, "HOST") ?? "127.0.0.1"
    port = try number(
      command.port, "PORT", default: 8080, in: 0...65_535, what: "the port")

    let level = value(command.logLevel, "LOG_LEVEL") ?? "info"
    guard let logLevel = Logger.Level(rawValue: level) else {
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingsError("the log level is “\(level)”; it has to be one of \(levels).")
    }
    self.logLevel = logLevel

    quakesFeeds = try Self.address(
      value(command.quakesFeeds, "QUAKES_FEEDS"), default: RemoteStore.usgs.absoluteString,
      of: "the earthquake feeds")
    dogs = try Self.address(
      value(command.dogs, "DOGS"), default: DogAPI.ceo, of: "the dogs")
    photos = try Self.address(
      value(command.photos, "PHOTOS"),
      default: PhotosRemoteStore.jsonPlaceholder.absoluteString, of: "the photos")
    photosLimit = try number(
      command.photosLimit, "PHOTOS_LIMIT", default: 5, in: PhotosRemoteStore.limits,
      what: "the number of photos")
    pageCache = try number(
      command.pageCache, "PAGE_CACHE", default: 64, in: 0...65_536,
      what: "the size of the page cache in MiB")
    connections = try number(
      command.connections, "CONNECTIONS", default: 10_000, in: 1...1_000_000,
      what: "the number of connections")
    streams = try number(
      command.streams, "STREAMS", default: 4_000, in: 0...1_000_000,
      what: "the number of pages that follow changes")
    streamsPerClient = try number(
      command.streamsPerClient, "STREAMS_PER_CLIENT", default: 32, in: 0...1_000_000,
      what: "the number of such pages of one client")

    data = URL(fileURLWithPath: value(command.data, "DATA") ?? "data", isDirectory: true)
    templates = Self.folder(value(command.templates, "TEMPLATES"), named: "Templates")
    assets = Self.folder(value(command.public, "PUBLIC"), named: "Public")
  }

  /// An address of the web.
  private static func address(
    _ text: String?, default usual: String, of what: String
  ) throws -> URL {
    let text = text ?? usual
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
      url.host()?.isEmpty == false
    else {
      throw SettingsError(
        "the address of \(what) is “\(text)”; it has to be one of the web, as \(usual).")
    }
    return url
  }

  /// A folder that was named, or the one of that name in the nearest folder
  /// above the program: it stands beside the package where it was built, and
  /// beside the program where it was installed.
  private static func folder(_ path: String?, named name: String) -> URL {
    if let path { return URL(fileURLWithPath: path, isDirectory: true) }
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent(name, isDirectory: true)
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    return URL(fileURLWithPath: name, isDirectory: true)
  }
}
