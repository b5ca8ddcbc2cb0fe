import AnimalsUI
import BreedsUI
import HTTPTypes
import ImmutableUI
import Inspector
import PhotosUI
import QuakesUI
import WebServer

/// What is at an address, and who may have it.
extension Site {
  func route(
    _ request: Request, _ visitor: Visitor, _ exchange: LoggedExchange
  ) -> Reply {
    let requestID = exchange.requestID
    guard access.origins.answer(to: request.client.host) else {
      return .now(misdirected(requestID))
    }
    let route: SiteRoute
    do throws(Malformed) {
      let target = try Target(parsing: request.head.path ?? "/")
      guard let found = try SiteRoute(parsing: target) else {
        return .now(notFound(.page(near: target), nil, requestID))
      }
      route = found
    } catch {
      return .now(malformed(error, requestID))
    }
    exchange.note { $0.route = route.pattern }
    guard accepts(request.head.method, route.method) else {
      return .now(wrongMethod(request.head.method, route, requestID))
    }
    if let refusal = CrossOrigin.refusal(of: request.head, at: access.origins) {
      log(refusal, of: request, requestID)
      return .now(
        errorResponse(
          .forbidden, title: "This form stood on another site",
          message: "Changes are taken only from pages of this site.", requestID: requestID))
    }
    if route.method == .post, let refusal = refusal(ofPostBy: visitor, request, requestID) {
      return .now(refusal)
    }
    return answer(route, request, visitor, exchange)
  }

  /// Why a visitor may not change anything, or not yet.
  private func refusal(
    ofPostBy visitor: Visitor, _ request: Request, _ requestID: String
  ) -> Response? {
    if let seconds = access.posts.admit(request.client.address) {
      return tooManyPosts(wait: seconds, requestID)
    }
    return visitor.audience.mayWrite ? nil : writingRefused(visitor, requestID)
  }

  /// The table of contents of the site.
  private func answer(
    _ route: SiteRoute, _ request: Request, _ visitor: Visitor, _ exchange: LoggedExchange
  ) -> Reply {
    let audience = visitor.audience
    let requestID = exchange.requestID
    return switch route {
    case .front:
      look(
        at: FrontRoot.Location(), in: front, of: nil, route.plainHref, audience, request, exchange)
    case .animals(.page(let location)):
      look(at: location, in: animals, of: .animals, route.plainHref, audience, request, exchange)
    case .animals(.post(let event, let location)):
      change(event, from: location, in: animals, of: .animals, audience, request, requestID)
    case .quakes(.page(let location)):
      look(at: location, in: quakes, of: .quakes, route.plainHref, audience, request, exchange)
    case .quakes(.post(let event, let location)):
      change(event, from: location, in: quakes, of: .quakes, audience, request, requestID)
    case .breeds(.page(let location)):
      look(at: location, in: breeds, of: .breeds, route.plainHref, audience, request, exchange)
    case .breeds(.post(let event, let location)):
      change(event, from: location, in: breeds, of: .breeds, audience, request, requestID)
    case .quakes(.export(let format, let location)):
      export(format, location, request, requestID)
    case .photos(.page(let location)):
      look(at: location, in: photos, of: .photos, route.plainHref, audience, request, exchange)
    case .photos(.post(let event, let location)):
      change(event, from: location, in: photos, of: .photos, audience, request, requestID)
    case .live(let page, let version):
      .now(stream(ofPageAt: page, version: version, audience, request, requestID))
    case .asset(let name): .now(file(document.assets[name], request, requestID))
    case .favicon: .now(file(document.assets[file: "favicon.ico"], request, requestID))
    case .touchIcon:
      .now(file(document.assets[file: "apple-touch-icon.png"], request, requestID))
    case .signIn(let page):
      .now(signIn(visitor, page: page, requestID))
    case .gallery(let route):
      .now(gallery(route, requestID))
    case .robots: .now(robots(request))
    case .sitemap: sitemap(request, requestID)
    case .manifest: .now(response(with: document.manifest, request))
    case .inspector(let route):
      .now(inspect(route, request, requestID))
    case .health:
      .now(Readiness.alive)
    case .readiness:
      .later { [readiness] in await readiness.response() }
    }
  }

  private func file(
    _ file: KeptResponse?, _ request: Request, _ requestID: String
  ) -> Response {
    file.map { response(with: $0, request) } ?? notFound(.page, nil, requestID)
  }

  private func accepts(_ method: HTTPRequest.Method, _ wanted: RouteMethod) -> Bool {
    switch wanted {
    case .get: method == .get || method == .head
    case .post: method == .post
    }
  }
}
