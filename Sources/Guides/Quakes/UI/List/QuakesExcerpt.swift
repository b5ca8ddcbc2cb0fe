import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import QuakesData

/// The panel on the front page: the large quakes of the past week on a map, the largest
/// of the past day, and the way to those near the visitor.
enum QuakesExcerpt {
  /// The smallest magnitude of a large quake. Networks detect such quakes
  /// worldwide.
  static let magnitude = 4.5

  /// Reads the large quakes of the seven days that end with the newest quake, and those of
  /// the past 24 hours.
  struct Container: ImmutableUI.Container {
    let now: Date
    /// The label of the sample that the panel shows; `nil` for real data.
    var sample: String?

    func viewState(_ select: SelectQuakes) -> ViewState {
      guard let newest = select(.newestQuake) else {
        return ViewState(
          note: select(.quakesStatus) == .waiting ? "Loading" : "None yet", content: nil)
      }
      var large = QuakesLocation()
      let first = CalendarDay(newest.time).advanced(by: -6)
      large.filter.from = TimeBound(first)
      large.filter.magnitude.min = QuakesExcerpt.magnitude
      let query = large.pageQuery(now: now)
      // Their authors are named on the page of the map only.
      let mapLocation = large.with { $0.showsPlates = false }
      let days =
        "\(first.shortFormatted) to \(CalendarDay(newest.time).shortFormatted)"
      return ViewState(
        note: sample ?? "\(grouped(select(.quakesCount))) in all",
        content: ViewState.Content(
          title: "Magnitude \(decimal(QuakesExcerpt.magnitude)) and above, \(days)",
          href: large.href,
          map: QuakeMap.Container(location: mapLocation, query: query).viewState(select),
          largest: largest(select),
          counts: counts(select)))
    }

    /// The earthquakes of the past 24 hours.
    private var today: QuakesLocation {
      QuakesLocation().filtering { $0.magnitude = .init() }
    }

    private func largest(_ select: SelectQuakes) -> QuakeList.ViewState.Row? {
      let largest = select(.largestQuake(of: today.query(now: now)))
      return largest.map { quake in
        QuakeList.ViewState.Row(
          quake, among: QuakeLinks(on: today), at: QuakesLocation().event(quake.id).href, now: now)
      }
    }

    private func counts(_ select: SelectQuakes) -> [ViewState.Count] {
      func count(
        _ label: String, _ change: (inout QuakesLocation.Filter) -> Void
      ) -> ViewState.Count {
        let location = today.filtering(change)
        return ViewState.Count(
          number: grouped(select(.matchCount(location.query(now: now)))), label: label,
          href: location.href)
      }
      let large = decimal(QuakesExcerpt.magnitude)
      return [
        count("recorded") { _ in },
        count("of magnitude \(large) and above") { $0.magnitude.min = QuakesExcerpt.magnitude },
        count("with felt reports") { $0.impact.felt = 1 },
      ]
    }
  }

  /// The content of the panel.
  struct ViewState: Hashable, Sendable {
    let note: String
    /// The map and the facts below it; `nil` if nothing is stored.
    let content: Content?

    struct Content: Hashable, Sendable {
      let title: String
      /// The page with all large quakes.
      let href: Href
      let map: QuakeMap.ViewState
      /// The largest quake of the past day; `nil` if there was none.
      let largest: QuakeList.ViewState.Row?
      /// The numbers of quakes in the past day.
      let counts: [Count]
    }

    struct Count: Hashable, Sendable {
      let number: String
      let label: String
      let href: Href
    }
  }

  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      ExcerptPanel(
        "quakes", title: QuakesPage.name, icon: .pulse, href: QuakesLocation().href,
        note: state.note
      ) {
        if let content = state.content {
          Map(state: content)
          div {
            section {
              h3 { "Largest today" }
              if let row = content.largest {
                a { QuakeList.Presenter.content(row) }.class("row").href(row.href)
              } else {
                p { "No earthquake of the past 24 hours is stored." }.class("row-note")
              }
            }
            NearYou()
            section {
              h3 { "Past 24 hours" }
              ul {
                ForEach(content.counts) { count in
                  li {
                    strong { count.number }.class("num")
                    " "
                    a { count.label }.href(count.href)
                  }
                }
              }
            }
          }
          .class("excerpt-parts")
        } else {
          EmptyState(
            "No earthquakes yet", message: "They appear after the first refresh.",
            icon: .pulse)
        }
      }
    }
  }

  private struct Map: Component {
    let state: ViewState.Content

    var body: some HTML {
      figure {
        a {
          svg {
            QuakeMap.BaseMap(state: state.map)
            QuakeMap.Dots(state: state.map)
          }
          .class("base", state.map.detail.rawValue).viewBox(state.map.viewBox)
          // A wide window cuts off the poles.
          .preserveAspectRatio("xMidYMid slice").aria(.hidden, "true")
        }
        .class("map").href(state.href).aria(.label, state.map.label)
        figcaption {
          strong { state.title }
          ul {
            ForEach(MapColouring.age.legend.dropLast()) { item in
              QuakeMap.LegendEntry(classes: item.classes, name: item.name)
            }
          }
          .class("legend")
          span { "Larger dots are stronger. Map: Natural Earth" }
        }
        .class("map-bar")
      }
    }
  }

  /// The form that leads to the earthquakes around a place.
  private struct NearYou: Component {
    var body: some HTML {
      form {
        h3 { label { "Near you" }.for("near") }
        div {
          input().id("near").name("near").placeholder("Town or country").required()
          HiddenField("past", QuakesLocation.Period.week.rawValue)
          button { "Show" }.class("button primary")
          // The script of the page asks the browser for the position.
          a { "Use my location" }.class("button scripted")
            .href(QuakesRoute.page(QuakesLocation()).href(fragment: "near-me"))
        }
        .class("actions")
      }
      .get(QuakesLocation().href)
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
      dependencies: select.dependencies, expires: minute.end, isWide: true)
  }
}
