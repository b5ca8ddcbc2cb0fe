import AnimalsUI
import BreedsUI
import ImmutableUI
import Look
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

  /// All states, by guide. Made once: each scene keeps the states it has made.
  static let sections = [
    Section(guide: nil, previews: FrontPage.previews + ErrorPage.previews + SharedLook.previews),
    Section(guide: .animals, previews: AnimalsPage.previews),
    Section(guide: .quakes, previews: QuakesPage.previews),
    Section(guide: .breeds, previews: BreedsPage.previews),
    Section(guide: .photos, previews: PhotosPage.previews),
  ]

  /// The states of a component, with the guide each is of.
  static func previews(of component: String) -> [(guide: Guide?, preview: Preview)] {
    sections.flatMap { section in
      section.previews.filter { $0.component == component }.map { (section.guide, $0) }
    }
  }
}

extension FrontPage {
  /// Every state of the front page, and of what each guide shows there.
  static var previews: [Preview] {
    Preview.all(
      of: Self.self,
      in: [
        scene("guides", "Something of each guide"),
        scene("new", "A site at which nobody has looked yet", isEmpty: true),
      ],
      title: { _ in Metadata.siteName })
  }

  private static func scene(
    _ name: String, _ note: String, isEmpty: Bool = false
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: [.quakes, .animals, .breeds, .photos]) { text in
      ViewState(
        quakes: QuakesExcerpt.preview(text, isEmpty: isEmpty),
        animals: AnimalsExcerpt.preview(text, isEmpty: isEmpty),
        breeds: BreedsExcerpt.preview(text, isEmpty: isEmpty),
        photos: PhotosExcerpt.preview(text, isEmpty: isEmpty))
    }
  }
}

extension PreviewPart<FrontPage.ViewState> {
  fileprivate static let quakes = Self(QuakesExcerpt.Presenter.self) { $0.quakes }
  fileprivate static let animals = Self(AnimalsExcerpt.Presenter.self) { $0.animals }
  fileprivate static let breeds = Self(BreedsExcerpt.Presenter.self) { $0.breeds }
  fileprivate static let photos = Self(PhotosExcerpt.Presenter.self) { $0.photos }
}
