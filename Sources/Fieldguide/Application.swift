import AnimalsUI
import BreedsUI
import FieldguideSite
import Foundation
import ImmutableUI
import Logging
import PhotosUI
import QuakesUI
import ServiceLifecycle
import Storage
import WebServer

/// The composition root: makes everything, gives each part what it needs,
/// and serves until it is told to stop.
struct Application: Service {
  private let site: Site
  private let server: WebServer
  private let animals: AnimalsProduct
  private let quakes: QuakesProduct
  private let breeds: BreedsProduct
  private let photos: PhotosProduct
  private let lock: FolderLock
  private let host: String
  private let logger: Logger

  /// Opens everything, and listens.
  ///
  /// - Throws: an error whose description is one sentence.
  init(settings: Settings, logger: Logger) throws {
    let assets = try Assets(folder: settings.assets)
    let document = try Document(folder: settings.templates, assets: assets)
    do {
      try FileManager.default.createDirectory(
        at: settings.data, withIntermediateDirectories: true)
    } catch {
      throw SettingsError("the data folder \(settings.data.path) cannot be made.")
    }
    let lock = try FolderLock(folder: settings.data)
    let animals = AnimalsProduct(folder: settings.data, logger: logger)
    let quakes = QuakesProduct(
      folder: settings.data, feeds: settings.quakesFeeds, logger: logger)
    let breeds = BreedsProduct(
      folder: settings.data, dogs: settings.dogs, logger: logger)
    let photos = PhotosProduct(
      folder: settings.data, service: settings.photos, limit: settings.photosLimit,
      logger: logger)
    let observer = Self.observer(logger: logger)
    let site = Site(
      document: document,
      animals: AnimalsRoot(
        store: animals.store, makeID: { UUID().uuidString }, observer: observer),
      quakes: QuakesRoot(
        store: quakes.store, land: try assets.landOutlines, observer: observer),
      breeds: BreedsRoot(store: breeds.store, observer: observer),
      photos: PhotosRoot(store: photos.store, observer: observer),
      pictureOrigins: breeds.pictureOrigins,
      cache: .init(bytes: settings.pageCache << 20),
      streams: StreamLimit(total: settings.streams, perClient: settings.streamsPerClient),
      logger: logger)

    var configuration = Configuration(host: settings.host, port: settings.port, logger: logger)
    configuration.commonFields = SecurityFields.common
    configuration.limits.connections = settings.connections
    configuration.refusalResponse = site.response(to:)
    configuration.shortcut = settings.pageCache > 0 ? site.shortcut : nil
    self.site = site
    self.server = try WebServer(configuration, handler: site.reply(to:))
    self.animals = animals
    self.quakes = quakes
    self.breeds = breeds
    self.photos = photos
    self.lock = lock
    self.host = settings.host
    self.logger = logger
  }

  /// Logs each evaluation of a selector, where that is asked for.
  private static func observer(logger: Logger) -> (@Sendable (SelectorEvent) -> Void)? {
    guard logger.logLevel <= .debug else { return nil }
    return { event in
      logger.debug(
        "selector", metadata: ["stage": "\(event.stage.rawValue)", "label": "\(event.label)"])
    }
  }

  func run() async throws {
    let host = host.contains(":") ? "[\(host)]" : host
    FileHandle.standardOutput.write(
      Data("Fieldguide is ready: http://\(host):\(server.port)\n".utf8))
    try animals.start()
    try quakes.start()

    try await gracefulShutdown()
    logger.info("stopping")
    await server.stop()
    let counts = site.cacheCounts
    logger.info(
      "page cache",
      metadata: [
        "hits": "\(counts.hits)", "misses": "\(counts.misses)",
        "revalidations": "\(counts.revalidations)", "entries": "\(counts.entries)",
        "bytes": "\(counts.bytes)",
      ])
    try await animals.stop()
    try await quakes.stop()
    try breeds.stop()
    try await photos.stop()
  }
}
