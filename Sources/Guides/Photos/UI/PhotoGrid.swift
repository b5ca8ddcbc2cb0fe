import Foundation
import ImmutableUI
import Look
import Markup
import PhotosData
import TextSearch

/// A grid of photos, each with its title and its album. A tile opens the photo.
struct PhotoGrid: Component {
  /// The values shown for one photo.
  struct Tile: Hashable, Sendable {
    let id: Int
    let title: FoundText
    /// The language of the title; `nil` for that of the page.
    let language: String?
    let album: String
    let plate: PhotoPlate
  }

  let tiles: [Tile]
  /// The pages of the photos, by their numbers.
  let href: @Sendable (_ id: Int) -> Href

  var body: some HTML {
    ol {
      ForEach(tiles) { tile in
        li {
          a {
            span { tile.plate }.class("pic")
            span { tile.title }.class("row-name").dir(.auto).lang(tile.language)
            span { tile.album }.class("row-note").dir(.auto)
          }
          .title(tile.title.text).href(href(tile.id))
        }
      }
    }
    .class("gallery").id("photo-list")
  }
}

/// A picture in a frame that has its size before anything is loaded. Without alternative text, a
/// picture that does not come leaves the colour of its photo.
struct PhotoPlate: Component, Hashable {
  /// The colour as an SVG value; `nil` if the address of the photo contains none.
  let colour: String?
  /// The address of the picture; `nil` if it may not be loaded.
  let picture: Href?

  var body: some HTML {
    if let colour {
      svg { rect().width(4).height(3).fill(colour) }.viewBox(ViewBox(0, 0, 4, 3))
        .preserveAspectRatio("none").aria(.hidden, "true")
    }
    if let picture { img().src(picture).alt("").lazy() }
  }
}

extension PhotoPlate {
  /// - Parameters:
  ///   - photo: the photo.
  ///   - address: the address of the picture, or that of its thumbnail.
  ///   - origins: the origins that pictures may be loaded from.
  init(_ photo: Photo, _ address: KeyPath<Photo, URL> = \.thumbnailUrl, from origins: [String]) {
    colour = photo.file == nil ? photo.colour.map { "#\($0)" } : nil
    picture =
      photo.file.map { PhotosRoute.picture(PhotoPicture(id: photo.id, version: $0.version)).href }
      ?? photo.picture(address, from: origins).flatMap { Href(external: $0.absoluteString) }
  }
}

extension Photo {
  /// The title, or a word in its place.
  var name: String { title.isEmpty ? "Untitled" : title }

  /// The name of the album, or its number.
  var albumName: String { album ?? (albumId > 0 ? "Album \(grouped(albumId))" : "") }
}

extension PhotoGrid.Tile {
  private static func words(_ text: String) -> [SearchText] {
    text.split { !$0.isLetter && !$0.isNumber }.map { SearchText(String($0)) }
  }

  /// - Parameters:
  ///   - photo: the photo.
  ///   - search: the text that the title contains; empty for none.
  ///   - origins: the origins that pictures may be loaded from.
  init(_ photo: Photo, search: String = "", pictures origins: [String]) {
    let searched = Self.words(search)
    self.init(
      id: photo.id,
      title: FoundText(photo.name) { word in
        let word = SearchText(word)
        return searched.contains { word.contains($0) }
      },
      language: photo.language, album: photo.albumName, plate: PhotoPlate(photo, from: origins))
  }
}
