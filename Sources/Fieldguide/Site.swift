import AnimalsUI
import HTTPTypes
import ImmutableUI
import Logging
import Markup
import WebServer

/// Answers every request of the site: from the address to the response.
struct Site: Sendable {
  let document: Document
  let animals: AnimalsRoot
  let logger: Logger
  /// Hears which fragments are rendered, where that is asked for.
  private let fragmentObserver: (@Sendable (String) -> Void)?

  init(document: Document, animals: AnimalsRoot, logger: Logger) {
    self.document = document
    self.animals = animals
    self.logger = logger
    fragmentObserver = Self.fragmentObserver(logger: logger)
  }

  private static func fragmentObserver(logger: Logger) -> (@Sendable (String) -> Void)? {
    guard logger.logLevel <= .debug else { return nil }
    return { label in logger.debug("fragment", metadata: ["label": "\(label)"]) }
  }

  /// Answers a request, and logs that it did.
  @Sendable
  func reply(to request: Request) -> Reply {
    let exchange = LoggedExchange(request: request, logger: logger)
    switch route(request, exchange.requestID) {
    case .now(let response):
      exchange.ended(with: response)
      return .now(response)
    case .later(let respond):
      return .later {
        let response = await respond()
        exchange.ended(with: response)
        return response
      }
    }
  }

  /// Answers a request that was refused before it got here.
  @Sendable
  func response(to refusal: Refusal) -> Response {
    errorResponse(
      refusal.status, title: "This request cannot be answered", message: refusal.reason,
      requestID: LoggedExchange.makeID())
  }

  private func route(_ request: Request, _ requestID: String) -> Reply {
    let route: SiteRoute
    do throws(Malformed) {
      guard let found = try SiteRoute(parsing: Target(parsing: request.head.path ?? "/")) else {
        return .now(notFound(.page, nil, requestID))
      }
      route = found
    } catch {
      return .now(malformed(error, requestID))
    }
    guard accepts(request.head.method, route.method) else {
      return .now(wrongMethod(request.head.method, route, requestID))
    }
    guard CrossOrigin.isAllowed(request.head) else {
      logger.notice("a post from another site was refused", metadata: ["id": "\(requestID)"])
      return .now(
        errorResponse(
          .forbidden, title: "This form stood on another site",
          message: "Changes are taken only from pages of this site.", requestID: requestID))
    }
    return answer(route, request, requestID)
  }

  /// The table of contents of the site.
  private func answer(_ route: SiteRoute, _ request: Request, _ requestID: String) -> Reply {
    switch route {
    case .front:
      .now(page(frontPage, guide: nil, request))
    case .animals(.page(let location)):
      lookAtAnimals(location, request, requestID)
    case .animals(.post(let event, let location)):
      changeAnimals(event, location, request, requestID)
    case .asset(let name):
      .now(asset(name, request) ?? notFound(.page, nil, requestID))
    case .health:
      .now(
        Response(
          status: .ok,
          headerFields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
          body: .bytes(Array("ok\n".utf8))))
    }
  }

  private func accepts(_ method: HTTPRequest.Method, _ wanted: RouteMethod) -> Bool {
    switch wanted {
    case .get: method == .get || method == .head
    case .post: method == .post
    }
  }
}

// MARK: Guides

extension Site {
  private var frontPage: Page<FrontPage> {
    Page(
      title: "Welcome",
      content: FrontPage(
        state: FrontPage.ViewState(panels: [
          .init(
            guide: .animals,
            text: "Amphibians to reptiles: look them up, add what you met, correct what is wrong.")
        ])))
  }

  private func lookAtAnimals(
    _ location: AnimalsRoute.Location, _ request: Request, _ requestID: String
  ) -> Reply {
    if animals.isSettled {
      return .now(response(animals.answer(at: location), guide: .animals, request, requestID))
    }
    return .later {
      await guarded(requestID) {
        try await animals.settle()
        return response(animals.answer(at: location), guide: .animals, request, requestID)
      }
    }
  }

  private func changeAnimals(
    _ event: AnimalsRoute.Event, _ location: AnimalsRoute.Location, _ request: Request,
    _ requestID: String
  ) -> Reply {
    guard isForm(request.head) else {
      return .now(
        errorResponse(
          .unsupportedMediaType, title: "This is not a form",
          message: "Send application/x-www-form-urlencoded.", requestID: requestID))
    }
    let form: NamedValues
    do throws(NamedValues.ParseError) {
      form = try NamedValues(parsing: request.body)
    } catch {
      return .now(unreadable(error, requestID))
    }
    return .later {
      await guarded(requestID) {
        do {
          let answer = try await animals.answer(to: event, from: location, form: form)
          return response(answer, guide: .animals, request, requestID)
        } catch let error as Malformed {
          return malformed(error, requestID)
        }
      }
    }
  }

  /// The last resort: what nobody expected is logged, and told as such.
  private func guarded(
    _ requestID: String, _ respond: () async throws -> Response
  ) async -> Response {
    do {
      return try await respond()
    } catch {
      logger.error("unexpected", metadata: ["id": "\(requestID)", "error": "\(error)"])
      return errorResponse(
        .internalServerError, title: "Something went wrong here",
        message: "It was not you. What happened is in the log under this request's number.",
        requestID: requestID)
    }
  }

  private func isForm(_ request: HTTPRequest) -> Bool {
    let type = request.headerFields[.contentType] ?? ""
    return type.split(separator: ";").first?.lowercased()
      .filter({ !$0.isWhitespace }) == "application/x-www-form-urlencoded"
  }
}

// MARK: Responses

extension Site {
  private func response(
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

  private func page(_ page: Page<some HTML>, guide: Guide?, _ request: Request) -> Response {
    let bytes = FragmentObserver.$current.withValue(fragmentObserver) {
      document.render(
        title: page.title, guide: guide, hasDialog: page.hasDialog, content: page.content)
    }
    var fields: HTTPFields = [.contentType: "text/html; charset=utf-8"]
    guard page.status == .ok else {
      fields[.cacheControl] = "no-store"
      return Response(
        status: HTTPResponse.Status(code: page.status.rawValue), headerFields: fields,
        body: .buffer(bytes))
    }
    var digest = Digest()
    digest.update(bytes.buffer)
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

  private func asset(_ name: String, _ request: Request) -> Response? {
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

  private func notFound(_ missing: NotFound, _ guide: Guide?, _ requestID: String) -> Response {
    errorResponse(
      .notFound, title: missing.title, message: missing.message, ways: missing.ways, guide: guide,
      requestID: requestID)
  }

  private func malformed(_ malformed: Malformed, _ requestID: String) -> Response {
    errorResponse(
      .badRequest, title: "This address makes no sense",
      message: "Part of what was asked for cannot be understood.", reasons: malformed.reasons,
      requestID: requestID)
  }

  private func unreadable(_ error: NamedValues.ParseError, _ requestID: String) -> Response {
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

  private func wrongMethod(
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

  private func errorResponse(
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
  fileprivate static let page = NotFound(
    title: "The tracks end here", message: "There is no page at this address.", ways: [])
}

extension Response.Body {
  /// Rendered bytes, sent from where they are.
  fileprivate static func buffer(_ bytes: Bytes) -> Self {
    .buffer(SharedBuffer(bytes.buffer, owner: bytes))
  }
}
