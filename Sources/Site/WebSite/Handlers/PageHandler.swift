import HTTPTypes
import ImmutableUI
import Logging
import Markup
import WebServer

/// Responds with pages, from the cache or rendered.
struct PageHandler: Sendable {
  let renderer: PageRenderer
  let cache: PageCache
  let queue: PageQueue
  let errors: ErrorHandler
  let positions: LogPositions

  /// Responds with the page at a location, as soon as its data are loaded and it
  /// is the client's turn. A valid page in the cache is sent at once.
  ///
  /// - Parameters:
  ///   - guide: the name of the guide; `nil` for the front page.
  ///   - address: the cache key; `nil` disables caching.
  func reply<Source: PageSource>(
    with location: Source.Location, in source: Source, of guide: String?, at address: Href?,
    to context: RequestContext
  ) -> Reply {
    let wait = positions.wait(for: context.seen, of: guide, within: LogPositions.pageLimit)
    if wait == nil, let key = address.map(context.viewer.key),
      let page = cache.validPage(at: key)
    {
      context.requestLogger.note(.init(origin: .hit))
      return .now(page.response.response(to: context.request))
    }
    return errors.later(context) { [queue] in
      try await wait?()
      if !source.isReady(at: location) {
        try await context.preparing { try await source.prepare(at: location) }
      }
      return try await queue.page(for: context.client) {
        let found = find(
          location, in: source, of: guide, at: address, for: context.viewer,
          onLookup: context.requestLogger.note)
        return switch found {
        case .page(let page): page.response.response(to: context.request)
        case .other(let pageResponse): try response(with: pageResponse, of: guide, to: context)
        }
      }
    }
  }

  /// Returns the page at a location, cached or rendered.
  ///
  /// - Parameter address: the cache key; `nil` disables caching.
  func find<Source: PageSource>(
    _ location: Source.Location, in source: Source, of guide: String?, at address: Href?,
    for viewer: Viewer, onLookup: (PageCache.LookupResult) -> Void = { _ in }
  ) -> PageCache.Found<ServedPage, PageResponse<Source.Content>> {
    cache.page(at: address.map(viewer.key), onLookup: onLookup) { earlier in
      let pageResponse = viewer.rendering { source.response(at: location) }
      guard case .page(let page) = pageResponse else { return .other(pageResponse) }
      if page.isIncomplete { Task { try? await source.prepare(at: location) } }
      // Every dialog changes data.
      if page.hasDialog || page.isForWriters, !viewer.audience.mayWrite {
        let page = (address ?? SiteRoute.front.href).text
        return .other(.seeOther(SiteRoute.signIn(page: page).href))
      }
      // Read before the rendering, so that they are never newer than the page.
      let dependencies = page.dependencies + renderer.document.dependencies
      return .page(
        PageCache.CachedPage(
          page: renderer.served(page, of: guide, at: address, for: viewer, reusing: earlier),
          dependencies: dependencies, expires: page.expires,
          isShared: page.status == .ok && !page.isPersonal))
    }
  }

  /// Responds with the response of a source: a page, a redirect or an error.
  func response(
    with pageResponse: PageResponse<some HTML>, of guide: String?, to context: RequestContext
  ) throws(SiteError) -> Response {
    switch pageResponse {
    case .page(let page):
      return renderer.served(page, of: guide, at: nil, for: context.viewer)
        .response.response(to: context.request)
    case .notFound(let missing): throw .notFound(missing, guide: guide)
    case .seeOther(let href):
      // After a post, the page has to show its change.
      let position =
        context.request.head.method == .post ? positions.current(of: guide) : context.seen
      return .seeOther(positions.adding(position, to: href))
    }
  }

  /// Renders the current content of an open page.
  func liveContent<Source: PageSource>(
    at location: Source.Location, in source: Source, of guide: String?, at address: Href,
    for viewer: Viewer
  ) -> LiveContent {
    switch find(location, in: source, of: guide, at: address, for: viewer) {
    case .page(let page): .page(page.rendered)
    case .other(.page(let page)):
      .page(renderer.served(page, of: guide, at: address, for: viewer).rendered)
    case .other(.seeOther(let href)): .redirect(to: href.text)
    case .other(.notFound(let missing)):
      .page(renderer.page(for: .notFound(missing, guide: guide), nil))
    }
  }
}

extension Response {
  /// A redirect to another page, after a post or in place of a page.
  static func seeOther(_ address: String) -> Response {
    Response(status: .seeOther, headerFields: [.location: address, .cacheControl: "no-store"])
  }
}
