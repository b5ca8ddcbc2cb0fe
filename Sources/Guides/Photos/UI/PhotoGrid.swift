import ImmutableUI
import Look
import Markup
import PhotosData
import TextSearch

/// A grid with a swatch for each photo of a page.
struct PhotoGrid: Component {
  /// The values shown for one photo.
  struct Swatch: Hashable, Sendable {
    let id: String
    let title: FoundText
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
  private static func words(_ text: String) -> [SearchText] {
    text.split { !$0.isLetter && !$0.isNumber }.map { SearchText(String($0)) }
  }

  /// - Parameter search: the text that the title contains; empty for none.
  /// - Parameter search: the text that the title contains; empty for none.
  init(_ photo: Photo, search: String = "") {
    let searched = Self.words(search)
    self.init(
      id: String(photo.id),
      title: FoundText(photo.title.isEmpty ? "Untitled" : photo.title) { word in
        let word = SearchText(word)
        return searched.contains { word.contains($0) }
      },
      colour: photo.colour.map { "#\($0)" })
  }
}
