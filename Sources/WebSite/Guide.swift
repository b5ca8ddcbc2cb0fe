import AnimalsUI
import BreedsUI
import ImmutableUI
import Look
import Markup
import PhotosUI
import QuakesUI

/// One of the guides of the site.
package enum Guide: String, CaseIterable, Sendable {
  case animals
  case quakes
  case breeds
  case photos

  /// What it is called in the navigation.
  var label: String {
    switch self {
    case .animals: AnimalsPage.name
    case .quakes: QuakesPage.name
    case .breeds: BreedsPage.name
    case .photos: "Photos"
    }
  }

  var icon: Icon.Shape {
    switch self {
    case .animals: .leaf
    case .quakes: .pulse
    case .breeds: .paw
    case .photos: .picture
    }
  }

  /// Where it starts.
  var href: Href {
    switch self {
    case .animals: AnimalsRoute.page(AnimalsRoute.Location()).href
    case .quakes: QuakesRoute.page(QuakesLocation()).href
    case .breeds: BreedsRoute.page(BreedsRoute.Location()).href
    case .photos: PhotosRoute.page(PhotosLocation()).href
    }
  }
}
