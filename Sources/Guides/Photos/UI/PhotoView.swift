import ImmutableUI
import Look
import Markup
import PhotosData

/// One photo as large as the window allows, with the previous and the next one of the list.
struct PhotoView: Component {
  /// The state of the page of a photo.
  struct ViewState: Hashable, Sendable {
    let title: String
    /// The language of the title; `nil` for that of the page.
    let language: String?
    let album: String
    let plate: PhotoPlate
    /// The size of the picture in pixels; `nil` if it is not known.
    let size: Photo.Size?
    /// The position in the list, such as “3 of 8”.
    let position: String
    /// The page of the list that contains the photo.
    let page: Int
    let previous: Photo.ID?
    let next: Photo.ID?
  }

  let state: ViewState
  let href: @Sendable (_ id: Photo.ID) -> Href
  /// The list.
  let list: Href

  var body: some HTML {
    PageHead(state.title, count: state.album.isEmpty ? nil : state.album, language: state.language)
    {
      a { "All photos" }.class("back").href(list)
    }
    div {
      if let picture = state.plate.picture {
        if let size = state.size {
          img().src(picture).alt(state.title).width(Double(size.width)).height(Double(size.height))
        } else {
          img().src(picture).alt(state.title)
        }
      } else {
        state.plate
      }
    }
    .class("photo").id("photo")
    Pager(
      range: state.position, previous: state.previous.map(href), next: state.next.map(href),
      label: "Photos")
  }
}

extension PhotoView.ViewState {
  /// - Parameters:
  ///   - position: the photo and its position.
  ///   - origins: the origins that pictures may be loaded from.
  init(_ position: PhotoPosition, _ origins: [String]) {
    let photo = position.photo
    self.init(
      title: photo.name, language: photo.language, album: photo.albumName,
      plate: PhotoPlate(photo, \.url, from: origins), size: photo.size,
      position: "\(grouped(position.index + 1)) of \(grouped(position.count))",
      page: position.index / PhotosPageQuery.pageLength + 1,
      previous: position.previous, next: position.next)
  }
}
