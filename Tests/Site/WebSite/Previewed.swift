import ImmutableUI
import Testing

@testable import DevelopmentTools
@testable import WebSite

/// A preview, and the guide it belongs to.
struct Previewed: CustomTestStringConvertible {
  let guide: String?
  let preview: Preview

  /// The folder of the snapshot: that of the guide for a page, or a subfolder
  /// for a component.
  var folder: String {
    let folder = guide ?? "shared"
    return preview.isPage ? folder : "\(folder)/\(preview.component)"
  }

  var testDescription: String { "\(folder)/\(preview.name)" }

  /// All previews, in the order of the gallery.
  static let all = ListeningSite.idle.gallery.sections.flatMap { section in
    section.previews.map { Previewed(guide: section.guide, preview: $0) }
  }
}
