import Foundation
import ImmutableUI
import Look
import Markup
import PhotosData
import TextSearch

/// A grid with a swatch for each photo of a page, and over it the picture, if there is one.
struct PhotoGrid: Component {
  /// The values shown for one photo.
  struct Swatch: Hashable, Sendable {
    let id: String
    let title: FoundText
    /// The colour as an SVG value; `nil` if the address of the photo contains
    /// none.
    let colour: String?
    /// The address of the picture; `nil` if it may not be loaded.
    let picture: Href?
  }

  let swatches: [Swatch]

  var body: some HTML {
    ol {
      ForEach(swatches) { swatch in
        Panel(Tags.Li.self, kind: "swatch") {
          // The colour is beside the text, not behind it, so that contrast does not vary.
          svg { rect().width(4).height(3).fill(swatch.colour ?? "none") }
            .viewBox(ViewBox(0, 0, 4, 3)).aria(.hidden, "true")
          // Without alternative text, a picture that does not come leaves the swatch.
          if let picture = swatch.picture { img().src(picture).alt("").lazy() }
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

  /// - Parameters:
  ///   - photo: the photo.
  ///   - search: the text that the title contains; empty for none.
  ///   - origins: the origins that pictures may be loaded from.
  init(_ photo: Photo, search: String = "", pictures origins: [String] = []) {
    let searched = Self.words(search)
    self.init(
      id: String(photo.id),
      title: FoundText(photo.title.isEmpty ? "Untitled" : photo.title) { word in
        let word = SearchText(word)
        return searched.contains { word.contains($0) }
      },
      colour: photo.colour.map { "#\($0)" },
      picture: photo.picture(from: origins).flatMap { Href(external: $0.absoluteString) })
  }
}
