import Durable
import Foundation
import Glibc
import ImmutableData
import Logging
import Markup
import Storage
import UnixSignals
import WebServer

/// The program of a site: creates its parts, loads their data, and serves until
/// shutdown.
struct Application<Options: SiteOptions> {
  private let parts: SiteParts
  private let server: WebServer
  private let operators: OperatorServer?
  private let siteName: String
  private let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
  private let lock: FolderLock
  private let reloads = Reloads()
  private let logger: Logger
  private let errors: LogWriter
  private let checkSettings: @Sendable () throws -> Void

  /// Opens all files, and starts to listen.
  ///
  /// - Parameters:
  ///   - site: the site.
  ///   - settings: the settings of every site.
  ///   - options: the settings of this site.
  ///   - logger: the log.
  ///   - errors: writes messages to standard error that are not part of the
  ///     log.
  ///   - checkSettings: throws an error if the settings have become invalid.
  /// - Throws: an error whose description is one sentence.
  init(
    site: Site<Options>, settings: Settings, options: Options, logger: Logger, errors: LogWriter,
    checkSettings: @escaping @Sendable () throws -> Void
  ) async throws {
    let parts = try SiteParts(
      site, settings, options, logger: logger,
      requestLog: RequestLog(settings.log, to: errors, label: Options.program))
    lock = try Self.lock(settings.data)
    if settings.replaceDamaged {
      for (_, file) in parts.files { await file.replaceIfDamaged() }
    }
    // A shared database is loaded later, before the guides.
    if !parts.storage.isShared { await parts.sessions?.load() }
    do {
      server = try parts.server()
      let metrics = ProgramMetrics(
        version: Options.version, commit: Options.commit, server: server, parts: parts,
        reloads: reloads)
      operators = try Self.operatorServer(settings, logger: logger) { endpoint in
        try OperatorServer(
          endpoint, prefix: Options.program.identifier + "_",
          readiness: parts.responder.handlers.readiness, logger: logger,
          writeMetrics: metrics.write)
      }
    } catch {
      _ = await parts.guides.stop(until: .now + .seconds(1), logger: logger)
      throw error
    }
    self.parts = parts
    self.logger = logger
    self.errors = errors
    self.checkSettings = checkSettings
    siteName = site.text.name
  }

  private var responder: Responder { parts.responder }
  private var guides: [any Guide] { parts.guides }
  private var settings: Settings { parts.settings }

  /// Creates the data folder if it is missing, and locks it.
  private static func lock(_ folder: URL) throws -> FolderLock {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SettingsError(
        "the data folder \(folder.path) cannot be created; check its path and its permissions.")
    }
    return try FolderLock(folder: folder)
  }

  /// Starts the server of the metrics. If its default address is in use, as by
  /// another instance, the site is served without metrics.
  private static func operatorServer(
    _ settings: Settings, logger: Logger, start: (Endpoint) throws -> OperatorServer
  ) throws -> OperatorServer? {
    guard let endpoint = settings.metrics else { return nil }
    do {
      return try start(endpoint)
    } catch {
      let advice = "choose another port with --metrics-port, or set it to off"
      guard !settings.requiresMetrics else {
        throw SettingsError("metrics cannot be served: \(error) (\(advice)).")
      }
      logger.warning(
        "metrics are disabled", metadata: ["error": .error(error), "advice": "\(advice)"])
      return nil
    }
  }

  /// Serves until the program is to stop.
  ///
  /// - Parameter stop: a task that ends then.
  func run(until stop: Task<Void, Never>) async throws {
    // Trap the signal before the program is reported as ready.
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    let reloading = Task { for await _ in hangups { await reload() } }
    defer { reloading.cancel() }
    reloads.begin(in: settings.data)
    let heartbeats = Task { await manager.sendHeartbeats() }
    defer { heartbeats.cancel() }
    if try await startSharedLogs(until: stop) {
      manager.notify("READY=1", "STATUS=Serving")
      reportReady()
      printWarnings(settings.warnings + expiryWarnings)
    }

    await work(until: stop)
    manager.notify("STOPPING=1")
    logger.notice("stopping")
    responder.handlers.readiness.drain()
    let deadline = ContinuousClock.now + .milliseconds(4_800)
    for guide in guides { guide.cancelFetches() }
    await server.stop(timeout: .milliseconds(3_500))
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
    var unfinished = await guides.stop(until: deadline - .milliseconds(300), logger: logger)
    // A log may be waiting for a database that does not answer.
    let isClosed = await withDeadline(deadline - .now) {
      try? await parts.storage.close()
      return true
    }
    if isClosed == nil { unfinished.append("storage") }
    _ = await endOfOperators
    if !unfinished.isEmpty {
      logger.error(
        "not everything stopped before the deadline; unfinished transactions are rolled back",
        metadata: ["parts": "\(unfinished.joined(separator: ", "))"])
      errors.flush(within: 1)
      // Its threads may still use what exit handlers free. SQLite rolls back
      // the transactions of a killed program.
      _exit(EXIT_SUCCESS)
    }
  }

  /// Loads the shared data. Waits while the database is away: the site responds,
  /// but is not ready.
  ///
  /// - Returns: false if the shutdown began before.
  /// - Throws: `SettingsError` if the database cannot be used.
  private func startSharedLogs(until stop: Task<Void, Never>) async throws -> Bool {
    guard parts.storage.isShared else { return true }
    let starting = Task {
      try await parts.storage.start { error in
        logger.error("the database is away; waiting for it", metadata: ["error": .error(error)])
        manager.notify("READY=1", "STATUS=Waiting for the database")
      }
    }
    let stopping = Task {
      await stop.value
      starting.cancel()
    }
    defer { stopping.cancel() }
    do {
      try await starting.value
      return true
    } catch is CancellationError {
      return false
    } catch {
      throw SettingsError(unusableDatabase: error)
    }
  }

  /// Reports the address on standard output, which may be closed.
  private func reportReady() {
    var line = Data("\(siteName) is ready: \(address)\n".utf8)
    if settings.log.format == .json {
      var json = LogLine(.notice, label: Options.program, "\(siteName) is ready", as: .json)
      json.field("address", address)
      json.field("version", Options.fullVersion)
      line = json.ended().withUnsafeBytes { Data($0) }
    }
    try? FileHandle.standardOutput.write(contentsOf: line)
    logger.notice(
      "started",
      metadata: [
        "version": "\(Options.fullVersion)",
        "templates": "\(settings.templates?.path ?? "built in")",
        "public": "\(settings.public?.path ?? "built in")",
      ])
  }

  /// The address of the site, for its operator.
  private var address: String {
    let scheme = parts.certificate == nil ? "http" : "https"
    return switch settings.endpoint {
    case .address(let host, _):
      "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(server.port)"
    case .socket(let path): path
    case .inherited: "on the inherited socket"
    }
  }

  private var expiryWarnings: [String] {
    [parts.certificate?.expiryProblem()?.sentence].compactMap { $0 }
  }

  /// Prints what an operator may not expect of the settings and the files.
  private func printWarnings(_ sentences: [String]) {
    for sentence in sentences {
      settings.log.report(sentence, .warning, to: errors, label: Options.program)
    }
  }

  /// Loads and refreshes data.
  private func work(until stop: Task<Void, Never>) async {
    var tasks: [Task<Void, Never>] = [
      Task { await followEditors() },
      Task { await responder.followFiles() },
      Task { await parts.storage.maintain() },
      Task { _ = try? await responder.followOutages(of: parts.storage) },
    ]
    for guide in guides {
      tasks.append(Task { _ = try? await parts.work.perform(guide, among: guides) })
    }
    // They are not awaited: one may be blocked by a busy store.
    defer { for task in tasks { task.cancel() } }
    await stop.value
  }

  /// Reloads the files when that of the editors has changed, as another instance may have been
  /// told, and writes which invitations were accepted.
  private func followEditors() async {
    guard let editors = parts.sessions?.editors else { return }
    var written: Set<String>?
    while !Task.isCancelled {
      if editors.isFileChanged { await reload() }
      let accepted = editors.acceptedInvitations
      if accepted != written, AcceptedInvitations.write(accepted, to: settings.data) {
        written = accepted
      }
      try? await Task.sleep(for: .seconds(1))
    }
  }

  /// Reloads each file, whether or not another one is valid.
  private func reload() async { await reloads.perform { await reloadFiles() } }

  /// - Returns: the sentences of what failed.
  private func reloadFiles() async -> [String] {
    var findings = Findings()
    func attempt(_ previous: String, _ reload: () async throws -> Void) async {
      do {
        try await reload()
      } catch {
        findings.add(error)
        logger.error(
          "reload failed; the previous \(previous) in use", metadata: ["error": .error(error)])
      }
    }
    // They take effect at the next start, which would fail.
    await attempt("settings stay") { try checkSettings() }
    await attempt("certificate stays") { try parts.certificate?.reload() }
    await attempt("editors file stays") { try await parts.sessions?.editors.reload() }
    if let first = findings.errors.first {
      manager.notify("STATUS=Reload failed: \(first)")
    } else {
      if !reloads.isLastComplete { manager.notify("STATUS=Serving") }
      logger.notice("reloaded the certificate and the editors")
      printWarnings(expiryWarnings)
    }
    return findings.errors
  }
}
