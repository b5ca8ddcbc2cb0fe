import AnimalsUI
import BreedsUI
import PhotosUI
import QuakesUI

/// The kinds of address, as logs and metrics name them: they are few, and say
/// nothing of what somebody looked for.
enum RoutePattern: String, CaseIterable, Sendable {
  case front = "/"
  case animals = "/animals"
  case animalsPost = "/animals/{component}/{event}"
  case quakes = "/quakes"
  case quakesPost = "/quakes/{component}/{event}"
  case quakesExport = "/quakes.{format}"
  case breeds = "/breeds"
  case breedsPost = "/breeds/{component}/{event}"
  case photos = "/photos"
  case photosPost = "/photos/{component}/{event}"
  case live = "/live"
  case asset = "/static/{file}"
  case signIn = "/sign-in"
  case health = "/healthz"
  case readiness = "/readyz"
  case robots = "/robots.txt"
  case sitemap = "/sitemap.xml"
  case manifest = "/site.webmanifest"
  case favicon = "/favicon.ico"
  case touchIcon = "/apple-touch-icon.png"
  case inspector = "/inspector/{store}/{action}"
  case gallery = "/previews/{component}/{state}"
  /// What is no address of this site, or no request.
  case other = "other"

  /// The front page, or the pages of a guide.
  init(pageOf guide: Guide?) {
    self =
      switch guide {
      case nil: .front
      case .animals: .animals
      case .quakes: .quakes
      case .breeds: .breeds
      case .photos: .photos
      }
  }
}

extension SiteRoute {
  /// Which kind of address it is.
  var pattern: RoutePattern {
    switch self {
    case .front: .front
    case .animals(.page): .animals
    case .animals(.post): .animalsPost
    case .quakes(.page): .quakes
    case .quakes(.post): .quakesPost
    case .quakes(.export): .quakesExport
    case .breeds(.page): .breeds
    case .breeds(.post): .breedsPost
    case .photos(.page): .photos
    case .photos(.post): .photosPost
    case .live: .live
    case .asset: .asset
    case .signIn: .signIn
    case .health: .health
    case .readiness: .readiness
    case .gallery: .gallery
    case .inspector: .inspector
    case .robots: .robots
    case .sitemap: .sitemap
    case .manifest: .manifest
    case .favicon: .favicon
    case .touchIcon: .touchIcon
    }
  }
}
