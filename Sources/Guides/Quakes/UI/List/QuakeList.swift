import Foundation
import ImmutableData
import ImmutableUI
import Look
package import Markup
import QuakesData

/// The quakes of a page, one row each. The list is accessible without the map.
package enum QuakeList {
  /// Describes the quakes of a page.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let result = select(.quakesValues(query)).listed
      let total = select(.quakesCount)
      let selected = select(.quake(location.quakeId))?.id
      let links = QuakeLinks(on: location)
      return ViewState(
        title: location.sentence,
        rows: result.quakes.map {
          ViewState.Row($0, among: links, now: now, isSelected: $0.id == selected)
        },
        empty: total == 0 || result.quakes.isEmpty
          ? empty(result, total: total, select) : nil,
        pager: location.pager(
          count: result.count, length: QuakesPageResult.Listed.pageLength,
          fragment: Presenter.id),
        count: counted(result.count, location.filter.noun.one, location.filter.noun.many)
          + missing(result.missingCount, of: result.count),
        total: "\(grouped(total)) total",
        zone: "Times in \(location.measures.zone.label)")
    }

    private func empty(
      _ result: QuakesPageResult.Listed, total: Int, _ select: SelectQuakes
    ) -> ViewState.Empty {
      if total == 0 {
        if select(.quakesStatus) == .waiting { return .waiting }
        return .nothingStored(refresh: QuakesRoute.post(.refresh, from: location).href)
      }
      if result.count > 0 {
        return .noSuchPage(first: location.with { $0.page = 1 }.href)
      }
      let unknown = DataGaps(
        of: location.time(now: now), known: select(.knownTime), now: now)
      // The feed in progress may have it.
      if unknown.isAll, unknown.parts.last?.next == nil, select(.quakesStatus) == .waiting {
        return .waiting
      }
      return .noMatch(
        title: unknown.isAll ? "No data for this time" : "No earthquakes found",
        message: [
          unknown.isAll ? nil : "No stored earthquake matches these filters.",
          unknown.sentence(in: location.measures.zone),
        ]
        .compactMap(\.self).joined(separator: " "),
        nearby: location.placeSuggestions(now: now, select).filter { $0.count > 0 },
        wider: wider(select),
        reset: location.unfiltered.href)
    }

    /// The next larger period with matches; `nil` if the time is not what
    /// excludes them.
    private func wider(_ select: SelectQuakes) -> Link? {
      let start = location.time(now: now)?.lowerBound ?? .distantPast
      let days = QuakesLocation.Period.allCases.filter {
        now.addingTimeInterval(-$0.seconds) < start
      }.map(QuakesLocation.Day.past)
      for day in days + (start == .distantPast ? [] : [.any]) {
        let wider = location.filtering { $0.setTime(day) }
        let count = select(.matchCount(wider.query(now: now)))
        guard count > 0 else { continue }
        var label = "Any time"
        if case .past(let period) = day { label = period.label }
        return Link(label: "\(label) (\(grouped(count)))", href: wider.href)
      }
      return nil
    }
  }

  /// The content of the list.
  package struct ViewState: Hashable, Sendable {
    /// The listed events and their order, as in "Earthquakes: today, newest
    /// first".
    let title: String
    package let rows: [Row]
    /// The state of an empty list; `nil` if there are rows.
    let empty: Empty?
    let pager: Pager?
    let count: String
    let total: String
    /// The time zone of the times, as in "Times in UTC".
    let zone: String

    package struct Row: Hashable, Sendable {
      package let id: String
      let quakeId: Quake.ID
      package let href: Href
      package let isSelected: Bool
      package let magnitude: String
      /// The magnitude for scripts; `nil` if it is unknown.
      package let number: String?
      package let colour: String
      package let name: String
      package var note: String
      /// The effects on people, as short labels.
      package let impacts: [QuakeImpact]
      /// True if the event is no longer in the feed.
      package let isMissing: Bool
      package let time: String
      package let clock: String
      package let ago: String
    }

    enum Empty: Hashable, Sendable {
      case waiting
      case nothingStored(refresh: Href)
      case noSuchPage(first: Href)
      case noMatch(
        title: String, message: String, nearby: [FilterSentence.ViewState.Suggestion],
        wider: Link?, reset: Href)
    }
  }

  /// Renders the list.
  package struct Presenter: FragmentPresenter {
    package static let id = "quake-list"
    package let state: ViewState

    package init(state: ViewState) {
      self.state = state
    }

    package var body: some HTML {
      Panel(
        kind: "list", id: Self.id,
        name: state.empty == nil ? .heading("list-title") : .label("List")
      ) {
        if let empty = state.empty {
          EmptyList(state: empty)
        } else {
          h2 { state.title }.class("vh").id("list-title")
          ol {
            ForEach(state.rows) { Self.row($0) }
          }
          .class("rows")
        }
        if let pager = state.pager { pager }
        p {
          span { state.count }
          span { state.total }
          span { state.zone }.data("times", "")
        }
        .class("count")
      }
    }

    /// Renders a row. A function avoids the copy of the state that a component
    /// would make for each row.
    @inline(__always)
    static func row(_ state: ViewState.Row) -> some HTML {
      li {
        a { content(state) }
          .class("row").id(state.id).href(state.href)
          .aria(.current, state.isSelected ? "true" : nil)
      }
    }

    /// Renders the magnitude of a row.
    @inline(__always)
    static func magnitude(_ state: ViewState.Row) -> some HTML {
      span {
        span { "Magnitude " }.class("vh")
        state.magnitude
      }
      .class("mag", state.colour).data("magnitude", state.number)
    }

    /// Renders the content of a row: the magnitude, the place and the time.
    @HTMLBuilder
    @inline(__always)
    static func content(_ state: ViewState.Row) -> some HTML {
      magnitude(state)
      span {
        span { state.name }.class("row-name").dir(.auto)
        span { state.note }.class("row-note")
        for impact in state.impacts { span { impact.label }.class("impact", impact.style) }
        if state.isMissing { span { Quake.missingLabel }.class("missing") }
      }
      .class("row-text")
      span {
        time { state.clock }.datetime(state.time)
        span { state.ago }
      }
      .class("row-end")
    }
  }

  private struct EmptyList: Component {
    let state: ViewState.Empty

    var body: some HTML {
      switch state {
      case .waiting:
        EmptyState(
          "Loading earthquakes", message: "They appear here when they arrive.", icon: .pulse)
      case .nothingStored(let refresh):
        EmptyState(
          "No earthquakes are stored yet",
          message: "They come from the feed of the U.S. Geological Survey (USGS).", icon: .pulse
        ) {
          ForReaders {
            p { "An editor needs to load them first." }
          }
          ForWriters {
            form {
              button { "Load the past day" }.class("button primary").name("range")
                .value(QuakesFeed.Range.allDay.rawValue)
              button { "Load the past 7 days" }.class("button").name("range")
                .value(QuakesFeed.Range.allWeek.rawValue)
            }
            .post(to: refresh).class("actions")
          }
        }
      case .noSuchPage(let first):
        EmptyState(
          "This page does not exist", message: "The list has fewer pages.", icon: .pulse
        ) {
          a { "First page" }.class("button primary").href(first)
        }
      case .noMatch(let title, let message, let nearby, let wider, let reset):
        EmptyState(title, message: message, icon: .pulse) {
          div {
            for place in nearby { a { place.label }.class("button primary").href(place.href) }
            if let wider { a { wider.label }.class("button primary").href(wider.href) }
            a { "Show all" }.class("button").href(reset)
          }
          .class("actions")
        }
      }
    }
  }
}

extension QuakeList.ViewState.Row {
  /// Creates the row of a quake with its link.
  ///
  /// - Parameter href: the target of the link; `nil` for the page with the quake selected.
  init(
    _ quake: Quake, among links: QuakeLinks, at href: Href? = nil, now: Date,
    isSelected: Bool = false
  ) {
    let location = links.location
    let moment = Moment(quake.time, in: location.measures.zone)
    self.init(
      id: "q-\(quake.id)",
      quakeId: quake.id,
      href: href ?? links.href(to: quake.id),
      isSelected: isSelected,
      magnitude: quake.badge,
      number: quake.shownMagnitude,
      colour: quake.colour,
      name: quake.shownName(in: location.measures.unit),
      note: [
        quake.otherType, location.filter.near.flatMap { quake.distance(from: $0, in: location) },
        quake.shownDepth(in: location.measures.unit),
      ]
      .compactMap { $0 }.joined(separator: ", "),
      impacts: quake.impacts(now: now),
      isMissing: quake.missingSince != nil,
      time: moment.iso8601,
      clock: moment.short(from: now),
      ago: moment.ago(from: now))
  }
}

extension QuakesLocation {
  /// Returns the links to the pages of a list before and after this one; `nil` if it fits on
  /// one page or does not have this one.
  func pager(count: Int, length: Int, fragment: String? = nil) -> Pager? {
    func href(_ page: Int) -> Href {
      QuakesRoute.page(with { $0.page = page }).href(fragment: fragment)
    }
    return Pagination(page: page, count: count, length: length).map {
      Pager(range: $0.range, previous: $0.previous.map(href), next: $0.next.map(href))
    }
  }
}
