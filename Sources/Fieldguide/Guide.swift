import AnimalsUI
import BreedsUI
import ImmutableUI
import Markup
import QuakesUI

/// One of the guides of the site.
enum Guide: String, CaseIterable, Sendable {
  case animals
  case quakes
  case breeds

  /// What it is called in the navigation.
  var label: String {
    switch self {
    case .animals: "Animals"
    case .quakes: "Quakes"
    case .breeds: "Breeds"
    }
  }

  var icon: Icon.Shape {
    switch self {
    case .animals: .leaf
    case .quakes: .pulse
    case .breeds: .paw
    }
  }

  /// Where it starts.
  var href: Href {
    switch self {
    case .animals: AnimalsRoute.page(AnimalsRoute.Location()).href
    case .quakes: QuakesRoute.page(QuakesLocation()).href
    case .breeds: BreedsRoute.page(BreedsRoute.Location()).href
    }
  }
}
