import ImmutableUI
import Markup
import PhotosData

/// The photos of a page, a swatch each: plain values are enough for it.
struct PhotoGrid: Component {
  /// What is shown of a photo.
  struct Swatch: Hashable, Sendable {
    let id: String
    let title: String
    /// As SVG has it; `nil` where the photo's address names none.
    let colour: String?
  }

  let swatches: [Swatch]

  var body: some HTML {
    ol {
      ForEach(swatches) { swatch in
        li {
          // The colour is beside the words, never behind them.
          svg { rect().width(4).height(3).fill(swatch.colour ?? "none") }
            .viewBox(ViewBox(0, 0, 4, 3)).aria(.hidden, "true")
          p {
            span { swatch.id }
            span { swatch.colour ?? "no colour" }
          }
          p { swatch.title }.dir(.auto)
        }
        .class("panel swatch")
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
