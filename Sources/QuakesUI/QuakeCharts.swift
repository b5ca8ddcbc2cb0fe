import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// How many quakes there are by magnitude and by day: bars that are links
/// which set the filter.
enum QuakeCharts {}

extension QuakeCharts {
  /// Counts what the bars show. Each chart leaves out its own part of the
  /// filter, so that the other bars can be gone to.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      ViewState(magnitudes: magnitudes(select), days: days(select), zone: zone.label)
    }

    private var zone: Zone { location.measures.zone }

    private func magnitudes(_ select: SelectQuakes) -> ViewState.Chart {
      var query = location.query(now: now)
      query.magnitude = .init()
      let counts = select(.magnitudeCounts(query))
      let bars = MagnitudeClass.allCases.compactMap { magnitude -> Bar? in
        guard let bounds = magnitude.bounds else { return nil }
        return Bar(
          count: counts[magnitude] ?? 0, name: magnitude.name, shortName: magnitude.shortName,
          month: nil, colour: magnitude.colour,
          location: location.filtering { $0.magnitude = bounds },
          isCurrent: location.filter.magnitude.overlaps(bounds))
      }
      return chart(bars, noun: location.filter.noun)
    }

    private func days(_ select: SelectQuakes) -> ViewState.Chart? {
      let days = shownDays(select)
      guard !days.isEmpty else { return nil }
      let counts = select(
        .dayCounts(location.query(now: now), days: days.map { $0.moments(in: zone) }))
      let time = location.time(now: now)
      let bars = zip(days, counts).map { day, count in
        Bar(
          count: count, name: day.words, shortName: String(day.dayOfMonth),
          month: day == days.first || day.dayOfMonth == 1 ? day.shortMonth : nil, colour: nil,
          location: location.filtering {
            $0.day = .on(day)
            $0.from = nil
            $0.to = nil
          },
          isCurrent: time.map {
            let moments = day.moments(in: zone)
            return $0.lowerBound < moments.upperBound && moments.lowerBound < $0.upperBound
          } ?? true)
      }
      return chart(bars, noun: location.filter.noun)
    }

    /// Eight days: the last of those that are asked for, or of those that have
    /// quakes.
    private func shownDays(_ select: SelectQuakes) -> [CalendarDay] {
      guard let newest = select(.newestQuake).map({ CalendarDay($0.time, in: zone) }) else {
        return []
      }
      var last = newest
      if let time = location.time(now: now) {
        last = min(
          max(
            CalendarDay(time.upperBound.addingTimeInterval(-1), in: zone),
            CalendarDay(time.lowerBound, in: zone)),
          newest)
      }
      return (0..<8).map { last.advanced(by: $0 - 7) }
    }

    private struct Bar {
      let count: Int
      let name: String
      let shortName: String
      let month: String?
      let colour: String?
      let location: QuakesLocation
      let isCurrent: Bool
    }

    /// Gives each bar its place: heights grow with the square root, so that
    /// few large quakes are seen beside many small ones.
    private func chart(_ bars: [Bar], noun: (one: String, many: String)) -> ViewState.Chart {
      let width = 320 / Double(max(bars.count, 1))
      let most = Double(bars.map(\.count).max() ?? 0).squareRoot()
      return ViewState.Chart(
        bars: bars.enumerated().map { number, bar in
          let height =
            bar.count == 0
            ? 0 : max(1, tenths(64 * Double(bar.count).squareRoot() / most))
          return ViewState.Bar(
            left: tenths(Double(number) * width), width: tenths(width), height: height,
            colour: bar.colour, count: grouped(bar.count), shortName: bar.shortName,
            month: bar.month,
            label: "\(bar.name): \(counted(bar.count, noun.one, noun.many))",
            href: bar.location.href, isCurrent: bar.isCurrent)
        })
    }
  }
}

/// A number with at most one decimal.
private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

extension QuakesQuery.Bounds {
  /// Whether some value is within both.
  fileprivate func overlaps(_ other: Self) -> Bool {
    (min ?? -.infinity) <= (other.max ?? .infinity)
      && (other.min ?? -.infinity) <= (max ?? .infinity)
  }
}

extension QuakeCharts {
  /// What the charts show.
  struct ViewState: Hashable, Sendable {
    let magnitudes: Chart
    /// `nil` where there are no quakes.
    let days: Chart?
    /// Whose days they are.
    let zone: String

    struct Chart: Hashable, Sendable {
      let bars: [Bar]
    }

    struct Bar: Hashable, Sendable {
      let left, width, height: Double
      let colour: String?
      let count: String
      let shortName: String
      /// Stands below the first day and the first of a month: beside each
      /// day it would run into the next.
      let month: String?
      let label: String
      let href: Href
      /// Whether it is within the filter.
      let isCurrent: Bool
    }
  }
}

extension QuakeCharts {
  /// How the charts look.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      section {
        // A narrow window shows the list first.
        details {
          summary { "Charts" }
          div {
            Chart(
              state: state.magnitudes, id: "by-magnitude", name: "By magnitude",
              note: "square-root scale")
            if let days = state.days {
              Chart(state: days, id: "by-day", name: "By day", note: state.zone)
            }
          }
          .class("charts")
        }
        .class("fold")
      }
      .class("panel").id("quake-charts").aria(.label, "Charts")
    }
  }

  private struct Chart: Component {
    let state: ViewState.Chart
    let id: String
    let name: String
    let note: String

    var body: some HTML {
      figure {
        figcaption {
          strong { name }.id(id)
          span { note }
        }
        div {
          svg {
            ForEach(state.bars) { Bar(state: $0) }
          }
          .viewBox(ViewBox(0, 0, 320, Bar.height))
        }
        .role("group").aria(.labelledby, id)
      }
      .class("chart")
    }
  }

  private struct Bar: Component {
    /// With room for a second line of words where some bar has one or not: so
    /// charts beside each other are alike.
    static let height = 108.0

    let state: ViewState.Bar

    var body: some HTML {
      let middle = tenths(state.left + state.width / 2)
      let top = tenths(78 - state.height)
      a {
        // All of the column can be pointed at.
        rect().class("column").x(state.left).y(0).width(state.width).height(Self.height)
        rect().class(state.colour).x(tenths(state.left + 3)).y(top).width(tenths(state.width - 6))
          .height(state.height)
        text { state.count }.x(middle).y(tenths(top - 4))
        text { state.shortName }.x(middle).y(91)
        if let month = state.month { text { month }.x(middle).y(104) }
      }
      .href(state.href).aria(.label, state.label)
      .aria(.current, state.isCurrent ? "true" : nil)
    }
  }
}
