#if DEBUG
import ImmutableUI
import Markup

@testable import WebSite

/// The routes of the gallery.
enum GalleryRoute {
  /// The states that match a filter, each as a small picture.
  case list(GalleryFilter, GalleryLook)
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
    var filter = GalleryFilter()
    if target.path.count == 1 {
      filter.guide = reader.queryText("guide")
      filter.kind = reader.choice("state")
      filter.search = reader.queryText(GalleryFilter.search) ?? ""
    }
    try reader.finish()
    switch target.path.count {
    case 1: self = .list(filter, look)
    case 2: self = .component(target.path[1], look)
    default: self = .state(component: target.path[1], name: target.path[2], look)
    }
  }

  /// All states.
  static let index = Self.list(.init(), .init())

  var href: Href {
    switch self {
    case .list(let filter, let look):
      Href(path: ["previews"], query: filter.query + look.query)
    case .component(let component, let look):
      Href(path: ["previews", component], query: look.query)
    case .state(let component, let name, let look):
      Href(path: ["previews", component, name], query: look.query)
    }
  }
}

/// A filter of the list of states.
struct GalleryFilter: Hashable, Sendable {
  /// The name of a guide, or `shared`; `nil` for all.
  var guide: String?
  /// The kind of states; `nil` for all.
  var kind: GalleryKind?
  /// The words of the name or the note of a state.
  var search = ""

  /// The name of the query item with the words.
  static let search = "q"

  fileprivate var query: [(name: String, value: String)] {
    [("guide", guide), ("state", kind?.rawValue), (Self.search, search.isEmpty ? nil : search)]
      .compactMap { name, value in value.map { (name, $0) } }
  }
}

/// The display options of a preview: the text it is filled with, and the colour
/// scheme.
struct GalleryLook: Hashable, Sendable {
  var text = PreviewText.plain
  /// The colour scheme; `nil` for the preference of the browser.
  var scheme: ColourScheme?

  var query: [(name: String, value: String)] {
    (text == .plain ? [] : [("text", text.rawValue)])
      + (scheme.map { [("scheme", $0.rawValue)] } ?? [])
  }
}
#endif
