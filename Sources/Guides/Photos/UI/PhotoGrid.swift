import ImmutableUI
import Look
import Markup
import PhotosData

/// A grid with a swatch for each photo of a page.
struct PhotoGrid: Component {
  /// The values shown for one photo.
  struct Swatch: Hashable, Sendable {
    let id: String
    let title: String
    /// The colour as an SVG value; `nil` if the address of the photo contains
    /// none.
    let colour: String?
  }

  let swatches: [Swatch]

  var body: some HTML {
    ol {
      ForEach(swatches) { swatch in
        Panel(Tags.Li.self, kind: "swatch") {
          // The colour is beside the text, not behind it, so that contrast does not vary.
          svg { rect().width(4).height(3).fill(swatch.colour ?? "none") }
            .viewBox(ViewBox(0, 0, 4, 3)).aria(.hidden, "true")
          p {
            span { swatch.id }
            span { swatch.colour ?? "no colour" }
          }
          p { swatch.title }.dir(.auto)
        }
      }
    }
    .class("swatches").id("photo-list")
  }
}

extension PhotoGrid.Swatch {
  init(_ photo: Photo) {
    self.init(
      id: String(photo.id),
      title: photo.title.isEmpty ? "Untitled" : photo.title,
      colour: photo.colour.map { "#\($0)" })
  }
}
