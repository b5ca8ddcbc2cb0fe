import HTTPTypes
import ImmutableUI
import WebServer

/// The handlers of a site.
struct Handlers: Sendable {
  let errors: ErrorHandler
  let pages: PageHandler
  let forms: FormHandler
  let streams: StreamHandler
  let downloads: DownloadHandler
  let front: FrontPages
  let search: SearchPages
  /// The changes of all guides; `nil` if none are kept.
  let changes: (any ChangesPages)?
  let accounts: AccountHandler
  let discovery: DiscoveryHandler
  let toolSite: ToolSite
  let readiness: Readiness

  /// Dispatches a request to the handler of its route: the table of contents of
  /// the site.
  func reply(to match: RouteMatch, for context: RequestContext) throws(SiteError) -> Reply {
    switch match {
    case .guide(let match): try reply(to: match, for: context)
    case .tool(let tool, let target):
      .now(try tool.response(at: target, to: context, in: toolSite))
    case .site(.front):
      pages.reply(with: .init(), in: front, of: nil, at: SiteRoute.front.href, to: context)
    case .site(.search(let location)):
      pages.reply(with: location, in: search, of: nil, at: nil, to: context)
    case .site(.changes(let query)):
      try reply(withChanges: query, to: context)
    case .site(.live(let page, let version)):
      try streams.reply(withPageAt: page, version, to: context)
    case .site(.asset(let name)): .now(try file(document.assets[name], for: context))
    case .site(.favicon): .now(try file(document.assets[file: "favicon.ico"], for: context))
    case .site(.touchIcon):
      .now(try file(document.assets[file: "apple-touch-icon.png"], for: context))
    case .site(.serviceWorker):
      .now(try file(document.assets[file: "service-worker.js"], for: context))
    case .site(.manifest): .now(document.manifest.response(to: context.request))
    case .site(.signIn(let page)): .now(try accounts.signIn(page: page, for: context))
    case .site(.invitation(let token)): try accounts.invitation(token, for: context)
    case .site(.account(let notice)): .now(try accounts.account(notice, for: context))
    case .site(.accountEvent(let event, let page)):
      try accounts.perform(event, page: page, for: context)
    case .site(.robots): .now(discovery.robots(for: context))
    case .site(.sitemap): discovery.sitemap(for: context)
    case .site(.sample(let event, let page)): performSample(event, page: page, for: context)
    case .site(.health): .now(Readiness.alive)
    case .site(.readiness): .later { [readiness] in await readiness.response() }
    }
  }

  private func reply(
    withChanges query: NamedValues, to context: RequestContext
  ) throws(SiteError) -> Reply {
    func reply(with source: some ChangesPages) throws(SiteError) -> Reply {
      let (location, address) = try source.page(of: query)
      return pages.reply(with: location, in: source, of: nil, at: address, to: context)
    }
    guard let changes else { throw .notFound(.page) }
    return try reply(with: changes)
  }

  private func reply(
    to match: some GuideRouteMatch, for context: RequestContext
  ) throws(SiteError) -> Reply {
    let name = match.guide.name
    switch match.route.destination {
    case .page(let location):
      if let renamed = match.renamed { throw .moved(to: renamed) }
      return pages.reply(
        with: location, in: match.pages, of: name, at: match.pageAddress, to: context)
    case .post(let event, let location):
      return try forms.perform(event, from: location, in: match.pages, of: name, for: context)
    case .download(let download):
      return downloads.reply(
        with: download, of: match.pages, named: name, at: match.route.href, to: context)
    }
  }

  private var document: Document { errors.renderer.document }

  private func file(
    _ file: CachedResponse?, for context: RequestContext
  ) throws(SiteError) -> Response {
    guard let file else { throw .notFound(.page) }
    return file.response(to: context.request)
  }
}
