import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import QuakesData

/// The panel on the front page: the earthquakes of the past day on a map, and the strongest
/// of them.
enum QuakesExcerpt {
  /// The number of rows.
  static let count = 6

  struct Container: ImmutableUI.Container {
    let now: Date
    /// The label of the sample that the panel shows; `nil` for real data.
    var sample: String?

    func viewState(_ select: SelectQuakes) -> ViewState {
      // The authors of plates are named on the page of the map only.
      let today = QuakesLocation().with { $0.showsPlates = false }
      guard select(.quakesCount) > 0 else {
        return ViewState(content: nil)
      }
      let query = today.pageQuery(now: now)
      let strongest = select(.strongestQuakes(QuakesExcerpt.count, of: today.query(now: now)))
      return ViewState(
        content: ViewState.Content(
          map: QuakeMap.Container(location: today, query: query).viewState(select),
          rows: strongest.map { quake in
            QuakeList.ViewState.Row(
              quake, among: QuakeLinks(on: today), at: QuakesLocation().event(quake.id).href,
              now: now)
          },
          count: today.countWords(select(.matchCount(today.query(now: now)))).long,
          zone: today.measures.zone.label,
          sample: sample))
    }
  }

  struct ViewState: Hashable, Sendable {
    /// The content of the panel; `nil` if nothing is stored.
    let content: Content?

    struct Content: Hashable, Sendable {
      let map: QuakeMap.ViewState
      /// The strongest earthquakes.
      let rows: [QuakeList.ViewState.Row]
      /// The number of earthquakes, and which they are.
      let count: String
      let zone: String
      let sample: String?
    }
  }

  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      Panel(kind: "quakes today", id: "quakes-excerpt", name: .heading("quakes-title")) {
        if let content = state.content {
          Map(state: content)
          div {
            div {
              h2 { a { "Strongest in 24 hours" }.href(QuakesLocation().href) }.id("quakes-title")
              p {
                "times in "
                span { content.zone }.data("times", "")
              }
              .class("row-note")
            }
            .class("bar")
            if content.rows.isEmpty {
              EmptyState("No earthquakes in the past 24 hours", icon: .pulse)
            } else {
              RowList { ForEach(content.rows) { QuakeList.Presenter.row($0) } }
            }
            div {
              p { content.sample ?? content.count }
              a { "All" }.href(QuakesLocation().href)
            }
            .class("foot-line")
          }
          .class("list")
        } else {
          div { h2 { a { QuakesPage.name }.href(QuakesLocation().href) }.id("quakes-title") }
            .class("bar")
          EmptyState(
            "No earthquakes yet", message: "They appear here as soon as USGS answers.",
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
        .class("map").href(QuakesLocation().href).aria(.label, state.map.label)
        figcaption {
          ul {
            ForEach(MapColouring.age.legend.prefix(2)) { item in
              QuakeMap.LegendEntry(classes: "\(item.colour) d\(item.size)", name: item.name)
            }
          }
          .class("legend")
          span { "Natural Earth" }
        }
        .class("foot-line")
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
      dependencies: select.dependencies, expires: minute.end, isWide: true)
  }
}
