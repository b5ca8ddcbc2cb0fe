import AnimalsUI
import BreedsUI
import ImmutableUI
import PhotosUI
import QuakesUI

/// The one list of all states of all components. The gallery shows them,
/// snapshots keep them, and whoever checks pages asks the gallery for them.
enum Gallery {
  /// The states of one guide.
  struct Section: Sendable {
    /// `nil` for what all guides share.
    let guide: Guide?
    let previews: [Preview]

    var label: String { guide?.label ?? "All guides" }

    /// Its components with their states, in the order of the list.
    var components: [(name: String, previews: [Preview])] {
      var names: [String] = []
      for preview in previews where !names.contains(preview.component) {
        names.append(preview.component)
      }
      return names.map { name in (name, previews.filter { $0.component == name }) }
    }
  }

  static var sections: [Section] {
    [
      Section(guide: nil, previews: FrontPage.previews + SharedLook.previews),
      Section(guide: .animals, previews: AnimalsPage.previews),
      Section(guide: .quakes, previews: QuakesPage.previews),
      Section(guide: .breeds, previews: BreedsPage.previews),
      Section(guide: .photos, previews: PhotosPage.previews),
    ]
  }

  /// The states of a component, with the guide each is of.
  static func previews(of component: String) -> [(guide: Guide?, preview: Preview)] {
    sections.flatMap { section in
      section.previews.filter { $0.component == component }.map { (section.guide, $0) }
    }
  }
}

extension FrontPage {
  /// Every state of the front page.
  static var previews: [Preview] {
    Preview.all(
      of: Self.self,
      in: [
        PreviewScene("guides", note: "All guides") { text in
          ViewState(
            panels: Guide.allCases.map { guide in
              .init(guide: guide, text: text("What there is to see of \(guide.rawValue)."))
            })
        }
      ],
      title: { _ in "Welcome" })
  }
}
