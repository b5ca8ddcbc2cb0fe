import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// Bar charts of the quakes by magnitude and by day. Each bar is a link that
/// sets the filter.
enum QuakeCharts {}

extension QuakeCharts {
  /// Counts the quakes of the bars. Each chart ignores its own part of the
  /// filter, so that its other bars remain useful links.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      ViewState(magnitudes: magnitudes(select), days: days(select), zone: zone.label)
    }

    private var zone: Zone { location.measures.zone }

    private func magnitudes(_ select: SelectQuakes) -> ViewState.Chart {
      let counts = select(.quakesValues(location.pageQuery(now: now))).countsOfAnyMagnitude
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
        .dayCounts(location.query(now: now), days: days.map { $0.interval(in: zone) }))
      let time = location.time(now: now)
      let bars = zip(days, counts).map { day, count in
        Bar(
          count: count, name: day.formatted, shortName: String(day.dayOfMonth),
          month: day == days.first || day.dayOfMonth == 1 ? day.shortMonth : nil, colour: nil,
          location: location.filtering {
            $0.day = .on(day)
            $0.from = nil
            $0.to = nil
          },
          isCurrent: time.map {
            let interval = day.interval(in: zone)
            return $0.lowerBound < interval.upperBound && interval.lowerBound < $0.upperBound
          } ?? true)
      }
      return chart(bars, noun: location.filter.noun)
    }

    /// Returns eight days that end with the last day of the filter, or with
    /// that of the newest quake.
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

    /// Lays out the bars. Heights are proportional to the square root, so that
    /// a few large quakes are visible beside many small ones.
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

/// Returns a number rounded to one decimal.
private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

extension QuakesQuery.Bounds {
  /// Returns true if the two ranges have a value in common.
  fileprivate func overlaps(_ other: Self) -> Bool {
    (min ?? -.infinity) <= (other.max ?? .infinity)
      && (other.min ?? -.infinity) <= (max ?? .infinity)
  }
}

extension QuakeCharts {
  /// The content of the charts.
  struct ViewState: Hashable, Sendable {
    let magnitudes: Chart
    /// The chart by day; `nil` if no quakes are stored.
    let days: Chart?
    /// The name of the time zone that determines the days.
    let zone: String

    struct Chart: Hashable, Sendable {
      let bars: [Bar]
    }

    struct Bar: Hashable, Sendable {
      let left, width, height: Double
      let colour: String?
      let count: String
      let shortName: String
      /// The name of the month, below the first bar and the first day of a
      /// month. There is no room for it below each bar.
      let month: String?
      let label: String
      let href: Href
      /// True if the bar is within the filter.
      let isCurrent: Bool
    }
  }
}

extension QuakeCharts {
  /// Renders the charts.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      section {
        // Narrow windows show the list first.
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
    /// The height of each chart. It includes room for the names of months, so
    /// that charts side by side are aligned.
    static let height = 108.0

    let state: ViewState.Bar

    var body: some HTML {
      let middle = tenths(state.left + state.width / 2)
      let top = tenths(78 - state.height)
      a {
        // Makes the whole column clickable.
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
