import HTTPTypes
import ImmutableUI
import Look
import Markup
import WebServer

/// Matches addresses against the routes of the site and of its guides.
struct Router: Sendable {
  let guides: [any Guide]
  let samples: SampleSwitch
  private let summaries: [GuideSummary]

  /// - Throws: `SettingsError` if two guides have the same address, or if a
  ///   guide uses an address of the site.
  init(_ guides: [any Guide], samples: SampleSwitch = SampleSwitch()) throws {
    self.guides = guides
    self.samples = samples
    summaries = guides.map { GuideSummary($0) }
    // The front page has a group of live pages, but no path component.
    var taken = SiteRoute.reservedNames.union(["", "front", "inspector"])
    for summary in summaries where !taken.insert(summary.name).inserted {
      throw SettingsError(
        "the address of the guide “\(summary.name)” is already in use; choose another name.")
    }
  }

  /// Returns the route that an address matches.
  ///
  /// - Throws: `SiteError` if the address is malformed or matches no route.
  func match(at address: String) throws(SiteError) -> RouteMatch {
    let target = try parse(address)
    do throws(MalformedRequest) {
      if let match = try route(at: target) { return match }
    } catch {
      throw .malformed(error)
    }
    throw .notFound(.page(near: guide(near: target)))
  }

  /// Returns the address of the page that an address names with a slash at its
  /// end; `nil` if there is none.
  func page(withoutSlashOf address: String) -> Href? {
    guard let target = try? Target(parsing: address), target.path.last == "" else { return nil }
    let page = Target(path: target.path.dropLast(), query: target.query)
    return try? route(at: page)?.pageAddress
  }

  private func parse(_ address: String) throws(SiteError) -> Target {
    do throws(MalformedRequest) {
      return try Target(parsing: address)
    } catch {
      throw .malformed(error)
    }
  }

  private func route(at target: Target) throws(MalformedRequest) -> RouteMatch? {
    for guide in guides {
      if let match = try Self.match(target, in: guide, samples) { return .guide(match) }
    }
    return try SiteRoute(parsing: target).map(RouteMatch.site)
  }

  private static func match(
    _ target: Target, in guide: some Guide, _ samples: SampleSwitch
  ) throws(MalformedRequest) -> (any GuideRouteMatch)? {
    try TypedRouteMatch(parsing: target, in: guide, samples)
  }

  /// Returns the guide that a visitor may have meant by a mistyped address.
  private func guide(near target: Target) -> GuideSummary? {
    // A longer path component is hardly a typo.
    guard let typed = target.path.first?.lowercased(), typed.utf8.count <= 20 else { return nil }
    let near = summaries.flatMap { guide in
      guide.names.map { (guide: guide, edits: editDistance(from: typed, to: $0)) }
    }
    .min { $0.edits < $1.edits }
    guard let near, near.edits <= 2, near.edits * 3 <= typed.utf8.count else { return nil }
    return near.guide
  }
}

/// The route that an address matches.
enum RouteMatch: Sendable {
  /// A route that every site has.
  case site(SiteRoute)
  /// A route of a guide.
  case guide(any GuideRouteMatch)

  var method: RouteMethod {
    switch self {
    case .site(let route): route.method
    case .guide(let match): match.method
    }
  }

  var pattern: RoutePattern {
    switch self {
    case .site(let route): route.pattern
    case .guide(let match): match.pattern
    }
  }

  /// The canonical address of the page; `nil` if the route does not print back
  /// to itself, as when its address had invalid or overlong parts.
  var pageAddress: Href? {
    switch self {
    case .site(let route): route == .front ? route.href : nil
    case .guide(let match): match.pageAddress
    }
  }
}

/// A type-erased route of a guide.
protocol GuideRouteMatch: Sendable {
  var method: RouteMethod { get }
  var pattern: RoutePattern { get }
  /// The canonical address of the page; see `RouteMatch.pageAddress`.
  var pageAddress: Href? { get }

  /// Responds to a request.
  func reply(to context: RequestContext, by handlers: Handlers) throws(SiteError) -> Reply
  /// Responds with the event stream of the page.
  func stream(
    _ version: String, to context: RequestContext, by streams: StreamHandler
  ) throws(SiteError) -> Reply
  /// Responds with the page as it was after an earlier action.
  func past(
    of store: String, after revision: Int, by inspector: InspectorHandler
  ) throws(SiteError) -> Response
}

/// The route of a guide, with its concrete types.
private struct TypedRouteMatch<G: Guide>: GuideRouteMatch {
  let guide: G
  let route: G.Pages.Route
  private let samples: SampleSwitch

  init?(
    parsing target: Target, in guide: G, _ samples: SampleSwitch
  ) throws(MalformedRequest) {
    guard let route = try G.Pages.Route(parsing: target) else { return nil }
    self.guide = guide
    self.samples = samples
    self.route = route
  }

  private var pages: ShownPages<G.Pages> { ShownPages(guide, samples: samples) }

  var method: RouteMethod { route.method }

  var pattern: RoutePattern {
    switch route.destination {
    case .page: .page(of: guide.name)
    case .post: .post(of: guide.name)
    case .download:
      route.href.text.hasPrefix("/\(guide.name)/")
        ? .file(of: guide.name) : .download(of: guide.name)
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
        with: location, in: pages, of: guide.name, at: pageAddress, to: context)
    case .post(let event, let location):
      try handlers.forms.perform(
        event, from: location, in: pages, of: guide.name, for: context)
    case .download(let download):
      handlers.downloads.reply(
        with: download, of: pages, named: guide.name, at: route.href, to: context)
    }
  }

  func stream(
    _ version: String, to context: RequestContext, by streams: StreamHandler
  ) throws(SiteError) -> Reply {
    guard case .page(let location) = route.destination, let address = pageAddress else {
      throw .notFound(.page)
    }
    return try streams.reply(
      with: location, in: pages, of: guide.name, at: address, version, to: context)
  }

  func past(
    of store: String, after revision: Int, by inspector: InspectorHandler
  ) throws(SiteError) -> Response {
    guard case .page(let location) = route.destination, store == guide.name else {
      throw .notFound(.notRecorded)
    }
    return try inspector.past(location, in: guide, after: revision)
  }
}

extension RouteMethod {
  /// Returns true if a request with this method may use such a route.
  func accepts(_ method: HTTPRequest.Method) -> Bool {
    switch self {
    case .get: method == .get || method == .head
    case .post: method == .post
    }
  }
}
