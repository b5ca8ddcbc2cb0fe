import Foundation
import HTTPTypes
import ImmutableUI
import Logging
import WebServer

/// Responds to requests: authenticates, routes and handles them.
final class Responder: Sendable {
  let router: Router
  let security: RequestSecurity
  let handlers: Handlers
  let metrics: RequestMetrics
  let logger: Logger
  let requestLog: RequestLog?

  /// Creates the responder of a site: injects the dependencies of each handler,
  /// and starts the live updates.
  ///
  /// - Parameters:
  ///   - guides: the guides, in the order of the navigation.
  ///   - document: the document around every page.
  ///   - security: the access rules.
  ///   - positions: the positions in the logs of a shared database.
  ///   - samples: the choice to show samples.
  ///   - now: the current time.
  ///   - logger: the log.
  ///   - requestLog: the log of requests; `nil` if they are not logged.
  /// - Throws: `SettingsError` if two guides have the same address.
  init(
    guides: [any Guide], document: Document, limits: SiteLimits = SiteLimits(),
    security: RequestSecurity, tools: Tools = Tools(), readiness: Readiness = Readiness(),
    positions: LogPositions = LogPositions(), samples: SampleSwitch = SampleSwitch(),
    now: @escaping @Sendable () -> Date = { .now }, logger: Logger, requestLog: RequestLog? = nil
  ) throws {
    let seconds: @Sendable () -> Int = { ClockMinute.seconds(of: now()) }
    router = try Router(guides, samples: samples, tools: tools.pages)
    metrics = RequestMetrics(guides: guides.map(\.name))
    self.security = security
    self.logger = logger
    self.requestLog = requestLog
    let renderer = PageRenderer(
      document: document, tools: tools, origins: security.origins, guides: guides)
    let errors = ErrorHandler(renderer: renderer, logger: logger)
    let pages = PageHandler(
      renderer: renderer, cache: PageCache(limits: limits.cache, now: seconds),
      queue: PageQueue(limits: limits.pages), errors: errors, positions: positions)
    let shown = ShownGuides(guides: guides, samples: samples)
    let front = FrontPages(
      text: document.text, shown: shown,
      styleSheets: document.assets.pageSheets(of: FrontPages.sheets))
    let changes = guides.changes
    let forms = FormHandler(
      pages: pages, fieldLimit: limits.formFields, uploads: Set(guides.uploads.keys))
    let toolSite = ToolSite(renderer: renderer, router: router)
    let live = LivePages(limits: limits.livePages, observer: tools.observer)
    handlers = Handlers(
      errors: errors, pages: pages, forms: forms,
      streams: StreamHandler(
        pages: pages, updates: PageQueue(limits: limits.updates), router: router, live: live,
        limit: limits.streams, security: security, front: front,
        changes: changes, toolSite: toolSite),
      downloads: DownloadHandler(
        pages: pages, origins: security.origins, limit: limits.downloads), front: front,
      search: SearchPages(shown: shown), changes: changes,
      accounts: AccountHandler(
        router: router, security: security, forms: forms, renderer: renderer, errors: errors,
        realm: document.text.name),
      discovery: DiscoveryHandler(
        errors: errors, guides: guides, origins: security.origins, tools: tools.pages,
        positions: positions),
      toolSite: toolSite, readiness: readiness)
    live.update(StreamHandler.group(of: nil), at: front.makeRevisions())
    for guide in guides {
      live.update(StreamHandler.group(of: guide.name), at: guide.makeRevisions(samples))
    }
    for tool in tools.pages {
      if let revisions = tool.makeRevisions() { live.update(tool.name, at: revisions) }
    }
    security.sessions?.editors.notify { [weak live] in
      Task {
        // The window that has ended the right follows its redirect, which removes the cookie, first.
        try? await Task.sleep(for: .seconds(1))
        // Only the keys of visitors have several lines.
        await live?.updateAll { $0.contains("\n") }
      }
    }
    live.startClock(now: seconds)
  }

  /// Responds to a request, and logs it.
  ///
  /// If a password has to be checked, which takes time on purpose, the reply is
  /// asynchronous.
  @Sendable
  func reply(to request: Request) -> Reply {
    refreshDocument()
    var context = context(of: request)
    return RequestID.$current.withValue(context.requestLogger.requestID) {
      let check = security.authenticate(&context)
      return context.requestLogger.finishing(
        with: check.map { check in
          .later { [self] in await handled(await check()).response }
        } ?? handled(context))
    }
  }

  /// Responds to a request with a file before the file is read, if its visitor may not change
  /// data.
  ///
  /// A password that has to be checked first lets the file pass: wrong ones are throttled. So does
  /// the cookie of a session that has ended: the file is kept until its visitor has signed in.
  @Sendable
  func refusal(ofUpload request: Request) -> Response? {
    var context = context(of: request)
    let check = security.authenticate(&context, confirms: false)
    guard !context.audience.mayWrite, !security.hasHadSession(context),
      check == nil || request.head.headerFields[.authorization] == nil,
      case .now(let response) = context.requestLogger.finishing(with: handled(context))
    else { return nil }
    return response
  }

  private func context(of request: Request) -> RequestContext {
    RequestContext(
      request: request,
      requestLogger: RequestLogger(
        request: request, log: requestLog, metrics: metrics,
        showsTiming: handlers.errors.renderer.tools.reloading != nil),
      viewer: Viewer(security.anonymous))
  }

  /// Runs the security checks, and dispatches the request to the handler of its
  /// route.
  private func handled(_ context: RequestContext) -> Reply {
    do throws(SiteError) {
      try security.checkHost(of: context)
      let (address, seen) = handlers.pages.positions.split(context.request.head.path ?? "/")
      let context = context.having(seen: seen)
      let match = try match(at: address)
      context.requestLogger.note { $0.route = match.pattern }
      let method = context.request.head.method
      guard match.method.accepts(method) else { throw .wrongMethod(method, expected: match.method) }
      if match.method == .post {
        try security.checkOrigin(of: context, or: .crossOriginForm)
        try security.checkMachine(of: context)
        try security.checkPost(of: context)
        guard context.audience.mayWrite || !match.changesData else {
          return .now(try handlers.accounts.refuse(match, for: context))
        }
      }
      return try handlers.reply(to: match, for: context)
    } catch {
      return .now(handlers.errors.response(to: error, context))
    }
  }

  private func match(at address: String) throws(SiteError) -> RouteMatch {
    do throws(SiteError) {
      return try router.match(at: address)
    } catch {
      guard error.status == .notFound, let page = router.page(withoutSlashOf: address) else {
        throw error
      }
      throw .moved(to: page)
    }
  }
}
