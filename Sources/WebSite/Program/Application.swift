import Foundation
import Glibc
import ImmutableData
import ImmutableUI
import Inspector
import Logging
import ServiceLifecycle
import Storage
import UnixSignals
import WebServer

/// The composition root: creates everything, gives each part what it needs,
/// and serves until it is told to stop.
struct Application<Options: SiteOptions>: Service, CustomStringConvertible {
  /// The name in the log: what else it has is not for the log.
  var description: String { Options.program }

  private let responder: Responder
  private let server: WebServer
  private let operators: OperatorServer?
  private let guides: [any Guide]
  private let siteName: String
  private let lock: FolderLock
  private let editors: Editors?
  private let certificate: Certificate?
  private let settings: Settings
  private let logger: Logger
  private let errors: LogWriter

  /// Opens everything, and listens.
  ///
  /// - Parameters:
  ///   - site: the site that is served.
  ///   - settings: the settings of every site.
  ///   - options: the settings of this one.
  ///   - logger: the log.
  ///   - errors: writes to standard error what is no part of the log.
  /// - Throws: an error whose description is one sentence.
  init(
    site: Site<Options>, settings: Settings, options: Options.Values, logger: Logger,
    errors: LogWriter
  ) throws {
    let certificate = try settings.certificateFiles.map {
      try Certificate(chainFile: $0.chain, keyFile: $0.key)
    }
    let editors = try settings.access.editors.map { try Editors(file: $0, logger: logger) }
    let files = try SiteFiles(settings)
    let lock = try Self.lock(settings.data)
    let inspection = settings.tools.inspector ? Inspection() : nil
    let observer = combinedObserver(loggingObserver(logger), inspection?.inspector.observe)
    let context = GuideContext(
      dataFolder: settings.data, logger: logger, observer: observer,
      userAgent: "\(site.text.name)/\(Options.version.isEmpty ? "1.0" : Options.version)",
      inspection: inspection, assets: files.assets)
    let guides = try site.makeGuides(context, options)
    let documents = DocumentSource(files: files, text: site.text, guides: guides)
    let document = try documents.document()
    let access = settings.access.access(editors: editors, postsPerMinute: settings.postsPerMinute)
    let responder = try Responder(
      guides: guides, document: document, limits: settings.siteLimits, access: access,
      tools: Tools(
        hasGallery: settings.tools.gallery, inspection: inspection, observer: observer,
        reloading: settings.tools.development
          ? ReloadingDocument(
            document, documents, buildErrors: settings.tools.buildErrors, logger: logger)
          : nil),
      readiness: Readiness(guides.map(\.readiness)), logger: logger)
    server = try Self.server(
      of: responder, settings, certificate: certificate, access: access, logger: logger)
    let metrics = ProgramMetrics(
      version: Options.version, responder: responder, server: server)
    operators = try Self.operatorServer(settings.metrics, logger: logger) { endpoint in
      try OperatorServer(
        endpoint, prefix: Options.program.identifier + "_", readiness: responder.handlers.readiness,
        logger: logger, writeMetrics: metrics.write)
    }
    self.responder = responder
    self.guides = guides
    self.lock = lock
    self.editors = editors
    self.certificate = certificate
    self.settings = settings
    self.logger = logger
    self.errors = errors
    siteName = site.text.name
  }

  /// Creates the data folder where it is missing, and locks it.
  private static func lock(_ folder: URL) throws -> FolderLock {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SettingsError("the data folder \(folder.path) cannot be made.")
    }
    return try FolderLock(folder: folder)
  }

  /// Creates the server, which listens from now on.
  private static func server(
    of responder: Responder, _ settings: Settings, certificate: Certificate?, access: Access,
    logger: Logger
  ) throws -> WebServer {
    var configuration = Configuration(settings.endpoint, logger: logger)
    configuration.certificate = certificate
    configuration.trustedProxies = settings.access.trustedProxies
    configuration.commonFields = SecurityFields.common(
      isSecure: certificate != nil || access.origins.areSecure)
    configuration.limits = settings.limits
    configuration.refusalResponse = responder.response(to:of:)
    // A prepared response is the same for all: it cannot say what it cost.
    let hasShortcut = settings.pageCache > 0 && !settings.tools.development
    if hasShortcut {
      configuration.fastPath =
        FastPath(responder, commonFields: configuration.commonFields)
        .response
    }
    return try WebServer(configuration, handler: responder.reply(to:))
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
    try? FileHandle.standardOutput.write(contentsOf: Data("\(siteName) is ready: \(place)\n".utf8))
    printAccessWarnings()
    for guide in guides { Task { try await guide.start() } }

    try await workUntilShutdown(reloadingOn: hangups)
    logger.notice("stopping")
    responder.handlers.readiness.drain()
    let deadline = ContinuousClock.now + .milliseconds(4_800)
    for guide in guides { guide.cancelFetches() }
    await server.stop(patience: .milliseconds(3_500))
    let counts = responder.handlers.pages.cache.counts
    logger.info(
      "page cache",
      metadata: [
        "hits": .stringConvertible(counts.hits), "misses": .stringConvertible(counts.misses),
        "revalidations": .stringConvertible(counts.revalidations),
        "entries": .stringConvertible(counts.entries),
        "bytes": .stringConvertible(counts.bytes),
      ])
    async let endOfOperators: Void? = operators?.stop()
    let unfinished = await guides.stop(until: deadline, logger: logger)
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
  private func printAccessWarnings() {
    var lines: [String] = []
    if settings.access.writers == .nobody, !settings.access.isExplicit {
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
      errors.write("\(Options.program): \(line)\n".utf8)
    }
  }

  /// Reloads files and refreshes data, until the process is told to stop.
  private func workUntilShutdown(reloadingOn hangups: UnixSignalsSequence) async throws {
    let tasks =
      [
        Task {
          for await _ in hangups { await reload() }
        },
        Task { await responder.followFiles() },
      ] + guides.map { guide in Task { try? await guide.run() } }
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
