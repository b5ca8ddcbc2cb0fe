package import Durable
package import Foundation
import HTTPTypes
import ImmutableUI
import Logging
import Storage
package import WebServer

/// The composition root: creates the guides of a site and the responder to requests from
/// its settings, and injects their dependencies.
///
/// The program and the tests of a site have the same parts. Creating them neither loads
/// data nor listens.
package struct SiteParts: Sendable {
  /// The guides, in the order of the navigation.
  package let guides: [any Guide]
  /// The logs of the guides and of the sessions.
  package let storage: DurableStorage
  /// The work that the guides repeat.
  package let jobs = BackgroundJobs()
  /// The start of the guides, and their recurring work.
  let work: GuideWork
  let responder: Responder
  let settings: Settings
  /// The editors and their sessions.
  package let sessions: Sessions?
  let certificate: Certificate?
  private let logger: Logger

  /// - Parameters:
  ///   - site: the site.
  ///   - settings: the settings of every site.
  ///   - options: the settings of this site.
  ///   - now: returns the current time; `nil` for the clocks of the machine.
  ///   - timeout: the maximum time that a request waits for an operation.
  ///   - document: the document, if it exists already.
  ///   - logger: the log.
  ///   - requestLog: the log of requests; `nil` if they are not logged.
  /// - Throws: an error whose description is one sentence.
  init<Options: SiteOptions>(
    _ site: Site<Options>, _ settings: Settings, _ options: Options,
    now: (@Sendable () -> Date)? = nil, timeout: Duration = .seconds(5),
    document: Document? = nil, logger: Logger, requestLog: RequestLog?
  ) throws {
    let seconds = now.map { now in { @Sendable in now().timeIntervalSince1970 } }
    let now = now ?? { .now }
    let work = GuideWork(logger: logger)
    self.work = work
    var settings = settings
    if site.makeTools != nil { settings.schemes = ColourScheme.allCases }
    var findings = Findings()
    let (certificate, editors, opened) = settings.openFiles(
      site.files, logger: logger, seconds: seconds, &findings)
    guard let files = opened, findings.errors.isEmpty else {
      throw SettingsError(findings.errors)
    }
    let tools = site.makeTools?(now) ?? []
    let observer = combinedObserver([loggingObserver(logger)] + tools.map(\.observer))
    let storage = DurableStorage(
      of: Options.program, in: settings.database, orFilesIn: settings.data, logger: logger)
    let time = now
    self.storage = storage
    sessions = editors.map {
      Sessions(
        of: $0, in: storage, days: settings.sessionDays,
        now: { Int(time().timeIntervalSince1970.rounded(.down)) }, logger: logger)
    }
    guides = try site.guides(
      GuideContext(
        dataFolder: settings.data, storage: storage, logger: logger, observer: observer,
        userAgent: "\(site.text.name)/\(Options.version.isEmpty ? "1.0" : Options.version)",
        now: now, timeout: timeout, tools: tools, jobs: jobs, assets: files.assets),
      options)
    var documents = DocumentSource(files: files, text: site.text, guides: guides)
    documents.outages = storage.isShared ? DatabaseOutages() : nil
    let document = try document ?? documents.document()
    responder = try Responder(
      guides: guides, document: document, limits: settings.siteLimits,
      security: settings.security(
        sessions: sessions, log: LogThrottle(logger) { ClockMinute.seconds(of: time()) },
        seconds: seconds),
      tools: Tools(
        pages: tools, observer: observer,
        reloading: settings.development
          ? ReloadingDocument(
            document, documents, buildErrors: settings.buildErrors, logger: logger)
          : nil),
      readiness: Readiness(
        guides.map { $0.readiness(work) } + (storage.isShared ? [Self.readiness(of: storage)] : [])),
      positions: LogPositions(
        logs: storage, showingLoadErrors: Set(guides.filter(\.showsLoadErrors).map(\.name))),
      samples: SampleSwitch(isOn: settings.sample, isOffered: !storage.isShared),
      now: now, logger: logger, requestLog: requestLog)
    self.settings = settings
    self.certificate = certificate
    self.logger = logger
  }

  /// Creates the parts of a site in its tests, without a log.
  ///
  /// - Parameters:
  ///   - site: the site.
  ///   - texts: the settings, by the names of their options, as in the environment.
  ///   - now: returns the current time; `nil` for the clocks of the machine.
  ///   - timeout: the maximum time that a request waits for an operation.
  ///   - document: the document, if it exists already.
  /// - Throws: an error that names the setting and its valid values.
  package init<Options: SiteOptions>(
    testing site: Site<Options>, settings texts: [String: String], now: (@Sendable () -> Date)?,
    timeout: Duration, document: Document?
  ) throws {
    let names = Options.allSettings.map(\.name)
    if let name = texts.keys.first(where: { !names.contains($0) }) {
      throw SettingsError("“\(name)” is not a setting of \(Options.program).")
    }
    let reader = try SettingsReader(
      program: Options.program, names: names, options: [:],
      environment: Dictionary(
        uniqueKeysWithValues: texts.map {
          (SettingsReader.variable($0.key, of: Options.program), $0.value)
        }))
    try self.init(
      site, Settings(reader), reader.read(Options()), now: now, timeout: timeout,
      document: document, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      requestLog: nil)
  }

  /// The check that the database has responded lately. Pages are served from
  /// memory while it is away.
  private static func readiness(of storage: DurableStorage) -> Readiness.Check {
    Readiness.Check(name: "database") {
      guard let contact = storage.lastContact,
        storage.logs.allSatisfy({ $0.position != nil })
      else { return "loading" }
      return contact.duration(to: .now) < .seconds(30) ? nil : "not reachable"
    }
  }

  /// The database files of the guides and of the sessions.
  var files: [(name: String, file: DatabaseFile)] { storage.files(of: guides) }

  /// The folder of the database files.
  package var dataFolder: URL { settings.data }

  /// Responds to a request.
  @Sendable
  package func reply(to request: Request) -> Reply { responder.reply(to: request) }

  /// Creates the server, which starts to listen immediately.
  package func server() throws -> WebServer {
    var configuration = Configuration(settings.endpoint, logger: logger)
    configuration.certificate = certificate
    configuration.trustedProxies = settings.trustedProxies
    configuration.checksLocalUsers = responder.security.isLimitedToMachine
    configuration.commonFields = SecurityFields.common(
      isSecure: certificate != nil || responder.security.origins.areSecure)
    configuration.limits = settings.limits
    configuration.limits.uploads = guides.uploads
    configuration.refusalResponse = responder.response(to:of:)
    configuration.uploadRefusal = responder.refusal(ofUpload:)
    // A prepared response is the same for all clients, so it cannot have
    // `Server-Timing`.
    if settings.pageCache > 0, !settings.development {
      configuration.fastPath =
        FastPath(responder, commonFields: configuration.commonFields).response
    }
    return try WebServer(configuration, handler: responder.reply(to:))
  }
}

extension DurableStorage {
  /// Returns the database files of guides, and of the logs that belong to none of them.
  func files(of guides: [any Guide]) -> [(name: String, file: DatabaseFile)] {
    let own = guides.compactMap { guide in guide.file.map { (name: guide.name, file: $0) } }
    // A guide has the file of its log.
    let others = logs.filter { log in !guides.contains { $0.name == log.name } }
    return own + others.compactMap { log in log.file.map { (name: log.name, file: $0) } }
  }
}
