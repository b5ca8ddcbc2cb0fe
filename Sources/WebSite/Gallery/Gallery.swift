import ImmutableUI
import Look
import Markup

/// The list of all states of all components. The gallery shows them, snapshots
/// keep them, and page checks ask the gallery for them.
struct Gallery: Sendable {
  /// The states of one guide.
  struct Section: Sendable {
    /// The name of the guide; `nil` for what all guides share.
    let guide: String?
    let label: String
    let previews: [Preview]
    let pictureOrigins: [String]

    /// Its components with their states, in the order of the list.
    var components: [(name: String, previews: [Preview])] {
      var names: [String] = []
      for preview in previews where !names.contains(preview.component) {
        names.append(preview.component)
      }
      return names.map { name in (name, previews.filter { $0.component == name }) }
    }
  }

  /// All states, by guide.
  let sections: [Section]

  init(_ guides: [any Guide], text: SiteText) {
    let sections = guides.map { guide in
      Section(
        guide: guide.name, label: guide.title, previews: guide.previews,
        pictureOrigins: guide.pictureOrigins)
    }
    let shared =
      Self.frontPages(of: sections, text: text) + ErrorPage.previews + SharedLook.previews
    self.sections =
      [
        Section(
          guide: nil, label: "All guides", previews: shared,
          pictureOrigins: sections.flatMap(\.pictureOrigins))
      ] + sections
  }

  /// The states of a component, each with its section.
  func previews(of component: String) -> [(section: Section, preview: Preview)] {
    sections.flatMap { section in
      section.previews.filter { $0.component == component }.map { (section, $0) }
    }
  }
}

extension Gallery {
  /// The states of the front page: the excerpts with the same name of all
  /// guides.
  private static func frontPages(of guides: [Section], text: SiteText) -> [Preview] {
    let excerpts = guides.flatMap(\.previews).filter(\.isExcerpt)
    var names: [String] = []
    for excerpt in excerpts where !names.contains(excerpt.name) { names.append(excerpt.name) }
    return names.map { name in
      let parts = excerpts.filter { $0.name == name }
      return Preview(
        name, ofPage: "FrontPage", title: text.name, note: parts.first?.note ?? ""
      ) { words in
        FrontPage(text: text, excerpts: parts.map { $0.page(words).content })
      }
    }
  }
}
