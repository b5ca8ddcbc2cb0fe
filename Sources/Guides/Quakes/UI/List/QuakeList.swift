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
        order: capitalized(location.orderDescription),
        zone: location.measures.zone.label, unit: location.measures.unit.rawValue,
        display: QuakeDisplay.Container(location: location, now: now).viewState(select))
    }

    private func empty(
      _ result: QuakesPageResult.Listed, total: Int, _ select: SelectQuakes
    ) -> ViewState.Empty {
      if total == 0 {
        if select(.quakesStatus) == .waiting { return .waiting }
        return .nothingStored
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
    /// The order, as in "Newest first".
    let order: String
    /// The city of the time zone, or "UTC".
    let zone: String
    /// The symbol of the unit of distances.
    let unit: String
    let display: QuakeDisplay.ViewState

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
      /// The parts of the second line: what the event meant for people, what matters most
      /// first.
      package var parts: [QuakeImpact]
      /// The second line as text.
      package var note: String { parts.map(\.label).joined(separator: " · ") }
      package let time: String
      package let clock: String
      package let ago: String
    }

    enum Empty: Hashable, Sendable {
      case waiting
      case nothingStored
      case noSuchPage(first: Href)
      case noMatch(title: String, message: String, wider: Link?, reset: Href)
    }

    /// True if nothing has ever been listed.
    var isFirst: Bool { empty == .nothingStored }
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
        if !state.isFirst {
          div {
            p {
              "\(state.order) · times in "
              span { state.zone }.data("times", "")
              " · \(state.unit)"
            }
            QuakeDisplay.Presenter(state: state.display)
          }
          .class("foot-line")
        }
      }
    }

    /// Renders a row.
    @inline(__always)
    static func row(_ state: ViewState.Row) -> some HTML {
      Row(
        href: state.href, title: state.name, isCurrent: state.isSelected, id: state.id
      ) { content(state) }
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
      RowText(state.name, direction: .auto) {
        ForEach(Array(state.parts.enumerated())) { number, part in
          if number > 0 { " · " }
          switch part.style {
          case .plain: part.label
          case .strong: b { part.label }
          case .alert: span { part.label }.class("alert")
          }
        }
      }
      RowEnd {
        state.ago
        small { time { state.clock }.datetime(state.time) }
      }
    }
  }

  private struct EmptyList: Component {
    let state: ViewState.Empty

    var body: some HTML {
      switch state {
      case .waiting:
        EmptyState(
          "Loading earthquakes", message: "They appear here when they arrive.", icon: .pulse)
      case .nothingStored:
        EmptyState(
          "No earthquakes yet", message: "They appear here as soon as USGS answers.", icon: .pulse)
      case .noSuchPage(let first):
        EmptyState(
          "This page does not exist", message: "The list has fewer pages.", icon: .pulse
        ) {
          a { "First page" }.class("button primary").href(first)
        }
      case .noMatch(let title, let message, let wider, let reset):
        EmptyState(title, message: message, icon: .pulse) {
          div {
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
      parts: Self.parts(of: quake, in: location, now: now),
      time: moment.iso8601,
      clock: now.timeIntervalSince(quake.time) < 86_400
        ? moment.clock : moment.short(from: now),
      ago: moment.ago(from: now))
  }

  /// The depth in kilometres beyond which an earthquake is felt less than others of its size.
  private static let shallow = 70.0

  private static func parts(
    of quake: Quake, in location: QuakesLocation, now: Date
  ) -> [QuakeImpact] {
    let others = [
      quake.otherType, quake.missingSince == nil ? nil : Quake.missingLabel,
      location.filter.near.flatMap { quake.distance(from: $0, in: location) },
      (quake.depth ?? 0) > shallow ? quake.shownDepth(in: location.measures.unit) : nil,
    ]
    let impacts = quake.impacts(now: now)
    var parts = impacts.isEmpty ? [QuakeImpact(label: "No reports")] : impacts
    parts += others.compactMap(\.self).map { QuakeImpact(label: $0) }
    return parts
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
