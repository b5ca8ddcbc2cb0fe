import HTTPTypes
import ImmutableUI
import Look
import Markup
import WebServer

/// Matches addresses against the routes of the site and of its guides.
struct Router: Sendable {
  let guides: [any Guide]
  let samples: SampleSwitch
  let tools: [any SiteTool]
  private let summaries: [GuideSummary]

  /// - Throws: `SettingsError` if two guides have the same address, or if a
  ///   guide uses an address of the site.
  init(
    _ guides: [any Guide], samples: SampleSwitch = SampleSwitch(), tools: [any SiteTool] = []
  ) throws {
    self.guides = guides
    self.samples = samples
    self.tools = tools
    summaries = guides.map { GuideSummary($0) }
    // The front page has a group of live pages, but no path component.
    var taken = SiteRoute.reservedNames.union(["", "front"] + tools.map(\.name))
    for summary in summaries where !taken.insert(summary.name).inserted {
      throw SettingsError(
        "the address of the guide “\(summary.name)” is already in use; choose another name.")
    }
  }

  /// Returns the route that an address matches.
  ///
  /// - Throws: `SiteError` if the address is malformed or matches no route.
  func match(at address: String) throws(SiteError) -> RouteMatch {
    let target: Target
    do throws(MalformedRequest) {
      target = try Target(parsing: address)
      if let match = try route(at: target) { return match }
    } catch {
      throw .malformed(error)
    }
    throw .notFound(target, near: guide(near: target), guides: summaries)
  }

  /// Returns the address of the page that an address names with a slash at its
  /// end; `nil` if there is none.
  func page(withoutSlashOf address: String) -> Href? {
    guard let target = try? Target(parsing: address), target.path.last == "" else { return nil }
    let page = Target(path: target.path.dropLast(), query: target.query)
    return try? route(at: page)?.pageAddress
  }

  /// Returns the address of a page of this site; that of the front page for any other text, to
  /// prevent open redirects.
  func pageAddress(of text: String) -> Href {
    (try? match(at: text))?.pageAddress ?? SiteRoute.front.href
  }

  private func route(at target: Target) throws(MalformedRequest) -> RouteMatch? {
    for guide in guides {
      if let match = try Self.match(target, in: guide, samples) { return .guide(match) }
    }
    if let tool = tools.first(where: { $0.name == target.path.first }) {
      return .tool(tool, target)
    }
    return try SiteRoute(parsing: target).map(RouteMatch.site)
  }

  private static func match<G: Guide>(
    _ target: Target, in guide: G, _ samples: SampleSwitch
  ) throws(MalformedRequest) -> (any GuideRouteMatch)? {
    try G.Pages.Route(parsing: target).map {
      TypedRouteMatch(
        guide: guide, route: $0, renamed: target.renaming(G.Pages.Location.formerNames),
        samples: samples)
    }
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
  /// An address of a tool.
  case tool(any SiteTool, Target)

  var method: RouteMethod {
    switch self {
    case .site(let route): route.method
    case .guide(let match): match.method
    case .tool: .get
    }
  }

  /// False for a post that changes no data of the guides, such as that of the sign-in page.
  var changesData: Bool {
    if case .site(.accountEvent) = self { false } else { true }
  }

  var pattern: RoutePattern {
    switch self {
    case .site(let route): route.pattern
    case .guide(let match): match.pattern
    case .tool(let tool, _): .page(of: tool)
    }
  }

  /// The canonical address of the page; `nil` if the route does not print back
  /// to itself, as when its address had invalid or overlong parts.
  var pageAddress: Href? {
    switch self {
    case .site(let route):
      switch route {
      case .front, .account(nil), .changes: route.href
      default: nil
      }
    case .guide(let match): match.pageAddress
    case .tool: nil
    }
  }
}

/// The route of a guide, with the types of that guide.
protocol GuideRouteMatch: Sendable {
  associatedtype MatchedGuide: Guide
  var guide: MatchedGuide { get }
  var route: MatchedGuide.Pages.Route { get }
  /// The address with the present names of its query items; `nil` if it has them.
  var renamed: Href? { get }
  /// The pages of the guide, or of its sample.
  var pages: ShownPages<MatchedGuide.Pages> { get }
}

private struct TypedRouteMatch<G: Guide>: GuideRouteMatch {
  let guide: G
  let route: G.Pages.Route
  let renamed: Href?
  let samples: SampleSwitch

  var pages: ShownPages<G.Pages> { ShownPages(guide, samples: samples) }
}

extension GuideRouteMatch {
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

  /// The canonical address of the page; see `RouteMatch.pageAddress`.
  var pageAddress: Href? {
    guard case .page = route.destination else { return nil }
    let href = route.href
    let back = try? MatchedGuide.Pages.Route(parsing: Target(parsing: href.text))
    return back == route ? href : nil
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
