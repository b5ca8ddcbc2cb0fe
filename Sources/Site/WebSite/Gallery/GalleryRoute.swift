import ImmutableUI
import Markup

/// The routes of the gallery.
enum GalleryRoute: Route {
  /// The index.
  case index
  /// All states of one component, side by side.
  case component(String, GalleryLook)
  /// One state of a component.
  case state(component: String, name: String, GalleryLook)

  init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path.first == "previews", target.path.count <= 3, !target.path.contains("") else {
      return nil
    }
    var reader = ValueReader(target.query)
    let look = GalleryLook(
      text: reader.choice("text") ?? .plain, scheme: reader.choice("scheme"))
    try reader.finish()
    switch target.path.count {
    case 1: self = .index
    case 2: self = .component(target.path[1], look)
    default: self = .state(component: target.path[1], name: target.path[2], look)
    }
  }

  var method: RouteMethod { .get }

  var href: Href {
    switch self {
    case .index: Href(path: ["previews"])
    case .component(let component, let look):
      Href(path: ["previews", component], query: look.query)
    case .state(let component, let name, let look):
      Href(path: ["previews", component, name], query: look.query)
    }
  }
}

/// The display options of a preview: the text it is filled with, and the colour
/// scheme.
struct GalleryLook: Hashable, Sendable {
  var text = PreviewText.plain
  /// The colour scheme; `nil` for the preference of the browser.
  var scheme: ColourScheme?

  fileprivate var query: [(name: String, value: String)] {
    (text == .plain ? [] : [("text", text.rawValue)])
      + (scheme.map { [("scheme", $0.rawValue)] } ?? [])
  }
}
