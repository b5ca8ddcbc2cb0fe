import ImmutableUI
import Markup

/// The routes that every site has.
enum SiteRoute: Route {
  case front
  /// The event stream of a page, for a browser that shows some version of it.
  case live(page: String, version: String = "")
  case asset(String)
  /// Searches all guides.
  case search(SearchLocation = .init())
  /// The changes of all guides, of which the query selects some.
  case changes(NamedValues = .init())
  /// Asks the visitor to sign in, then redirects to a page.
  case signIn(page: String = "/")
  /// Lets an editor who was invited choose a password.
  case invitation(token: String)
  /// The account of a visitor who has signed in.
  case account(AccountNotice? = nil)
  /// Performs the event of a form, then redirects to a page.
  case accountEvent(AccountEvent, page: String = "/")
  case health
  case readiness
  /// Well-known addresses that crawlers and browsers request by themselves.
  case robots, sitemap, manifest
  /// The script that answers for a network that is away. It controls the pages beside it.
  case serviceWorker
  case favicon, touchIcon
  /// Turns samples on or off, then redirects to a page.
  case sample(SampleSwitch.Event, page: String)

  /// The routes of health checks.
  static let healthChecks: [SiteRoute] = [.health, .readiness]

  /// One route of each case.
  private static let samples: [SiteRoute] = [
    .front, .live(page: ""), .asset("file"), .search(), .changes(), .signIn(),
    .invitation(token: ""), .account(), .accountEvent(.signOut), .health, .readiness, .robots,
    .sitemap, .manifest, .serviceWorker, .favicon, .touchIcon, .sample(.show, page: "/"),
  ]

  /// The first path components of these routes, which no guide can use.
  static let reservedNames = Set(
    samples.compactMap { try? Target(parsing: $0.href.text).path.first })

  /// The patterns of the routes, for logs and metrics.
  static let patterns = samples.map(\.pattern)

  init?(parsing target: Target) throws(MalformedRequest) {
    var reader = ValueReader(target.query)
    switch (target.path.first, target.path.count) {
    case (nil, 0): self = .front
    case ("live", 1):
      self = .live(page: reader.text("page") ?? "", version: reader.text("version") ?? "")
    case ("search", 1): self = .search(try SearchLocation(parsing: target.query))
    case ("changes", 1): self = .changes(target.query)
    case ("sign-in", 1): self = .signIn(page: reader.text("page") ?? "/")
    case ("invitation", 1): self = .invitation(token: reader.text("token") ?? "")
    case ("account", 1): self = .account(reader.text("notice").flatMap(AccountNotice.init))
    case ("account", 2):
      guard let event = AccountEvent(rawValue: target.path[1]) else { return nil }
      self = .accountEvent(event, page: reader.text("page") ?? "/")
    case ("sample", 2):
      guard let event = SampleSwitch.Event(rawValue: target.path[1]) else { return nil }
      self = .sample(event, page: reader.text("page") ?? "/")
    case ("static", 2) where !target.path[1].isEmpty: self = .asset(target.path[1])
    case ("healthz", 1): self = .health
    case ("readyz", 1): self = .readiness
    case ("robots.txt", 1): self = .robots
    case ("sitemap.xml", 1): self = .sitemap
    case ("site.webmanifest", 1): self = .manifest
    case ("service-worker.js", 1): self = .serviceWorker
    case ("favicon.ico", 1): self = .favicon
    case ("apple-touch-icon.png", 1): self = .touchIcon
    default: return nil
    }
    try reader.finish()
  }

  var method: RouteMethod {
    switch self {
    case .sample, .accountEvent: .post
    default: .get
    }
  }

  var href: Href {
    switch self {
    case .front: Href(path: [])
    case .live(let page, let version):
      Href(
        path: ["live"], query: [("page", page)] + (version.isEmpty ? [] : [("version", version)]))
    case .search(let location): location.href
    case .changes(let query): .changes(query.pairs)
    case .signIn(let page): Href(path: ["sign-in"], query: page == "/" ? [] : [("page", page)])
    case .invitation(let token):
      Href(path: ["invitation"], query: token.isEmpty ? [] : [("token", token)])
    case .account(let notice):
      Href(path: ["account"], query: notice.map { [("notice", $0.rawValue)] } ?? [])
    case .accountEvent(let event, let page):
      Href(path: ["account", event.rawValue], query: page == "/" ? [] : [("page", page)])
    case .sample(let event, let page):
      Href(path: ["sample", event.rawValue], query: page == "/" ? [] : [("page", page)])
    case .asset(let name): Self.href(ofAsset: name)
    case .health: Href(path: ["healthz"])
    case .readiness: Href(path: ["readyz"])
    case .robots: Href(path: ["robots.txt"])
    case .sitemap: Href(path: ["sitemap.xml"])
    case .manifest: Href(path: ["site.webmanifest"])
    case .serviceWorker: Href(path: ["service-worker.js"])
    case .favicon: Href(path: ["favicon.ico"])
    case .touchIcon: Href(path: ["apple-touch-icon.png"])
    }
  }

  /// Returns the address of a public file, or of a fragment of it.
  static func href(ofAsset name: String, fragment: String? = nil) -> Href {
    Href(path: ["static", name], fragment: fragment)
  }
}
