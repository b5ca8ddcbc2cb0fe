import HTTPTypes
import ImmutableUI
import Logging
import Markup
import WebServer

/// Responds with pages: cached ones, or rendered anew.
struct PageHandler: Sendable {
  let renderer: PageRenderer
  let cache: PageCache
  let errors: ErrorHandler

  /// The page at a location, or an answer that leads elsewhere.
  enum Found<Content: HTML> {
    case page(ServedPage)
    case instead(PageResponse<Content>)
  }

  /// Responds with the page at a location, after what it shows has come.
  ///
  /// - Parameters:
  ///   - guide: the name of the guide; `nil` for the front page.
  ///   - address: the cache key; `nil` disables caching.
  func reply<Source: PageSource>(
    with location: Source.Location, in source: Source, of guide: String?, at address: Href?,
    to context: RequestContext
  ) -> Reply {
    @Sendable func respond(after waiting: Duration = .zero) throws(SiteError) -> Response {
      let found = find(
        location, in: source, of: guide, at: address, for: context.audience, after: waiting,
        onUse: context.exchange.note)
      return switch found {
      case .page(let page): page.response.response(to: context.request)
      case .instead(let answer): try response(with: answer, of: guide, to: context)
      }
    }
    if source.isReady(at: location) {
      return errors.now(context) { () throws(SiteError) in try respond() }
    }
    return errors.later(context) {
      let waiting = try await ContinuousClock().measure { try await source.prepare(at: location) }
      return try respond(after: waiting)
    }
  }

  /// Returns the page at a location, cached or rendered.
  ///
  /// - Parameters:
  ///   - address: the cache key; `nil` disables caching.
  ///   - waiting: how long the request waited for what is shown.
  func find<Source: PageSource>(
    _ location: Source.Location, in source: Source, of guide: String?, at address: Href?,
    for audience: Audience, after waiting: Duration = .zero,
    onUse: (PageCache.Use) -> Void = { _ in }
  ) -> Found<Source.Content> {
    var instead: PageResponse<Source.Content>?
    let origin = renderer.tools.observer.map { _ in ObservedRendering.Origin(waiting: waiting) }
    let cached = cache.page(at: address.map(audience.key), onUse: onUse) { earlier in
      let answer = source.response(at: location)
      guard case .page(let page) = answer else {
        instead = answer
        return nil
      }
      // All dialogs are for changing something.
      if page.hasDialog, !audience.mayWrite {
        instead = .seeOther(SiteRoute.signIn(page: (address ?? SiteRoute.front.href).text).href)
        return nil
      }
      return PageCache.Made(
        page: renderer.served(
          page, of: guide, at: address, for: audience, reusing: earlier, after: origin),
        dependencies: page.dependencies + renderer.document.dependencies, expires: page.expires,
        isShared: page.status == .ok && !page.isPersonal)
    }
    return cached.map(Found.page) ?? .instead(instead ?? .notFound(.page))
  }

  /// Responds with the answer to a post, or with where there is no page.
  func response(
    with answer: PageResponse<some HTML>, of guide: String?, to context: RequestContext
  ) throws(SiteError) -> Response {
    switch answer {
    case .page(let page):
      return renderer.served(page, of: guide, at: nil, for: context.audience)
        .response.response(to: context.request)
    case .notFound(let missing): throw .notFound(missing, guide: guide)
    case .seeOther(let href):
      return Response(
        status: .seeOther, headerFields: [.location: href.text, .cacheControl: "no-store"])
    }
  }

  /// The content that an open page is to show now.
  func liveContent<Source: PageSource>(
    at location: Source.Location, in source: Source, of guide: String?, at address: Href,
    for audience: Audience
  ) -> LiveContent {
    switch find(location, in: source, of: guide, at: address, for: audience) {
    case .page(let page): .page(page.rendered)
    case .instead(.page(let page)):
      .page(renderer.served(page, of: guide, at: address, for: audience).rendered)
    case .instead(.seeOther(let href)): .redirect(to: href.text)
    case .instead(.notFound(let missing)):
      .page(renderer.page(for: .notFound(missing, guide: guide), nil))
    }
  }
}
