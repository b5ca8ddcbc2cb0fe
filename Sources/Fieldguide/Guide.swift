import AnimalsUI
import ImmutableUI
import Markup
import QuakesUI

/// One of the guides of the site.
enum Guide: String, CaseIterable, Sendable {
  case animals
  case quakes

  /// What it is called in the navigation.
  var label: String {
    switch self {
    case .animals: "Animals"
    case .quakes: "Quakes"
    }
  }

  var icon: Icon.Shape {
    switch self {
    case .animals: .leaf
    case .quakes: .pulse
    }
  }

  /// Where it starts.
  var href: Href {
    switch self {
    case .animals: AnimalsRoute.page(AnimalsRoute.Location()).href
    case .quakes: QuakesRoute.page(QuakesLocation()).href
    }
  }
}
