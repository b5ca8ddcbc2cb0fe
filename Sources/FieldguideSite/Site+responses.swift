import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// The responses of the site, by what is to be said.
extension Site {
  func response(
    _ answer: Answer<some HTML>, guide: Guide, _ request: Request, _ requestID: String
  ) -> Response {
    switch answer {
    case .page(let page): self.page(page, guide: guide, request)
    case .notFound(let missing): notFound(missing, guide, requestID)
    case .seeOther(let href):
      Response(
        status: .seeOther, headerFields: [.location: href.text, .cacheControl: "no-store"])
    }
  }

  func page(_ page: Page<some HTML>, guide: Guide?, _ request: Request) -> Response {
    let bytes = document.render(
      title: page.title, guide: guide, hasDialog: page.hasDialog, content: page.content,
      onFragment: fragmentObserver)
    var fields: HTTPFields = [.contentType: "text/html; charset=utf-8"]
    if guide == .breeds { fields[.contentSecurityPolicy] = breedsPolicy }
    guard page.status == .ok else {
      fields[.cacheControl] = "no-store"
      return Response(
        status: HTTPResponse.Status(code: page.status.rawValue), headerFields: fields,
        body: .buffer(bytes))
    }
    var digest = Digest()
    bytes.withUnsafeBytes { digest.update($0) }
    let tag = "\"\(digest.text)\""
    // Kept, but asked about each time: a 304 costs nothing.
    fields[.cacheControl] = "no-cache"
    fields[.eTag] = tag
    // Without script, too, a page that waits follows what it waits for.
    if page.isWaiting, let refresh = HTTPField.Name("Refresh") { fields[refresh] = "2" }
    if EntityTag.matches(request.head.headerFields[.ifNoneMatch], tag) {
      fields[.contentType] = nil
      return Response(status: .notModified, headerFields: fields)
    }
    return Response(status: .ok, headerFields: fields, body: .buffer(bytes))
  }

  func asset(_ name: String, _ request: Request) -> Response? {
    guard let asset = document.assets[name] else { return nil }
    let tag = "\"\(asset.version)\""
    var fields: HTTPFields = [
      .cacheControl: "public, max-age=31536000, immutable", .eTag: tag,
    ]
    if EntityTag.matches(request.head.headerFields[.ifNoneMatch], tag) {
      return Response(status: .notModified, headerFields: fields)
    }
    fields[.contentType] = asset.contentType
    return Response(status: .ok, headerFields: fields, body: .file(asset.file))
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

  func errorResponse(
    _ status: HTTPResponse.Status, title: String, message: String, reasons: [String] = [],
    ways: [NotFound.Way] = [], guide: Guide? = nil, requestID: String
  ) -> Response {
    let front = NotFound.Way(label: "Front page", href: SiteRoute.front.href)
    let page = ErrorPage(
      status: "\(status.code) \(status.reasonPhrase)", title: title, message: message,
      reasons: reasons, ways: ways + [front], guide: guide, requestID: requestID)
    return Response(
      status: status,
      headerFields: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
      body: .buffer(document.render(error: page)))
  }
}

extension NotFound {
  /// There is nothing at an address.
  static let page = NotFound(
    title: "The tracks end here", message: "There is no page at this address.", ways: [])
}

extension Response.Body {
  /// Rendered bytes, sent from where they are.
  fileprivate static func buffer(_ bytes: Bytes) -> Self {
    .buffer(SharedBuffer(bytes.buffer, owner: bytes))
  }
}
