import ImmutableUI
import Look
import Markup
import PhotosData

/// What the front page shows of the photos: the first ones, as their colours.
enum PhotosExcerpt {
  /// How many tiles the mosaic has at most, in rows of `columns`; where there
  /// are fewer than those, all stand in one row.
  static let count = 40
  static let columns = 10
}

extension PhotosExcerpt {
  /// Reads the first photos.
  struct Container: ImmutableUI.Container {
    func viewState(_ select: SelectPhotos) -> ViewState {
      let progress = select(.progress)
      let photos = select(.photosValues(PhotosPageQuery(PhotosLocation()))).photos
      let swatches = photos.prefix(PhotosExcerpt.count).map { PhotoGrid.Swatch($0) }
      return ViewState(
        note: progress.isLoaded
          ? counted(progress.total, "photo", "photos")
          : progress.status == .waiting ? "Loading" : "None yet",
        colours: swatches.map(\.colour),
        titles: swatches.prefix(3).map(\.title))
    }
  }
}

extension PhotosExcerpt {
  /// What the panel shows.
  struct ViewState: Hashable, Sendable {
    let note: String
    /// As SVG has them; `nil` where a photo's address names none.
    let colours: [String?]
    /// Of the first ones.
    let titles: [String]
  }
}

extension PhotosExcerpt {
  /// How the panel looks.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    init(state: ViewState) {
      self.state = state
    }

    var body: some HTML {
      ExcerptPanel(
        "photos", title: "Photos", icon: .picture, href: PhotosLocation().href, note: state.note
      ) {
        if state.colours.isEmpty {
          EmptyState("No photos yet", message: "They come from JSONPlaceholder.", icon: .picture)
        } else {
          Mosaic(colours: state.colours)
          ul {
            ForEach(state.titles) { title in
              li {
                div { span { title }.class("row-name").dir(.auto) }.class("row")
              }
            }
          }
          .class("rows")
        }
      }
    }
  }

  private struct Mosaic: Component {
    let colours: [String?]

    var body: some HTML {
      let columns = min(colours.count, PhotosExcerpt.columns)
      // A row that is not full would leave a hole.
      let rows = colours.count / columns
      a {
        svg {
          ForEach(Array(colours.prefix(rows * columns).enumerated())) { number, colour in
            // A little wider than its place, so that nothing shines through.
            rect().x(Double(number % columns)).y(Double(number / columns)).width(1.02)
              .height(1.02).fill(colour ?? "none")
          }
        }
        .viewBox(ViewBox(0, 0, Double(columns), Double(rows))).aria(.hidden, "true")
      }
      .class("mosaic").href(PhotosLocation().href).aria(.label, "All photos")
    }
  }
}

extension PhotosRoot {
  /// What the front page shows of the photos.
  func excerpt() -> Excerpt {
    let select = selectors.read()
    return Excerpt(
      "photos-excerpt",
      PhotosExcerpt.Presenter(state: PhotosExcerpt.Container().viewState(select)),
      dependencies: select.dependencies)
  }
}
