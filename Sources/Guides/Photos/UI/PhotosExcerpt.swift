import ImmutableData
import ImmutableUI
import Look
import Markup
import PhotosData

/// The panel of the front page about photos: a mosaic of the colours of the
/// first ones.
enum PhotosExcerpt {
  /// The maximum number of tiles in the mosaic, in rows of `columns`. Fewer
  /// tiles than that form a single row.
  static let count = 18
  static let columns = 6
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
        colours: photos.prefix(PhotosExcerpt.count).map { PhotoGrid.Swatch($0).colour })
    }
  }
}

extension PhotosExcerpt {
  /// The state of the panel.
  struct ViewState: Hashable, Sendable {
    let note: String
    /// The colours as SVG values; `nil` for a photo whose address contains
    /// none.
    let colours: [String?]
  }
}

extension PhotosExcerpt {
  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      ExcerptPanel(
        "photos", title: "Photos", icon: .picture, href: PhotosLocation().href, note: state.note,
        all: "All photos"
      ) {
        if state.colours.isEmpty {
          EmptyState(
            "No photos yet", message: "Open Photos to load them from JSONPlaceholder.",
            icon: .picture)
        } else {
          ExcerptPicture { Mosaic(colours: state.colours) }
          ExcerptText(
            "From a public test service", name: "Colours in place of pictures",
            note: "A long list to try search and pages with.")
        }
      }
    }
  }

  private struct Mosaic: Component {
    let colours: [String?]

    var body: some HTML {
      let columns = min(colours.count, PhotosExcerpt.columns)
      // A partial last row would leave a gap.
      let rows = colours.count / columns
      svg {
        ForEach(Array(colours.prefix(rows * columns).enumerated())) { number, colour in
          // Tiles overlap slightly, so that no background shows between them.
          rect().x(Double(number % columns)).y(Double(number / columns)).width(1.02)
            .height(1.02).fill(colour ?? "none")
        }
      }
      .viewBox(ViewBox(0, 0, Double(columns), Double(rows))).preserveAspectRatio("none")
      .aria(.hidden, "true")
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
