import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import QuakesData

/// The panel on the front page: the large quakes of the past week on a small
/// map and in a list.
enum QuakesExcerpt {
  /// The smallest magnitude of a large quake. Networks detect such quakes
  /// worldwide.
  static let magnitude = 4.5
  /// The number of rows.
  static let count = 4
}

extension QuakesExcerpt {
  /// Reads the large quakes of the seven days that end with the newest quake.
  struct Container: ImmutableUI.Container {
    let now: Date
    /// The label of the sample that the panel shows; `nil` for real data.
    var sample: String?

    func viewState(_ select: SelectQuakes) -> ViewState {
      guard let newest = select(.newestQuake) else {
        return ViewState(
          note: select(.quakesStatus) == .waiting ? "Loading" : "None yet", large: nil)
      }
      var location = QuakesLocation()
      let first = CalendarDay(newest.time).advanced(by: -6)
      location.filter.from = TimeBound(first)
      location.filter.magnitude.min = QuakesExcerpt.magnitude
      let query = location.pageQuery(now: now)
      let result = select(.quakesValues(query)).listed
      let links = QuakeLinks(on: location)
      // Their authors are named on the page of the map only.
      let mapLocation = location.with { $0.showsPlates = false }
      return ViewState(
        note: sample ?? "\(grouped(select(.quakesCount))) in all",
        large: ViewState.Large(
          title: "Magnitude \(decimal(QuakesExcerpt.magnitude)) and above, "
            + "\(first.shortFormatted) to "
            + "\(CalendarDay(newest.time).shortFormatted)",
          href: location.href,
          map: QuakeMap.Container(location: mapLocation, query: query)
            .viewState(select),
          rows: result.quakes.prefix(QuakesExcerpt.count)
            .map { QuakeList.ViewState.Row($0, among: links, now: now) }))
    }
  }
}

extension QuakesExcerpt {
  /// The content of the panel.
  struct ViewState: Hashable, Sendable {
    let note: String
    /// The large quakes; `nil` if nothing is stored.
    let large: Large?

    struct Large: Hashable, Sendable {
      let title: String
      /// The page with all of them.
      let href: Href
      let map: QuakeMap.ViewState
      let rows: [QuakeList.ViewState.Row]
    }
  }
}

extension QuakesExcerpt {
  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    init(state: ViewState) {
      self.state = state
    }

    var body: some HTML {
      ExcerptPanel(
        "quakes", title: QuakesPage.name, icon: .pulse, href: QuakesLocation().href,
        note: state.note
      ) {
        if let large = state.large {
          a {
            svg {
              QuakeMap.BaseMap(state: large.map)
              QuakeMap.Dots(state: large.map)
            }
            .class("base", large.map.detail.rawValue).viewBox(large.map.viewBox)
            .aria(.hidden, "true")
          }
          .class("map").href(large.href).aria(.label, large.map.label)
          h3 { large.title }
          ol {
            ForEach(large.rows) { QuakeList.Presenter.row($0) }
          }
          .class("rows")
        } else {
          EmptyState(
            "No earthquakes yet", message: "They appear after the first refresh.",
            icon: .pulse)
        }
      }
    }
  }
}

extension QuakesRoot {
  /// Returns the panel for the front page.
  func excerpt() -> Excerpt {
    let select = selectors.read()
    let minute = ClockMinute(now())
    return Excerpt(
      "quakes-excerpt",
      QuakesExcerpt.Presenter(
        state: QuakesExcerpt.Container(now: minute.start, sample: sample)
          .viewState(select)),
      dependencies: select.dependencies, expires: minute.end)
  }
}
