import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// Bar charts of the quakes by magnitude and by day. Each bar is a link that
/// sets the filter.
enum QuakeCharts {
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
        magnitudes: magnitudes(select), times: times(select),
        earlier: shift.earlier?.href, later: shift.later?.href,
        comparison: shift.earlier.map { earlier in
          location.with { $0.compared = earlier.filter }.href
        })
    }

    private func magnitudes(_ select: SelectQuakes) -> BarChart {
      let counts = select(.quakesValues(query)).countsOfAnyMagnitude
      let bars = MagnitudeClass.allCases.compactMap { magnitude -> BarChart.Bar? in
        guard let bounds = magnitude.bounds else { return nil }
        return bar(
          counts[magnitude] ?? 0, name: magnitude.name, shortName: magnitude.shortName,
          location.filtering { $0.magnitude = bounds },
          isCurrent: location.filter.magnitude.overlaps(bounds))
      }
      return BarChart(name: "How strong", id: "by-magnitude", bars: bars)
    }

    private func times(_ select: SelectQuakes) -> BarChart? {
      guard let timeline else { return nil }
      let counts = select(.quakesValues(query)).countsOfAnyTime
      let time = location.time(now: now)
      let unknown = timeline.range.map {
        DataGaps(of: $0, known: select(.knownTime), now: now)
      }
      let bars = zip(timeline.bins, counts).map { bin, count in
        bar(
          count, name: bin.name, shortName: bin.shortName,
          time: timeline.unit.isClock ? Moment(bin.range.lowerBound).iso8601 : nil,
          location.filtering(bin.select),
          isCurrent: time.map {
            $0.lowerBound < bin.range.upperBound && bin.range.lowerBound < $0.upperBound
          } ?? true,
          isComplete: unknown?.overlaps(bin.range) != true)
      }
      let parts = unknown?.parts ?? []
      var chart = BarChart(
        name: timeline.unit.rawValue, zone: location.measures.zone.label,
        id: "by-time", bars: bars)
      if !parts.isEmpty {
        chart.hatching = parts.map { part in
          Self.hatching(
            from: timeline.position(of: part.range.lowerBound) * chart.width,
            to: timeline.position(of: part.range.upperBound) * chart.width)
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

    /// Returns a column that leads to the list of what it counts.
    private func bar(
      _ count: Int, name: String, shortName: String, time: String? = nil,
      _ list: QuakesLocation, isCurrent: Bool, isComplete: Bool = true
    ) -> BarChart.Bar {
      let noun = location.filter.noun
      let number = counted(count, noun.one, noun.many)
      let text = isComplete ? number : count == 0 ? "not loaded" : "\(number), not all loaded"
      return BarChart.Bar(
        name: shortName, columns: [.init(count: count, style: nil)], time: time,
        showsZero: isComplete,
        link: Link(label: "\(name): \(text)", href: list.href, isCurrent: isCurrent))
    }
  }

  /// The content of the charts.
  struct ViewState: Hashable, Sendable {
    let magnitudes: BarChart
    /// The chart by time; `nil` if no quakes are stored.
    let times: BarChart?
    /// The same filter for the time before, of the same length; `nil` without a
    /// start.
    let earlier: Href?
    /// The same filter for the time after; `nil` if that is the future.
    let later: Href?
    /// The filter beside that of the time before.
    let comparison: Href?
  }

  /// Renders the charts.
  struct Presenter: FragmentPresenter {
    static let id = "quake-charts"
    let state: ViewState

    var body: some HTML {
      section {
        state.magnitudes
        if let times = state.times { times }
        if state.earlier != nil || state.later != nil {
          p {
            if let earlier = state.earlier { a { "Earlier" }.class("tag").href(earlier) }
            if let later = state.later { a { "Later" }.class("tag").href(later) }
            if let comparison = state.comparison {
              a { "Compare with the time before" }.class("tag").href(comparison)
            }
          }
          .class("tags")
        }
      }
      .class("charts").id(Self.id).aria(.label, "Charts")
    }
  }
}

extension QuakesQuery.Bounds {
  /// Returns true if the two ranges have a value in common.
  func overlaps(_ other: Self) -> Bool {
    (min ?? -.infinity) <= (other.max ?? .infinity)
      && (other.min ?? -.infinity) <= (max ?? .infinity)
  }
}
