import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// Renders pages and error pages in their document.
///
/// This is a class, so that handlers and open streams share one reference.
final class PageRenderer: Sendable {
  private let fixedDocument: Document
  let tools: Tools
  /// The origins of the site.
  let origins: Origins
  private let refusals = RefusalPages()
  /// The content security policies of guides with images from other origins, by
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
  ///   - guide: the name of the guide; `nil` for the front page.
  ///   - address: the address of the page; `nil` for the response to a post.
  ///   - viewer: the visitor whom the page is for.
  ///   - earlier: an earlier rendering of the page.
  func served(
    _ page: Page<some HTML>, of guide: String?, at address: Href?, for viewer: Viewer,
    reusing earlier: RenderedPage? = nil
  ) -> ServedPage {
    let rendered = viewer.rendering {
      document.render(
        title: page.title,
        // The front page belongs to no guide, and its address never changes.
        metadata: metadata(
          of: page, in: guide, at: guide == nil ? SiteRoute.front.href : address, viewer),
        frame: .init(
          guide: guide, hasDialog: page.hasDialog, isWaiting: page.isWaiting,
          audience: viewer.audience),
        page: page.status == .ok ? address : nil, account: account(of: viewer, at: address),
        sample: page.sample, content: page.content, reusing: earlier,
        onFragment: tools.observer.map { observer in
          { @Sendable (fragment: String) in observer(.rendered(fragment: fragment)) }
        })
    }
    return ServedPage(
      rendered, pattern: guide.map(RoutePattern.page(of:)) ?? SiteRoute.front.pattern,
      status: HTTPResponse.Status(code: page.status.rawValue), isPersonal: page.isPersonal,
      audience: viewer.audience, policy: guide.flatMap { policies[$0] }, headers: page.headers)
  }

  /// Returns the part of a page's head that says who is signed in.
  private func account(of viewer: Viewer, at address: Href?) -> AccountLinks {
    AccountLinks(viewer: viewer, page: address ?? SiteRoute.front.href)
  }

  /// Returns the style sheets of sites where visitors sign in.
  private func accountSheets(_ viewer: Viewer) -> [Href] {
    guard viewer.audience.signsIn else { return [] }
    return document.assets.pageSheets(of: "site").compactMap {
      try? document.assets.href(of: $0)
    }
  }

  /// Returns the metadata in the head of a page.
  ///
  /// - Parameters:
  ///   - guide: the name of the guide; `nil` for the front page.
  ///   - address: the address of the page; `nil` for the response to a post.
  private func metadata(
    of page: Page<some HTML>, in guide: String?, at address: Href?, _ viewer: Viewer
  ) -> Metadata {
    let isLasting = page.status == .ok && !page.isPersonal
    let assets = document.assets
    var metadata = Metadata(
      description: page.description,
      canonical: isLasting ? (page.canonical ?? address).flatMap(absolute) : nil,
      isIndexed: page.isIndexed, home: page.home, feed: page.feed,
      image: (page.image ?? document.card).map { absolute($0) ?? $0 },
      styleSheets: page.styleSheets.compactMap { try? assets.href(of: $0) } + accountSheets(viewer),
      scripts: page.scripts.compactMap { try? assets.href(of: $0) })
    if guide == nil, isLasting, let origin = origins.first {
      metadata.facts = SiteFacts(
        name: document.text.name, front: origin.text + SiteRoute.front.href.text,
        search: origin.text + SiteRoute.search().href.text)
    }
    return metadata
  }

  /// Returns an address with the public origin of the site, if it is
  /// configured.
  private func absolute(_ address: Href) -> Href? {
    origins.first.flatMap { Href(external: $0.text + address.text) }
  }

  // MARK: Pages that are never cached

  /// Responds with a page of the gallery or the inspector.
  func tool(_ title: String, _ content: some HTML, policy: String? = nil) -> Response {
    response(with: tool(title, content), policy: policy)
  }

  /// Renders a page of the gallery or the inspector.
  ///
  /// - Parameter address: the address of the page, for its event stream.
  func tool(_ title: String, _ content: some HTML, at address: Href? = nil) -> RenderedPage {
    document.render(
      title: title, frame: Document.Frame(guide: nil, isTool: true), page: address,
      content: content)
  }

  /// Responds with a page that browsers do not keep.
  func response(
    with page: RenderedPage, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:],
    policy: String? = nil
  ) -> Response {
    var fields = fields
    fields[.contentType] = "text/html; charset=utf-8"
    fields[.cacheControl] = "no-store"
    if let policy { fields[.contentSecurityPolicy] = policy }
    return Response(
      status: status, headerFields: fields,
      body: .buffer(SharedBuffer(page.bytes.buffer, owner: page.bytes)))
  }

  /// Responds with the page of an error.
  ///
  /// - Parameter requestID: the identifier of the request in the log.
  func response(
    to error: SiteError, _ requestID: String, for viewer: Viewer = Viewer(.everybody)
  ) -> Response {
    let page =
      error.isRefusal
      ? refusals.page(for: error) { self.page(for: error, nil) }
      : self.page(for: error, requestID, for: viewer)
    var response = response(with: page, status: error.status, fields: error.fields)
    if let seconds = error.retryAfter {
      response.head.headerFields[.retryAfter] = "\(seconds)"
    }
    return response
  }

  @HTMLBuilder private func errorPage(_ text: ErrorText) -> some HTML {
    if let own = document.text.errorPage { AnyHTML(own(text)) } else { ErrorPage(state: text) }
  }

  /// Renders the page of an error.
  ///
  /// - Parameter requestID: the identifier of the request in the log; `nil` on
  ///   a page that was not requested by a single request.
  func page(
    for error: SiteError, _ requestID: String?, for viewer: Viewer = Viewer(.everybody)
  ) -> RenderedPage {
    document.render(
      title: error.title, metadata: Metadata(styleSheets: accountSheets(viewer)),
      frame: Document.Frame(guide: error.guide), account: account(of: viewer, at: nil),
      content: errorPage(ErrorText(error, requestID: requestID)))
  }

  /// Responds with a page of the sign-in or of an account, which is for one visitor only.
  func personal(
    _ title: String, status: HTTPResponse.Status = .ok, for viewer: Viewer, _ content: some HTML
  ) -> Response {
    let page = document.render(
      title: title, metadata: Metadata(isIndexed: false, styleSheets: accountSheets(viewer)),
      frame: Document.Frame(guide: nil, audience: viewer.audience),
      account: viewer.visitor.map { _ in account(of: viewer, at: nil) }, content: content)
    return response(with: page, status: status)
  }
}
