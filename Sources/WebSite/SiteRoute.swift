import AnimalsUI
import BreedsUI
import ImmutableUI
import Inspector
import Markup
import PhotosUI
import QuakesUI

/// All places of the site. The compiler knows when one has no answer.
enum SiteRoute: Route {
  case front
  case animals(AnimalsRoute)
  case quakes(QuakesRoute)
  case breeds(BreedsRoute)
  case photos(PhotosRoute)
  /// The stream that keeps a page up to date which shows some version of what
  /// is at an address.
  case live(page: String, version: String = "")
  case asset(String)
  /// Asks who one is, and leads back to a page.
  case signIn(page: String = "/")
  case health
  case readiness
  case gallery(GalleryRoute)
  /// What programs ask for that find their way by themselves.
  case robots, sitemap, manifest
  /// Pictures of the site that browsers look for there, whatever a page says.
  case favicon, touchIcon
  case inspector(InspectorRoute)

  init?(parsing target: Target) throws(Malformed) {
    if let route = try AnimalsRoute(parsing: target) {
      self = .animals(route)
      return
    }
    if let route = try QuakesRoute(parsing: target) {
      self = .quakes(route)
      return
    }
    if let route = try BreedsRoute(parsing: target) {
      self = .breeds(route)
      return
    }
    if let route = try PhotosRoute(parsing: target) {
      self = .photos(route)
      return
    }
    if let route = try GalleryRoute(parsing: target) {
      self = .gallery(route)
      return
    }
    if let route = try InspectorRoute(parsing: target) {
      self = .inspector(route)
      return
    }
    switch (target.path.first, target.path.count) {
    case (nil, 0): self = .front
    case ("live", 1):
      var reader = ValueReader(target.query)
      self = .live(page: reader.text("page") ?? "", version: reader.text("version") ?? "")
      try reader.finish()
    case ("sign-in", 1):
      var reader = ValueReader(target.query)
      self = .signIn(page: reader.text("page") ?? "/")
      try reader.finish()
    case ("static", 2) where !target.path[1].isEmpty: self = .asset(target.path[1])
    case ("healthz", 1): self = .health
    case ("readyz", 1): self = .readiness
    case ("robots.txt", 1): self = .robots
    case ("sitemap.xml", 1): self = .sitemap
    case ("site.webmanifest", 1): self = .manifest
    case ("favicon.ico", 1): self = .favicon
    case ("apple-touch-icon.png", 1): self = .touchIcon
    default: return nil
    }
  }

  var method: RouteMethod {
    switch self {
    case .animals(let route): route.method
    case .quakes(let route): route.method
    case .breeds(let route): route.method
    case .photos(let route): route.method
    case .front, .live, .asset, .signIn, .health, .readiness, .gallery, .inspector, .robots,
      .sitemap, .manifest, .favicon, .touchIcon:
      .get
    }
  }

  var href: Href {
    switch self {
    case .front: Href(path: [])
    case .animals(let route): route.href
    case .quakes(let route): route.href
    case .breeds(let route): route.href
    case .photos(let route): route.href
    case .live(let page, let version):
      Href(
        path: ["live"],
        query: [("page", page)] + (version.isEmpty ? [] : [("version", version)]))
    case .signIn(let page): Href(path: ["sign-in"], query: page == "/" ? [] : [("page", page)])
    case .asset(let name): Self.href(ofAsset: name)
    case .health: Href(path: ["healthz"])
    case .readiness: Href(path: ["readyz"])
    case .gallery(let route): route.href
    case .robots: Href(path: ["robots.txt"])
    case .sitemap: Href(path: ["sitemap.xml"])
    case .manifest: Href(path: ["site.webmanifest"])
    case .favicon: Href(path: ["favicon.ico"])
    case .touchIcon: Href(path: ["apple-touch-icon.png"])
    case .inspector(let route): route.href
    }
  }

  /// Whether it is something to look at.
  var isPage: Bool {
    switch self {
    case .front, .animals(.page), .quakes(.page), .breeds(.page), .photos(.page): true
    default: false
    }
  }

  /// The address, if it says all: some locations know what was wrong with
  /// their address, or that it was too long, and print as others do.
  var plainHref: Href? {
    let href = href
    let back = try? SiteRoute(parsing: Target(parsing: href.text))
    return back == self ? href : nil
  }

  /// The address of a file, or of a part of it.
  static func href(ofAsset name: String, fragment: String? = nil) -> Href {
    Href(path: ["static", name], fragment: fragment)
  }
}
