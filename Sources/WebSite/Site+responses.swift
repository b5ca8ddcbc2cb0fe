import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// The responses of the site, by what is to be said.
extension Site {
  /// What a root answered a post with, or where it found no page.
  func response(
    _ answer: Answer<some HTML>, guide: Guide?, _ audience: Audience, _ request: Request,
    _ requestID: String
  ) -> Response {
    switch answer {
    case .page(let page):
      response(
        with: served(page, guide: guide, address: nil, audience: audience).response, request)
    case .notFound(let missing): notFound(missing, guide, requestID)
    case .seeOther(let href):
      Response(
        status: .seeOther, headerFields: [.location: href.text, .cacheControl: "no-store"])
    }
  }

  /// What is kept, in the form that a request can use.
  func response(with kept: KeptResponse, _ request: Request) -> Response {
    let fields = request.head.headerFields
    return kept.response(
      to: kept.wish(
        acceptEncoding: fields[.acceptEncoding], ifNoneMatch: fields[.ifNoneMatch]))
  }

  /// - Parameters:
  ///   - address: where the page is; `nil` for one that answers a post.
  ///   - audience: who sees it.
  ///   - earlier: an earlier rendering of it.
  ///   - origin: what was before it is written, for those who look on.
  func served(
    _ page: Page<some HTML>, guide: Guide?, address: Href?, audience: Audience,
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
      observer(.rendered(observed.ended(rendered, address: address, basis: page.basis)))
    }
    return ServedPage(
      rendered, of: guide, status: HTTPResponse.Status(code: page.status.rawValue),
      isPersonal: page.isPersonal, audience: audience,
      policy: guide == .breeds ? breedsPolicy : nil)
  }

  func notFound(_ missing: NotFound, _ guide: Guide?, _ requestID: String) -> Response {
    errorResponse(
      .notFound, title: missing.title, message: missing.message, ways: missing.ways, guide: guide,
      requestID: requestID)
  }

  func malformed(_ malformed: Malformed, _ requestID: String) -> Response {
    errorResponse(
      .badRequest, title: "This address makes no sense",
      message: "Part of what was asked for cannot be understood.", reasons: malformed.reasons,
      requestID: requestID)
  }

  func unreadable(_ error: NamedValues.ParseError, _ requestID: String) -> Response {
    switch error {
    case .tooMany(let limit):
      errorResponse(
        .contentTooLarge, title: "This form is too large",
        message: "A form can have at most \(limit) fields.", requestID: requestID)
    case .undecodable:
      errorResponse(
        .badRequest, title: "This form cannot be read",
        message: "Its fields are not encoded as UTF-8.", requestID: requestID)
    }
  }

  func wrongMethod(
    _ method: HTTPRequest.Method, _ route: SiteRoute, _ requestID: String
  ) -> Response {
    let known: [HTTPRequest.Method] = [
      .get, .head, .post, .put, .delete, .patch, .options, .trace, .connect,
    ]
    guard known.contains(method) else {
      return errorResponse(
        .notImplemented, title: "This cannot be done", message: "The method is not known.",
        requestID: requestID)
    }
    var response = errorResponse(
      .methodNotAllowed, title: "This cannot be done here",
      message: route.method == .get
        ? "This address can only be looked at." : "Forms are posted to this address.",
      requestID: requestID)
    response.head.headerFields[.allow] = route.method == .get ? "GET, HEAD" : "POST"
    return response
  }

  /// - Parameters:
  ///   - front: where the front page is, if there is a way to it.
  ///   - retryAfter: in how many seconds it may be asked again, if that helps.
  func errorResponse(
    _ status: HTTPResponse.Status, title: String, message: String, reasons: [String] = [],
    ways: [NotFound.Way] = [], front: Href? = SiteRoute.front.href, guide: Guide? = nil,
    retryAfter seconds: Int? = nil, requestID: String
  ) -> Response {
    let page = errorPage(
      status, title: title, message: message, reasons: reasons, ways: ways, front: front,
      guide: guide, requestID: requestID)
    var fields: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
    ]
    if let seconds { fields[.retryAfter] = "\(seconds)" }
    return Response(
      status: status, headerFields: fields,
      body: .buffer(SharedBuffer(page.bytes.buffer, owner: page.bytes)))
  }

  /// - Parameters:
  ///   - front: where the front page is, if there is a way to it.
  ///   - requestID: `nil` on a page that no single request asked for.
  func errorPage(
    _ status: HTTPResponse.Status, title: String, message: String, reasons: [String] = [],
    ways: [NotFound.Way] = [], front: Href? = SiteRoute.front.href, guide: Guide? = nil,
    requestID: String?
  ) -> RenderedPage {
    let front = front.map { NotFound.Way(label: "Front page", href: $0) }
    let state = ErrorPage.ViewState(
      status: "\(status.code) \(status.reasonPhrase)", title: title, message: message,
      reasons: reasons, ways: ways + [front].compactMap { $0 }, requestID: requestID)
    return document.render(
      title: title, frame: Document.Frame(guide: guide), content: ErrorPage(state: state))
  }
}
