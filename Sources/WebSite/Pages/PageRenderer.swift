import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// Renders pages in their document, and error pages.
///
/// A class, so that handlers and open streams hold one reference to it.
final class PageRenderer: Sendable {
  private let fixedDocument: Document
  let tools: Tools
  /// The origins of the site.
  let origins: Origins
  /// The content security policies of guides with pictures from elsewhere, by
  /// the names of the guides.
  private let policies: [String: String]

  init(document: Document, tools: Tools, origins: Origins, guides: [any Guide]) {
    fixedDocument = document
    self.tools = tools
    self.origins = origins
    policies = Dictionary(
      uniqueKeysWithValues: guides.filter { !$0.pictureOrigins.isEmpty }.map {
        ($0.name, SecurityFields.contentSecurityPolicy(pictureOrigins: $0.pictureOrigins))
      })
  }

  /// The document around every page.
  var document: Document { tools.reloading?.document ?? fixedDocument }

  /// Renders a page.
  ///
  /// - Parameters:
  ///   - guide: the name of the guide it is of; `nil` for the front page.
  ///   - address: the address of the page; `nil` for one that answers a post.
  ///   - audience: who sees it.
  ///   - earlier: an earlier rendering of it.
  ///   - origin: what happened before it is written, for the inspector.
  func served(
    _ page: Page<some HTML>, of guide: String?, at address: Href?, for audience: Audience,
    reusing earlier: RenderedPage? = nil, after origin: ObservedRendering.Origin? = nil
  ) -> ServedPage {
    let observed = tools.observer.map { _ in ObservedRendering(after: origin ?? .init()) }
    let rendered = document.render(
      title: page.title,
      // The front page is in no guide, and stays where it is.
      metadata: metadata(of: page, at: guide == nil ? SiteRoute.front.href : address),
      frame: .init(
        guide: guide, hasDialog: page.hasDialog, isWaiting: page.isWaiting, audience: audience),
      page: page.status == .ok ? address : nil,
      content: page.content, reusing: earlier, onFragment: observed?.heard)
    if let observer = tools.observer, let observed {
      observer(
        .rendered(observed.ended(rendered, address: address, dependencies: page.dependencies)))
    }
    return ServedPage(
      rendered, pattern: guide.map(RoutePattern.page(of:)) ?? SiteRoute.front.pattern,
      status: HTTPResponse.Status(code: page.status.rawValue), isPersonal: page.isPersonal,
      audience: audience, policy: guide.flatMap { policies[$0] })
  }

  /// The metadata in the head of a page.
  ///
  /// - Parameter address: the address of the page; `nil` for one that answers a
  ///   post.
  private func metadata(of page: Page<some HTML>, at address: Href?) -> Metadata {
    let isLasting = page.status == .ok && !page.isPersonal
    return Metadata(
      description: page.description, canonical: isLasting ? address.flatMap(absolute) : nil,
      feed: page.feed, image: document.card.map { absolute($0) ?? $0 })
  }

  /// An address with the public origin of the site, if there is one.
  private func absolute(_ address: Href) -> Href? {
    origins.first.flatMap { Href(external: $0.text + address.text) }
  }

  // MARK: Pages that are never cached

  /// A page for those who build the site.
  func tool(_ title: String, _ content: some HTML, policy: String? = nil) -> Response {
    response(with: tool(title, content), policy: policy)
  }

  /// A page for those who build the site.
  ///
  /// - Parameter address: the address under which it is followed.
  func tool(_ title: String, _ content: some HTML, at address: Href? = nil) -> RenderedPage {
    document.render(
      title: title, frame: Document.Frame(guide: nil, isTool: true), page: address,
      content: content)
  }

  func response(with page: RenderedPage, policy: String?) -> Response {
    var fields: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
    ]
    fields[.contentSecurityPolicy] = policy
    return Response(
      status: .ok, headerFields: fields,
      body: .buffer(SharedBuffer(page.bytes.buffer, owner: page.bytes)))
  }

  /// - Parameter requestID: names the request in the log.
  func response(to error: SiteError, _ requestID: String) -> Response {
    let page = page(for: error, requestID)
    var fields = error.fields
    fields[.contentType] = "text/html; charset=utf-8"
    fields[.cacheControl] = "no-store"
    if let seconds = error.retryAfter { fields[.retryAfter] = "\(seconds)" }
    return Response(
      status: error.status, headerFields: fields,
      body: .buffer(SharedBuffer(page.bytes.buffer, owner: page.bytes)))
  }

  /// - Parameter requestID: names the request in the log; `nil` on a page that
  ///   no single request asked for.
  func page(for error: SiteError, _ requestID: String?) -> RenderedPage {
    let front = error.front.map { NotFound.Link(label: "Front page", href: $0) }
    let state = ErrorPage.ViewState(
      status: "\(error.status.code) \(error.status.reasonPhrase)", title: error.title,
      message: error.message, reasons: error.reasons,
      links: error.links + [front].compactMap { $0 }, requestID: requestID)
    return document.render(
      title: error.title, frame: Document.Frame(guide: error.guide),
      content: ErrorPage(state: state))
  }
}
