#if DEBUG
import ImmutableUI
import Look
import Markup

@testable import WebSite

/// The previews of all components in all states, which are shown in the
/// gallery, compared in snapshot tests and audited in browser tests.
struct Gallery: Sendable {
  /// The previews of one guide.
  struct Section: Sendable {
    /// The name of the guide; `nil` for shared components.
    let guide: String?
    let label: String
    var previews: [Preview]
    let pictureOrigins: [String]

    /// The name in addresses.
    var name: String { guide ?? "shared" }
  }

  private let guides: [any Guide]
  private let text: SiteText
  private let scenes: Scenes

  /// Returns the previews of a guide, besides those that the guide has itself; of components
  /// that guides share for `nil`.
  typealias Scenes = @Sendable (_ guide: String?) -> [Preview]

  init(_ guides: [any Guide], text: SiteText, scenes: @escaping Scenes) {
    self.guides = guides
    self.text = text
    self.scenes = scenes
  }

  /// The previews by guide, which are created on each access: most programs
  /// never show them.
  var sections: [Section] {
    let sections = guides.map { guide in
      Section(
        guide: guide.name, label: guide.title, previews: guide.previews + scenes(guide.name),
        pictureOrigins: guide.pictureOrigins)
    }
    let shared = Self.frontPages(of: sections, text: text) + scenes(nil)
    return [
      Section(
        guide: nil, label: "Shared", previews: shared,
        pictureOrigins: sections.flatMap(\.pictureOrigins))
    ] + sections
  }

  /// Returns the previews of a component, each with its section.
  func previews(of component: String) -> [(section: Section, preview: Preview)] {
    sections.flatMap { section in
      section.previews.filter { $0.component == component }.map { (section, $0) }
    }
  }
}

extension Gallery {
  /// Returns the previews of the front page, each with the excerpts of the same
  /// name of all guides.
  private static func frontPages(of guides: [Section], text: SiteText) -> [Preview] {
    let excerpts = guides.flatMap(\.previews).filter(\.isExcerpt)
    var names: [String] = []
    for excerpt in excerpts where !names.contains(excerpt.name) { names.append(excerpt.name) }
    return names.map { name in
      let parts = excerpts.filter { $0.name == name }
      return Preview(
        name, ofPage: "FrontPage", title: text.name, note: parts.first?.note ?? ""
      ) { words in
        FrontPage(text: text, excerpts: parts.map { ($0.isWide, $0.page(words).content) })
      }
    }
  }
}
#endif
