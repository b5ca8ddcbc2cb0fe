import HTTPTypes
import ImmutableUI
import Look
import Markup
import WebServer

/// Finds the place at an address: of the site itself, or of a guide.
struct Router: Sendable {
  let guides: [any Guide]
  private let summaries: [GuideSummary]

  /// - Throws: `SettingsError` where two guides have the same address, or one
  ///   has an address of the site.
  init(_ guides: [any Guide]) throws {
    self.guides = guides
    summaries = guides.map { GuideSummary($0) }
    // The front page has its own group of live pages, and no path.
    var taken = SiteRoute.reservedNames.union(["", "front", "inspector"])
    for summary in summaries where !taken.insert(summary.name).inserted {
      throw SettingsError("a guide cannot be called “\(summary.name)”: that address is taken.")
    }
  }

  /// Returns the place at an address.
  ///
  /// - Throws: an error where the address makes no sense, or nothing is there.
  func place(at address: String) throws(SiteError) -> Place {
    let (place, target) = try parse(address)
    guard let place else { throw .notFound(.page(near: guide(near: target))) }
    return place
  }

  private func parse(_ address: String) throws(SiteError) -> (Place?, Target) {
    do throws(MalformedRequest) {
      let target = try Target(parsing: address)
      for guide in guides {
        if let place = try Self.place(at: target, in: guide) { return (.guide(place), target) }
      }
      return (try SiteRoute(parsing: target).map(Place.site), target)
    } catch {
      throw .malformed(error)
    }
  }

  private static func place(
    at target: Target, in guide: some Guide
  ) throws(MalformedRequest) -> (any GuidePlace)? {
    try RoutedPlace(parsing: target, in: guide)
  }

  /// The guide that a visitor may have meant by a mistyped address.
  private func guide(near target: Target) -> GuideSummary? {
    // Longer words mean something else.
    guard let typed = target.path.first?.lowercased(), typed.utf8.count <= 20 else { return nil }
    let near = summaries.flatMap { guide in
      guide.names.map { (guide: guide, edits: editDistance(from: typed, to: $0)) }
    }
    .min { $0.edits < $1.edits }
    guard let near, near.edits <= 2, near.edits * 3 <= typed.utf8.count else { return nil }
    return near.guide
  }
}

/// A place of the site.
enum Place: Sendable {
  /// One that every site has.
  case site(SiteRoute)
  /// One of a guide.
  case guide(any GuidePlace)

  var method: RouteMethod {
    switch self {
    case .site: .get
    case .guide(let place): place.method
    }
  }

  var pattern: RoutePattern {
    switch self {
    case .site(let route): route.pattern
    case .guide(let place): place.pattern
    }
  }

  /// The address, if there is a page that it describes completely: some
  /// locations know what was wrong with their address, or that it was too
  /// long, and print as others do.
  var pageAddress: Href? {
    switch self {
    case .site(let route): route == .front ? route.href : nil
    case .guide(let place): place.pageAddress
    }
  }
}

/// A route of some guide, whatever the type of the guide is.
protocol GuidePlace: Sendable {
  var method: RouteMethod { get }
  var pattern: RoutePattern { get }
  /// See `Place.pageAddress`.
  var pageAddress: Href? { get }

  /// Responds to a request.
  func reply(to context: RequestContext, by handlers: Handlers) throws(SiteError) -> Reply
  /// Responds with the live updates of the page.
  func stream(
    _ version: String, to context: RequestContext, by streams: StreamHandler
  ) throws(SiteError) -> Response
  /// Responds with the page as it was in an earlier state.
  func past(
    of store: String, after revision: Int, by inspector: InspectorHandler
  ) throws(SiteError) -> Response
}

/// A route of a guide.
private struct RoutedPlace<G: Guide>: GuidePlace {
  let guide: G
  let route: G.Pages.Route

  init?(parsing target: Target, in guide: G) throws(MalformedRequest) {
    guard let route = try G.Pages.Route(parsing: target) else { return nil }
    self.guide = guide
    self.route = route
  }

  var method: RouteMethod { route.method }

  var pattern: RoutePattern {
    switch route.destination {
    case .page: .page(of: guide.name)
    case .post: .post(of: guide.name)
    case .download: .download(of: guide.name)
    }
  }

  var pageAddress: Href? {
    guard case .page = route.destination else { return nil }
    let href = route.href
    let back = try? G.Pages.Route(parsing: Target(parsing: href.text))
    return back == route ? href : nil
  }

  func reply(to context: RequestContext, by handlers: Handlers) throws(SiteError) -> Reply {
    switch route.destination {
    case .page(let location):
      handlers.pages.reply(
        with: location, in: guide.root, of: guide.name, at: pageAddress, to: context)
    case .post(let event, let location):
      try handlers.forms.perform(
        event, from: location, in: guide.root, of: guide.name, for: context)
    case .download(let download):
      handlers.downloads.reply(with: download, of: guide.root, to: context)
    }
  }

  func stream(
    _ version: String, to context: RequestContext, by streams: StreamHandler
  ) throws(SiteError) -> Response {
    guard case .page(let location) = route.destination, let address = pageAddress else {
      throw .notFound(.page)
    }
    return try streams.respond(
      with: location, in: guide.root, of: guide.name, at: address, version, to: context)
  }

  func past(
    of store: String, after revision: Int, by inspector: InspectorHandler
  ) throws(SiteError) -> Response {
    guard case .page(let location) = route.destination, store == guide.name else {
      throw .notFound(.unseen)
    }
    return try inspector.past(location, in: guide, after: revision)
  }
}

extension RouteMethod {
  /// Returns true if a request with this method can be for such a route.
  func accepts(_ method: HTTPRequest.Method) -> Bool {
    switch self {
    case .get: method == .get || method == .head
    case .post: method == .post
    }
  }
}
