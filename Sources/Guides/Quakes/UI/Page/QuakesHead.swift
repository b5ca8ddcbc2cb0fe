import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The head of the page: the number of events and which they are, the place, the filters and
/// the menu.
enum QuakesHead {
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date
    /// The label of the sample that the page shows; `nil` for real data.
    let sample: String?

    func viewState(_ select: SelectQuakes) -> ViewState {
      let isList = location.isValid && location.compared == nil
      let hasData = select(.quakesCount) > 0
      let words =
        isList && hasData
        ? location.countWords(select(.quakesValues(query)).listed.count) : nil
      return ViewState(
        title: location.compared == nil ? QuakesPage.name : QuakeComparison.title,
        count: words?.long, shortCount: words?.short,
        field: hasData
          ? SearchField(
            "Town or country", action: QuakesLocation().href, id: "near", name: "near",
            value: place, hidden: location.fields(without: ["near", "box", "view"])) : nil,
        hasSheet: location.isValid, summary: summary(select),
        menus: QuakeMenus.Container(location: location, now: now).viewState(select))
    }

    /// The text of the field. The position of the visitor has no name.
    private var place: String {
      if let unknown = location.unknownPlace { return unknown }
      return location.filter.near.flatMap { $0.isVisitor ? nil : $0.text } ?? ""
    }

    /// The source and the age of the data, and since when they reach if the shown
    /// time begins earlier.
    private func summary(_ select: SelectQuakes) -> [DatedText] {
      let zone = location.measures.zone
      var parts: [DatedText] = []
      if let sample {
        parts.append(DatedText(before: "USGS feed: \(sample)"))
      } else if let refresh = select(.ledger).lastRefresh {
        let moment = Moment(refresh.generated, in: zone)
        parts.append(
          DatedText(
            before: "USGS feed, updated ", moment: moment, after: " (\(moment.ago(from: now)))"))
        let skipped = refresh.counts.skipped
        if skipped > 0 {
          parts.append(
            DatedText(before: "\(counted(skipped, "event", "events")) could not be read"))
        }
      } else {
        parts.append(DatedText(before: "From the USGS feed"))
      }
      let unknown = DataGaps(
        of: location.time(now: now), known: select(.knownTime), now: now)
      return parts + [unknown.note(in: zone)].compactMap(\.self)
    }
  }

  struct ViewState: Hashable, Sendable {
    let title: String
    let count: String?
    /// The count for narrow windows.
    let shortCount: String?
    /// The field of the place; `nil` if nothing is stored.
    let field: SearchField?
    /// True if the sheet with the filters is a popover, not a part of the page.
    let hasSheet: Bool
    let summary: [DatedText]
    let menus: QuakeMenus.ViewState
  }

  struct Presenter: FragmentPresenter {
    static let id = "quakes-head"
    let state: ViewState

    var body: some HTML {
      PageHead(state.title, count: state.count, short: state.shortCount, id: Self.id) {
        if let field = state.field {
          field
          if state.hasSheet {
            button {
              Icon(.filters)
              "Filters"
            }
            .class("button").popovertarget(FilterForm.Presenter.sheet)
          }
        }
        QuakeMenus.Presenter(state: state.menus)
      }
    }
  }

  /// Renders the source and the age of the data, at the end of the page.
  struct Source: FragmentPresenter {
    static let id = "quakes-source"
    let state: ViewState

    var body: some HTML {
      p {
        ForEach(Array(state.summary.enumerated())) { number, part in
          if number > 0 { " · " }
          part
        }
      }
      .class("row-note").id(Self.id)
    }
  }
}

extension Icon.Shape {
  /// Three lines, each shorter than the one above.
  fileprivate static let filters = Self(path: "M4 7h16M7 12h10M10 17h4")
}
