import AnimalsUI
import BreedsUI
import Foundation
import Glibc
import ImmutableData
import ImmutableUI
import Inspector
import Logging
import PhotosUI
import QuakesUI
import ServiceLifecycle
import Storage
import UnixSignals
import WebServer
import WebSite

/// The composition root: makes everything, gives each part what it needs,
/// and serves until it is told to stop.
struct Application: Service, CustomStringConvertible {
  /// What it is called in the log: all else it has is nobody's business there.
  var description: String { "fieldguide" }

  private let site: Site
  private let server: WebServer
  private let operators: OperatorServer?
  private let products: [any Product]
  private let quakes: QuakesProduct
  private let lock: FolderLock
  private let editors: Editors?
  private let certificate: Certificate?
  private let settings: Settings
  private let logger: Logger
  private let errors: LogWriter

  /// Opens everything, and listens.
  ///
  /// - Parameters:
  ///   - settings: what the program was started with.
  ///   - logger: the log.
  ///   - errors: writes to standard error what is no part of the log.
  /// - Throws: an error whose description is one sentence.
  init(settings: Settings, logger: Logger, errors: LogWriter) throws {
    let certificate = try settings.certificateFiles.map {
      try Certificate(chainFile: $0.chain, keyFile: $0.key)
    }
    let editors = try settings.access.editors.map { try Editors(file: $0, logger: logger) }
    let access = settings.access.access(
      editors: editors, postsPerMinute: settings.postsPerMinute)
    let schemes = settings.tools.gallery ? ColourScheme.allCases : []
    let assets = try Assets(folder: settings.assets, schemes: schemes)
    let document = try Document(folder: settings.templates, assets: assets)
    let reloading =
      settings.tools.development
      ? ReloadingDocument(
        document, templates: settings.templates, assets: settings.assets, schemes: schemes,
        logger: logger) : nil
    do {
      try FileManager.default.createDirectory(
        at: settings.data, withIntermediateDirectories: true)
    } catch {
      throw SettingsError("the data folder \(settings.data.path) cannot be made.")
    }
    let lock = try FolderLock(folder: settings.data)
    let inspection = settings.tools.inspector ? Inspection() : nil
    let animals = AnimalsProduct(
      folder: settings.data, logger: logger, observer: inspection?.animals.observe)
    let quakes = QuakesProduct(
      folder: settings.data, feeds: settings.quakesFeeds, logger: logger,
      observer: inspection?.quakes.observe)
    let breeds = BreedsProduct(
      folder: settings.data, dogs: settings.dogs, logger: logger,
      observer: inspection?.breeds.observe)
    let photos = PhotosProduct(
      folder: settings.data, service: settings.photos, limit: settings.photosLimit,
      logger: logger, observer: inspection?.photos.observe)
    let products: [any Product] = [animals, quakes, breeds, photos]
    let observer = observers(loggingObserver(logger), inspection?.inspector.observe)
    let site = Site(
      document: document,
      animals: AnimalsRoot(
        store: animals.store, makeID: { UUID().uuidString },
        observer: observer),
      quakes: QuakesRoot(
        store: quakes.store, land: try assets.landOutlines, observer: observer),
      breeds: BreedsRoot(store: breeds.store, observer: observer),
      photos: PhotosRoot(store: photos.store, observer: observer),
      pictureOrigins: breeds.pictureOrigins,
      cache: .init(bytes: settings.pageCache << 20),
      streams: ConcurrencyLimit(total: settings.streams, perClient: settings.streamsPerClient),
      exports: ConcurrencyLimit(total: settings.exports, perClient: settings.exportsPerClient),
      livePages: settings.livePages,
      access: access, formFields: settings.formFields,
      tools: Tools(
        hasGallery: settings.tools.gallery, inspection: inspection, observer: observer,
        reloading: reloading),
      isSecure: certificate != nil || access.origins.areSecure,
      readiness: Readiness(products.map(\.readiness)), logger: logger)

    var configuration = Configuration(settings.endpoint, logger: logger)
    configuration.certificate = certificate
    configuration.trustedProxies = settings.access.trustedProxies
    configuration.commonFields = site.commonFields
    configuration.limits = settings.limits
    configuration.refusalResponse = site.response(to:of:)
    // What is prepared is the same for all: it cannot say what it cost.
    let hasShortcut = settings.pageCache > 0 && !settings.tools.development
    configuration.shortcut = hasShortcut ? site.shortcut : nil
    let server = try WebServer(configuration, handler: site.reply(to:))
    let metrics = ProgramMetrics(site: site, server: server, products: products) {
      [quakes.feed, breeds.feed, photos.feed]
    }
    operators = try Self.operatorServer(settings.metrics, logger: logger) { endpoint in
      try OperatorServer(
        endpoint, readiness: site.readiness, logger: logger, writeMetrics: metrics.write)
    }
    self.site = site
    self.server = server
    self.products = products
    self.quakes = quakes
    self.lock = lock
    self.editors = editors
    self.certificate = certificate
    self.settings = settings
    self.logger = logger
    self.errors = errors
  }

  /// Starts the server of the metrics. Where its address cannot be listened on
  /// and nobody asked for it, as at the start of a second instance, the site is
  /// served without.
  private static func operatorServer(
    _ metrics: MetricsSettings?, logger: Logger, start: (Endpoint) throws -> OperatorServer
  ) throws -> OperatorServer? {
    guard let metrics else { return nil }
    do {
      return try start(metrics.endpoint)
    } catch {
      let advice = "--metrics-port chooses another port, or is off"
      guard !metrics.isRequired else {
        throw SettingsError("metrics cannot be served: \(error) (\(advice)).")
      }
      logger.warning(
        "metrics are not served", metadata: ["error": "\(error)", "advice": "\(advice)"])
      return nil
    }
  }

  func run() async throws {
    // Trapped before anybody is told that he may send it.
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    // Whoever started the program may have closed standard output.
    try? FileHandle.standardOutput.write(contentsOf: Data("Fieldguide is ready: \(place)\n".utf8))
    tellWhoMayWrite()
    for product in products { Task { try await product.start() } }

    try await workUntilShutdown(reloadingOn: hangups)
    logger.notice("stopping")
    site.readiness.drain()
    let deadline = ContinuousClock.now + .milliseconds(4_800)
    for product in products { product.endFetching() }
    await server.stop(patience: .milliseconds(3_500))
    let counts = site.cacheCounts
    logger.info(
      "page cache",
      metadata: [
        "hits": .stringConvertible(counts.hits), "misses": .stringConvertible(counts.misses),
        "revalidations": .stringConvertible(counts.revalidations),
        "entries": .stringConvertible(counts.entries),
        "bytes": .stringConvertible(counts.bytes),
      ])
    async let endOfOperators: Void? = operators?.stop()
    let unfinished = await Self.stop(products, until: deadline, logger: logger)
    _ = await endOfOperators
    if !unfinished.isEmpty {
      logger.error(
        "stopped without waiting for what did not end; nothing of it is half on disk",
        metadata: ["guides": "\(unfinished.joined(separator: ", "))"])
      errors.flush(within: 1)
      // Its threads still run: what exit handlers free they may be using. SQLite
      // undoes the transaction of a program that ended within it.
      _exit(EXIT_SUCCESS)
    }
  }

  /// Ends what the products are doing and closes their files, all at once.
  ///
  /// - Returns: the names of those that were still at work at the deadline.
  static func stop(
    _ products: [any Product], until deadline: ContinuousClock.Instant, logger: Logger
  ) async -> [String] {
    await withTaskGroup(of: String?.self) { group in
      for product in products {
        group.addTask {
          let hasEnded = await withDeadline(deadline - .now) {
            do {
              try await product.stop()
            } catch {
              logger.failed("a file could not be closed", error)
            }
            return true
          }
          return hasEnded == nil ? product.guide.rawValue : nil
        }
      }
      return await group.reduce(into: []) { names, name in if let name { names.append(name) } }
        .sorted()
    }
  }

  /// Where people find the site.
  private var place: String {
    let scheme = certificate == nil ? "http" : "https"
    return switch settings.endpoint {
    case .address(let host, _):
      "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(server.port)"
    case .socket(let path): path
    case .inherited: "on the socket that was handed over"
    }
  }

  /// What an operator should know and may not expect.
  private func tellWhoMayWrite() {
    var lines: [String] = []
    if settings.access.writers == .nobody, !settings.access.isSaid {
      lines.append(
        "nobody can change anything, since others can reach this site: --editors FILE lets those "
          + "in the file sign in, --writers everybody lets everybody.")
    }
    if case .address = settings.endpoint, settings.access.writers == .editors,
      settings.access.isPublic, certificate == nil, settings.access.trustedProxies.isEmpty
    {
      lines.append(
        "passwords are sent in clear text: give --tls-certificate and --tls-key, or have a proxy "
          + "encrypt and name it with --trusted-proxy.")
    }
    for line in lines {
      errors.write("fieldguide: \(line)\n".utf8)
    }
  }

  /// Does what goes on beside the answers: reads what may change meanwhile
  /// anew, whenever it is told to or, for those who work on it, whenever it
  /// changes; and has the earthquakes refreshed.
  private func workUntilShutdown(reloadingOn hangups: UnixSignalsSequence) async throws {
    var tasks = [
      Task {
        for await _ in hangups { await reload() }
      },
      Task { await site.followFiles() },
    ]
    if let minutes = settings.quakesRefresh {
      tasks.append(Task { try? await quakes.refresh(every: .seconds(minutes * 60)) })
    }
    // They are not waited for: one may be waiting for a busy store.
    defer { for task in tasks { task.cancel() } }
    try await gracefulShutdown()
  }

  private func reload() async {
    do {
      try certificate?.reload()
      try await editors?.reload()
      logger.notice("read the certificate and the editors anew")
    } catch {
      logger.error("nothing was read anew", metadata: ["error": "\(error)"])
    }
  }
}
