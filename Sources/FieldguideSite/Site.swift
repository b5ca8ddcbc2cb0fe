package import AnimalsUI
package import BreedsUI
import HTTPTypes
import ImmutableUI
package import Logging
package import PhotosUI
package import QuakesUI
package import WebServer

/// Answers every request of the site: from the address to the response.
package struct Site: Sendable {
  let document: Document
  let animals: AnimalsRoot
  let quakes: QuakesRoot
  let breeds: BreedsRoot
  /// The content security policy of pages with pictures from elsewhere.
  let breedsPolicy: String
  let photos: PhotosRoot
  let logger: Logger
  /// Hears which fragments are rendered, where that is asked for.
  let fragmentObserver: (@Sendable (String) -> Void)?

  package init(
    document: Document, animals: AnimalsRoot, quakes: QuakesRoot, breeds: BreedsRoot,
    photos: PhotosRoot, pictureOrigins: [String], logger: Logger
  ) {
    self.document = document
    self.animals = animals
    self.quakes = quakes
    self.breeds = breeds
    breedsPolicy = SecurityFields.contentSecurityPolicy(pictureOrigins: pictureOrigins)
    self.photos = photos
    self.logger = logger
    fragmentObserver = Self.fragmentObserver(logger: logger)
  }

  private static func fragmentObserver(logger: Logger) -> (@Sendable (String) -> Void)? {
    guard logger.logLevel <= .debug else { return nil }
    return { label in logger.debug("fragment", metadata: ["label": "\(label)"]) }
  }

  /// Answers a request, and logs that it did.
  @Sendable
  package func reply(to request: Request) -> Reply {
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
  package func response(to refusal: Refusal) -> Response {
    let requestID = LoggedExchange.makeID()
    logger.info(
      "refused",
      metadata: [
        "id": "\(requestID)", "status": "\(refusal.status.code)", "reason": "\(refusal.reason)",
      ])
    return errorResponse(
      refusal.status, title: "This request cannot be answered", message: refusal.reason,
      requestID: requestID)
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
      look(at: location, in: animals, of: .animals, request, requestID)
    case .animals(.post(let event, let location)):
      change(event, from: location, in: animals, of: .animals, request, requestID)
    case .quakes(.page(let location)):
      look(at: location, in: quakes, of: .quakes, request, requestID)
    case .quakes(.post(let event, let location)):
      change(event, from: location, in: quakes, of: .quakes, request, requestID)
    case .breeds(.page(let location)):
      look(at: location, in: breeds, of: .breeds, request, requestID)
    case .breeds(.post(let event, let location)):
      change(event, from: location, in: breeds, of: .breeds, request, requestID)
    case .quakes(.export(let format, let location)):
      export(format, location, requestID)
    case .photos(.page(let location)):
      look(at: location, in: photos, of: .photos, request, requestID)
    case .photos(.post(let event, let location)):
      change(event, from: location, in: photos, of: .photos, request, requestID)
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
