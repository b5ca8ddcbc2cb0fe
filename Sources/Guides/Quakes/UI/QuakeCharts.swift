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
    let query: QuakesPageQuery
    /// The bars of the chart by time; `nil` if no quakes are stored.
    let timeline: QuakeTimeline?
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let shift = location.shifted(now: now)
      return ViewState(
        magnitudes: magnitudes(select), times: times(select), zone: zone.label,
        earlier: shift.earlier?.href, later: shift.later?.href,
        comparison: shift.earlier.map { earlier in
          location.with { $0.compared = earlier.filter }.href
        })
    }

    private var zone: Zone { location.measures.zone }

    private func magnitudes(_ select: SelectQuakes) -> ViewState.Chart {
      let counts = select(.quakesValues(query)).charted.countsOfAnyMagnitude
      let bars = MagnitudeClass.allCases.compactMap { magnitude -> Bar? in
        guard let bounds = magnitude.bounds else { return nil }
        return Bar(
          count: counts[magnitude] ?? 0, name: magnitude.name, shortName: magnitude.shortName,
          context: nil, colour: magnitude.colour,
          location: location.filtering { $0.magnitude = bounds },
          isCurrent: location.filter.magnitude.overlaps(bounds))
      }
      return chart(
        bars, name: "By magnitude", scale: { $0.squareRoot() }, noun: location.filter.noun)
    }

    private func times(_ select: SelectQuakes) -> ViewState.Chart? {
      guard let timeline else { return nil }
      let counts = select(.quakesValues(query)).charted.countsOfAnyTime
      let time = location.time(now: now)
      let unknown = timeline.range.map {
        UnknownTime(of: $0, known: select(.knownTime), now: now)
      }
      var context = ""
      let bars = zip(timeline.bins, counts).map { bin, count in
        let isNew = bin.context != context
        context = bin.context
        return Bar(
          count: count, name: bin.name,
          shortName: bin.shortName, context: isNew ? bin.context : nil, colour: nil,
          location: location.filtering(bin.select),
          isCurrent: time.map {
            $0.lowerBound < bin.range.upperBound && bin.range.lowerBound < $0.upperBound
          } ?? true,
          isComplete: unknown?.overlaps(bin.range) != true)
      }
      var chart = chart(
        bars, name: "By \(timeline.unit.rawValue)", scale: { $0 }, noun: location.filter.noun)
      if let unknown, !unknown.parts.isEmpty {
        chart.hatching = unknown.parts.map { part in
          Self.hatching(
            from: timeline.position(of: part.range.lowerBound) * Self.width,
            to: timeline.position(of: part.range.upperBound) * Self.width)
        }.joined()
      }
      return chart
    }

    /// Draws diagonal lines over a part of the chart, without the room for labels.
    private static func hatching(from start: Double, to end: Double) -> String {
      let height = 64.0
      return stride(from: (start / 8).rounded(.down) * 8 + 8 - height, to: end, by: 8).map { line in
        let from = max(line, start)
        let length = tenths(min(line + height, end) - from)
        return "M\(shortNumber(tenths(from))) \(shortNumber(tenths(78 - from + line)))"
          + "l\(shortNumber(length))-\(shortNumber(length))"
      }.joined()
    }

    private struct Bar {
      let count: Int
      let name: String
      let shortName: String
      let context: String?
      let colour: String?
      let location: QuakesLocation
      let isCurrent: Bool
      var isComplete = true
    }

    /// The width of a chart.
    private static let width = 320.0

    /// Lays out the bars.
    ///
    /// - Parameter scale: a function of the counts, to which heights are
    ///   proportional. A square root makes a few large quakes visible beside many
    ///   small ones.
    private func chart(
      _ bars: [Bar], name: String, scale: (Double) -> Double,
      noun: (one: String, many: String)
    ) -> ViewState.Chart {
      let width = Self.width / Double(max(bars.count, 1))
      let largest = bars.map(\.count).max() ?? 0
      let most = scale(Double(largest))
      // There is room for about twelve short labels, or six clock times.
      let room = bars.contains { $0.shortName.count > 4 } ? 6 : 12
      let step = (bars.count + room - 1) / room
      return ViewState.Chart(
        name: name, largest: bars.count > 16 ? grouped(largest) : nil,
        bars: bars.enumerated().map { number, bar in
          ViewState.Bar(
            left: tenths(Double(number) * width), width: tenths(width),
            height: bar.count == 0 ? 0 : max(1, tenths(64 * scale(Double(bar.count)) / most)),
            colour: bar.colour,
            count: bars.count > 16 || !bar.isComplete && bar.count == 0 ? nil : grouped(bar.count),
            shortName: number % max(step, 1) == 0 ? bar.shortName : nil,
            context: bar.context.flatMap { $0.isEmpty ? nil : $0 },
            label: "\(bar.name): "
              + (bar.isComplete
                ? counted(bar.count, noun.one, noun.many)
                : bar.count == 0
                  ? "not loaded" : "\(counted(bar.count, noun.one, noun.many)), not all loaded"),
            href: bar.location.href, isCurrent: bar.isCurrent)
        })
    }
  }
}

/// Returns a number rounded to one decimal.
private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

extension QuakesQuery.Bounds {
  /// Returns true if the two ranges have a value in common.
  func overlaps(_ other: Self) -> Bool {
    (min ?? -.infinity) <= (other.max ?? .infinity)
      && (other.min ?? -.infinity) <= (max ?? .infinity)
  }
}

extension QuakeCharts {
  /// The content of the charts.
  struct ViewState: Hashable, Sendable {
    let magnitudes: Chart
    /// The chart by time; `nil` if no quakes are stored.
    let times: Chart?
    /// The name of the time zone that determines the days.
    let zone: String
    /// The same filter for the time before, of the same length; `nil` without a
    /// start.
    let earlier: Href?
    /// The same filter for the time after; `nil` if that is the future.
    let later: Href?
    /// The filter beside that of the time before.
    let comparison: Href?

    struct Chart: Hashable, Sendable {
      let name: String
      /// The count of the tallest bar, if the bars are too narrow for their own.
      let largest: String?
      let bars: [Bar]
      /// The path of lines over the time that is not loaded; `nil` for none.
      var hatching: String?
    }

    struct Bar: Hashable, Sendable {
      let left, width, height: Double
      let colour: String?
      /// The count above the bar; `nil` if there is no room for it.
      let count: String?
      /// The label below the bar; `nil` if there is no room for it.
      let shortName: String?
      /// The day, month or year of this and the next bars.
      let context: String?
      let label: String
      let href: Href
      /// True if the bar is within the filter.
      let isCurrent: Bool
    }
  }
}

extension QuakeCharts {
  /// Renders the charts.
  struct Presenter: FragmentPresenter {
    static let id = "quake-charts"
    let state: ViewState

    var body: some HTML {
      Panel(id: Self.id, name: .label("Charts")) {
        // Narrow windows show the list first.
        details {
          summary { "Charts" }
          div {
            Chart(state: state.magnitudes, id: "by-magnitude", note: "small counts drawn taller")
            if let times = state.times {
              Chart(state: times, id: "by-time", note: state.zone)
            }
          }
          .class("charts")
          if state.earlier != nil || state.later != nil {
            p {
              if let earlier = state.earlier { a { "Earlier" }.class("tag").href(earlier) }
              " "
              if let later = state.later { a { "Later" }.class("tag").href(later) }
              " "
              if let comparison = state.comparison {
                a { "Compare with the time before" }.class("tag").href(comparison)
              }
            }
            .class("shift")
          }
        }
        .class("fold")
      }
    }
  }

  private struct Chart: Component {
    let state: ViewState.Chart
    let id: String
    let note: String

    var body: some HTML {
      figure {
        figcaption {
          strong { state.name }.id(id)
          span {
            [
              state.largest.map { "\($0) at most" }, note,
              state.hatching.map { _ in "hatched: not loaded" },
            ]
            .compactMap(\.self).joined(separator: ", ")
          }
        }
        div {
          svg {
            if let hatching = state.hatching { path().d(hatching) }
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
      a {
        // Makes the whole column clickable.
        rect().x(state.left).y(0).width(state.width).height(Self.height)
        if state.height > 0 { path().class(state.colour).d(outline) }
        if let count = state.count { text { count }.x(middle).y(tenths(74 - state.height)) }
        if let name = state.shortName { text { name }.x(middle).y(91) }
        if let context = state.context { text { context }.x(middle).y(104) }
      }
      .href(state.href).aria(.label, state.label)
      .aria(.current, state.isCurrent ? "true" : nil)
    }

    /// The bar. As a path it is shorter than as a rectangle, which has a top, too.
    private var outline: String {
      let gap = min(3, tenths(state.width / 8))
      return "M\(shortNumber(tenths(state.left + gap))) 78v-\(shortNumber(state.height))"
        + "h\(shortNumber(tenths(state.width - 2 * gap)))V78z"
    }
  }
}
