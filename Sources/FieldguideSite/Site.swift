package import AnimalsUI
package import BreedsUI
package import Foundation
package import HTTPTypes
package import ImmutableUI
import Inspector
package import Logging
import Metrics
package import PhotosUI
package import QuakesUI
package import WebServer

/// Answers every request of the site: from the address to the response.
package final class Site: Sendable {
  private let fixedDocument: Document
  /// Where the document's files may change.
  let reloading: ReloadingDocument?
  let animals: AnimalsRoot
  let quakes: QuakesRoot
  let breeds: BreedsRoot
  /// The content security policy of pages with pictures from elsewhere.
  let breedsPolicy: String
  let pictureOrigins: [String]
  let photos: PhotosRoot
  let front: FrontRoot
  let pages: PageCache
  let live: LivePages
  let streams: StreamLimit
  let access: Access
  /// How many fields a form may have.
  let formFields: Int
  /// Whether there is a gallery.
  let showsGallery: Bool
  let inspection: Inspection?
  /// What every response has.
  package let commonFields: HTTPFields
  /// Whether it can do what visitors will ask of it.
  package let readiness: Readiness
  let requests = RequestMetrics()
  /// Whether each page says what it cost.
  private let isDevelopment: Bool
  let logger: Logger
  private let crossOriginLog: LogThrottle
  private let logsRequests: Bool
  /// Hears what is done, where somebody looks on.
  let observer: Observer?

  package init(
    document: Document, animals: AnimalsRoot, quakes: QuakesRoot, breeds: BreedsRoot,
    photos: PhotosRoot, pictureOrigins: [String], cache: PageCache.Limits = .init(),
    streams: StreamLimit = .init(), access: Access = .init(), formFields: Int = 100,
    showsGallery: Bool = false, inspection: Inspection? = nil, observer: Observer? = nil,
    reloading: ReloadingDocument? = nil, isSecure: Bool = false,
    readiness: Readiness = Readiness(), isDevelopment: Bool = false,
    now: @escaping @Sendable () -> Date = { .now }, logger: Logger
  ) {
    fixedDocument = document
    self.reloading = reloading
    self.animals = animals
    self.quakes = quakes
    self.breeds = breeds
    breedsPolicy = SecurityFields.contentSecurityPolicy(pictureOrigins: pictureOrigins)
    self.pictureOrigins = pictureOrigins
    self.photos = photos
    front = FrontRoot(animals: animals, quakes: quakes, breeds: breeds, photos: photos)
    self.access = access
    self.formFields = formFields
    self.showsGallery = showsGallery
    self.inspection = inspection
    commonFields = SecurityFields.common(isSecure: isSecure)
    self.readiness = readiness
    self.isDevelopment = isDevelopment
    self.logger = logger
    logsRequests = logger.logLevel <= .info
    self.observer = observer
    let seconds: @Sendable () -> Int = { ClockMinute.seconds(of: now()) }
    crossOriginLog = LogThrottle(Self.crossOriginLogger(logger), now: seconds)
    pages = PageCache(limits: cache, now: seconds)
    self.streams = streams
    live = LivePages(observer: observer)
    live.update(Self.group(of: nil), at: front.makeRevisions())
    live.update(Self.group(of: .animals), at: animals.makeRevisions())
    live.update(Self.group(of: .quakes), at: quakes.makeRevisions())
    live.update(Self.group(of: .breeds), at: breeds.makeRevisions())
    live.update(Self.group(of: .photos), at: photos.makeRevisions())
    if let inspection {
      live.update(Inspector.group, at: inspection.inspector.makeRevisions())
    }
    live.startClock(now: seconds)
  }

  /// A label of its own, so that an operator can watch for it.
  private static func crossOriginLogger(_ logger: Logger) -> Logger {
    var own = Logger(label: "security.cross-origin") { _ in logger.handler }
    own.logLevel = logger.logLevel
    return own
  }

  func log(_ refusal: CrossOrigin.Refusal, of request: Request, _ requestID: String) {
    crossOriginLog.notice(
      "a request from another site was refused",
      metadata: [
        "id": "\(requestID)", "client": "\(request.client.address)", "reason": "\(refusal.text)",
      ])
  }

  /// What stands around every page.
  var document: Document { reloading?.document ?? fixedDocument }

  /// Answers a request, and logs that it did.
  @Sendable
  package func reply(to request: Request) -> Reply {
    refreshDocument()
    let exchange = LoggedExchange(request: request, logger: logger, metrics: requests)
    switch reply(to: request, exchange) {
    case .now(let response):
      return .now(ended(exchange, with: response))
    case .later(let respond):
      return .later { [self] in ended(exchange, with: await respond()) }
    }
  }

  private func ended(_ exchange: LoggedExchange, with response: Response) -> Response {
    let measure = exchange.ended(with: response)
    guard isDevelopment, let serverTiming = HTTPField.Name("Server-Timing") else { return response }
    var response = response
    response.head.headerFields[serverTiming] = measure.serverTiming
    return response
  }

  /// Finds out who asks before anything else, which may take its time.
  private func reply(to request: Request, _ exchange: LoggedExchange) -> Reply {
    guard case .editors(let editors) = access.writers,
      let credentials = request.head.headerFields[.authorization]
    else { return route(request, Visitor(access.anonymous), exchange) }
    if editors.knows(credentials) { return route(request, Visitor(.editors), exchange) }
    return .later { [self] in
      let visitor =
        switch await editors.check(credentials, from: request.client.address) {
        case .editor: Visitor(.editors)
        case .wrong: Visitor(access.anonymous)
        case .wait(let seconds): Visitor(access.anonymous, wait: seconds)
        }
      switch route(request, visitor, exchange) {
      case .now(let response): return response
      case .later(let respond): return await respond()
      }
    }
  }

  /// Who asks, as far as it matters here.
  struct Visitor {
    let audience: Audience
    /// After how many seconds a password may be tried again.
    let wait: Int?

    init(_ audience: Audience, wait: Int? = nil) {
      self.audience = audience
      self.wait = wait
    }
  }

  /// Answers a request with what is kept and still right, if there is such.
  @Sendable
  package func shortcut(_ glance: RequestGlance) -> PreparedResponse? {
    let stopwatch = Stopwatch()
    guard reloading == nil,
      // Editors see other pages. Who they are is found out the long way.
      access.anonymous != .readers || glance.field("Authorization") == nil,
      access.origins.answer(to: glance.client.host)
    else { return nil }
    var measure = RequestMeasure()
    let kept: KeptResponse
    if let page = pages.untouchedPage(at: glance.target) {
      kept = page.response
      measure.route = RoutePattern(pageOf: page.guide)
      measure.origin = .hit
    } else if let asset = document.assets.response(at: glance.target) {
      kept = asset
      measure.route = .asset
    } else {
      return nil
    }
    let wish = kept.wish(
      acceptEncoding: glance.field("Accept-Encoding"), ifNoneMatch: glance.field("If-None-Match"))
    guard let response = kept.prepared(for: wish, commonFields: commonFields) else { return nil }
    measure.nanoseconds = stopwatch.nanoseconds
    requests.count(
      measure.route, status: response.status.code, nanoseconds: measure.nanoseconds)
    if logsRequests { LoggedExchange.log(glance, response, measure, to: logger) }
    return response
  }

  /// What became of rendered pages so far, for the log.
  package var cacheCounts: PageCache.Counts { pages.counts }

  /// Answers a request that was refused before it got here.
  @Sendable
  package func response(to refusal: Refusal) -> Response {
    let requestID = LoggedExchange.makeID()
    logger.info(
      "refused",
      metadata: [
        "id": "\(requestID)", "status": "\(refusal.status.code)", "reason": "\(refusal.reason)",
      ])
    requests.count(.other, status: refusal.status.code, nanoseconds: 0)
    return errorResponse(
      refusal.status, title: "This request cannot be answered", message: refusal.reason,
      requestID: requestID)
  }

  private func route(
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
      export(format, location, requestID)
    case .photos(.page(let location)):
      look(at: location, in: photos, of: .photos, route.plainHref, audience, request, exchange)
    case .photos(.post(let event, let location)):
      change(event, from: location, in: photos, of: .photos, audience, request, requestID)
    case .live(let page, let version):
      .now(stream(ofPageAt: page, version: version, audience, request, requestID))
    case .asset(let name):
      .now(
        document.assets[name].map { response(with: $0, request) }
          ?? notFound(.page, nil, requestID))
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

  private func accepts(_ method: HTTPRequest.Method, _ wanted: RouteMethod) -> Bool {
    switch wanted {
    case .get: method == .get || method == .head
    case .post: method == .post
    }
  }
}
