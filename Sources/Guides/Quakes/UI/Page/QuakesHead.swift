import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The head of the page: what the data are, and the menus.
enum QuakesHead {
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date
    /// The label of the sample that the page shows; `nil` for real data.
    let sample: String?

    func viewState(_ select: SelectQuakes) -> ViewState {
      ViewState(
        title: location.compared == nil ? QuakesPage.name : QuakeComparison.title,
        summary: summary(select),
        menus: QuakeMenus.Container(location: location, query: query, now: now)
          .viewState(select))
    }

    /// The source and the age of the data, and since when they reach if the shown
    /// time begins earlier.
    private func summary(_ select: SelectQuakes) -> String {
      let zone = location.measures.zone
      var parts: [String] = []
      if let sample {
        parts.append("USGS feed: \(sample)")
      } else if let refresh = select(.ledger).lastRefresh {
        parts.append(
          "USGS feed, updated \(Moment(refresh.generated, in: zone).minuteAndAgo(from: now))")
        let skipped = refresh.counts.skipped
        if skipped > 0 {
          parts.append("\(counted(skipped, "event", "events")) of it could not be read")
        }
      } else if select(.quakesCount) == 0 {
        return "Nothing stored yet"
      } else {
        parts.append("From the USGS feed")
      }
      let unknown = DataGaps(
        of: location.time(now: now), known: select(.knownTime), now: now)
      return (parts + [unknown.note(in: zone)].compactMap(\.self)).joined(separator: " · ")
    }
  }

  struct ViewState: Hashable, Sendable {
    let title: String
    let summary: String
    let menus: QuakeMenus.ViewState
  }

  struct Presenter: FragmentPresenter {
    static let id = "quakes-head"
    let state: ViewState

    var body: some HTML {
      header {
        h1 { state.title }.class(state.title == QuakesPage.name ? nil : "other-page")
        div { QuakeMenus.Presenter(state: state.menus) }.class("actions")
      }
      .class("head").id(Self.id)
    }
  }

  /// Renders the source and the age of the data, at the end of the page.
  struct Source: FragmentPresenter {
    static let id = "quakes-source"
    let state: ViewState

    var body: some HTML {
      p { state.summary }.class("row-note").id(Self.id)
    }
  }
}
