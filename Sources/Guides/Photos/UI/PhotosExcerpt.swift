import ImmutableData
import ImmutableUI
import Look
import Markup
import PhotosData

/// The panel of the front page about photos: the first ones, the first of all larger.
enum PhotosExcerpt {
  /// The maximum number of pictures.
  static let count = 3
}

extension PhotosExcerpt {
  /// Reads the first photos.
  struct Container: ImmutableUI.Container {
    func viewState(_ select: SelectPhotos) -> ViewState {
      let progress = select(.progress)
      let photos = select(.photosValues(PhotosPageQuery(PhotosLocation()))).photos
      return ViewState(
        note: progress.isLoaded
          ? counted(progress.total, "photo", "photos")
          : progress.status == .waiting ? "Loading" : "None yet",
        tiles: photos.prefix(PhotosExcerpt.count).map {
          // The front page loads pictures from the site alone.
          PhotoGrid.Tile($0, pictures: [])
        })
    }
  }
}

extension PhotosExcerpt {
  /// The state of the panel.
  struct ViewState: Hashable, Sendable {
    let note: String
    let tiles: [PhotoGrid.Tile]
  }
}

extension PhotosExcerpt {
  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      ExcerptPanel(
        "photos", title: "Photos", href: PhotosLocation().href, note: state.note
      ) {
        if let first = state.tiles.first {
          ExcerptPicture {
            div { ForEach(state.tiles) { tile in span { tile.plate } } }.class("scenes")
          }
          ExcerptText(
            first.title.text, href: PhotosLocation().with { $0.photo = first.id }.href,
            note: first.album)
        } else {
          EmptyState("No photos yet", message: "Open Photos to load them.", icon: .picture)
        }
      }
    }
  }
}

extension PhotosRoot {
  /// Returns the panel of the front page.
  func excerpt() -> Excerpt {
    let select = selectors.read()
    return Excerpt(
      "photos-excerpt",
      PhotosExcerpt.Presenter(state: PhotosExcerpt.Container().viewState(select)),
      dependencies: select.dependencies)
  }
}
