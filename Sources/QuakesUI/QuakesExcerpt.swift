import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// What the front page shows of the quakes: the large ones of a week, on a
/// small map and as a list.
enum QuakesExcerpt {
  /// From which magnitude on a quake is large: networks all over the world
  /// find those.
  static let magnitude = 4.5
  /// How many stand in the list.
  static let count = 4
}

extension QuakesExcerpt {
  /// Reads the large quakes of the week before the newest one.
  struct Container: ImmutableUI.Container {
    let now: Date
    let land: LandOutlines

    func viewState(_ select: SelectQuakes) -> ViewState {
      guard let newest = select(.newestQuake) else {
        return ViewState(
          note: select(.quakesStatus) == .waiting ? "Loading" : "None yet", large: nil)
      }
      var location = QuakesLocation()
      location.filter.from = CalendarDay(newest.time).advanced(by: -6)
      location.filter.magnitude.min = QuakesExcerpt.magnitude
      let query = location.pageQuery(now: now)
      let answer = select(.quakesValues(query))
      return ViewState(
        note: "\(grouped(select(.quakesCount))) stored",
        large: ViewState.Large(
          title: "Magnitude \(decimal(QuakesExcerpt.magnitude)) and above, "
            + "\(location.filter.from.map(\.shortWords) ?? "") to "
            + "\(CalendarDay(newest.time).shortWords)",
          href: location.href,
          map: QuakeMap.Container(location: location, query: query, land: land)
            .viewState(select),
          rows: answer.quakes.prefix(QuakesExcerpt.count)
            .map { QuakeList.ViewState.Row($0, at: location, now: now) }))
    }
  }
}

extension QuakesExcerpt {
  /// What the panel shows.
  struct ViewState: Hashable, Sendable {
    let note: String
    /// `nil` where nothing is stored.
    let large: Large?

    struct Large: Hashable, Sendable {
      let title: String
      /// Where all of them are.
      let href: Href
      let map: QuakeMap.ViewState
      let rows: [QuakeList.ViewState.Row]
    }
  }
}

extension QuakesExcerpt {
  /// How the panel looks.
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
              QuakeMap.Ground(state: large.map)
              QuakeMap.Dots(state: large.map)
            }
            .viewBox(large.map.viewBox).class(large.map.detail.rawValue).aria(.hidden, "true")
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
  /// What the front page shows of the quakes.
  func excerpt() -> Excerpt {
    let select = selectors.read()
    let minute = ClockMinute(now())
    return Excerpt(
      "quakes-excerpt",
      QuakesExcerpt.Presenter(
        state: QuakesExcerpt.Container(now: minute.start, land: land).viewState(select)),
      dependencies: select.dependencies, expires: minute.end)
  }
}
