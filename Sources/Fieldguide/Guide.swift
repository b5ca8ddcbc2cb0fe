import AnimalsUI
import ImmutableUI
import Markup

/// One of the guides of the site.
enum Guide: String, CaseIterable, Sendable {
  case animals

  /// What it is called in the navigation.
  var label: String {
    switch self {
    case .animals: "Animals"
    }
  }

  var icon: Icon.Shape {
    switch self {
    case .animals: .leaf
    }
  }

  /// Where it starts.
  var href: Href {
    switch self {
    case .animals: AnimalsRoute.page(AnimalsRoute.Location()).href
    }
  }
}
