import Foundation
import HTTPTypes
import ImmutableUI
import Logging
import WebServer

/// The limits of a site.
struct SiteLimits: Sendable {
  var cache = PageCache.Limits()
  var pages = PageQueue.Limits()
  /// The limits of renderings for event streams, which keep no thread from pages.
  var updates = PageQueue.Limits(
    pages: max(2, ProcessInfo.processInfo.activeProcessorCount), pagesPerClient: 1)
  var streams = ConcurrencyLimit(total: 4_000, perClient: 16)
  var downloads = ConcurrencyLimit(total: 32, perClient: 4)
  var livePages = LivePages.Limits()
  /// The maximum number of fields in a form.
  var formFields = 200
}

extension Responder {
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
  convenience init(
    guides: [any Guide], document: Document, limits: SiteLimits = SiteLimits(),
    security: RequestSecurity, tools: Tools = Tools(), readiness: Readiness = Readiness(),
    positions: LogPositions = LogPositions(), samples: SampleSwitch = SampleSwitch(),
    now: @escaping @Sendable () -> Date = { .now }, logger: Logger,
    requestLog: RequestLog? = nil
  ) throws {
    let seconds: @Sendable () -> Int = { ClockMinute.seconds(of: now()) }
    let router = try Router(guides, samples: samples, tools: tools.pages)
    let renderer = PageRenderer(
      document: document, tools: tools, origins: security.origins, guides: guides)
    let errors = ErrorHandler(renderer: renderer, logger: logger)
    let pages = PageHandler(
      renderer: renderer, cache: PageCache(limits: limits.cache, now: seconds),
      queue: PageQueue(limits: limits.pages), errors: errors,
      positions: positions)
    let shown = ShownGuides(guides: guides, samples: samples)
    let front = FrontPages(
      text: document.text, shown: shown,
      styleSheets: document.assets.pageSheets(of: FrontPages.sheets))
    let forms = FormHandler(
      pages: pages, fieldLimit: limits.formFields, uploads: Set(guides.uploads.keys))
    let toolSite = ToolSite(renderer: renderer, router: router)
    let live = LivePages(limits: limits.livePages, observer: tools.observer)
    let handlers = Handlers(
      errors: errors, pages: pages,
      forms: forms,
      streams: StreamHandler(
        pages: pages, updates: PageQueue(limits: limits.updates), router: router, live: live,
        limit: limits.streams, security: security, front: front, toolSite: toolSite),
      downloads: DownloadHandler(
        pages: pages, origins: security.origins, limit: limits.downloads), front: front,
      search: SearchPages(shown: shown),
      accounts: AccountHandler(
        router: router, security: security, forms: forms, renderer: renderer, errors: errors,
        realm: document.text.name),
      discovery: DiscoveryHandler(
        errors: errors, guides: guides, origins: security.origins, tools: tools.pages,
        positions: positions),
      toolSite: toolSite, samples: SampleHandler(router: router, errors: errors),
      readiness: readiness)
    self.init(
      router: router, security: security, handlers: handlers,
      metrics: RequestMetrics(guides: guides.map(\.name)), logger: logger, requestLog: requestLog)
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
}
