import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The other quakes as large as an event that happened near it since the first stored one,
/// as a link and a chart.
enum QuakeHistory {
  /// Counts the quakes.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    /// In kilometres.
    private static let radius = 100.0

    func viewState(_ select: SelectQuakes) -> QuakeHistory.ViewState? {
      guard location.isEvent, let quake = select(.quake(location.quakeId)),
        quake.isMagnitudeKnown, let oldest = select(.oldestQuake)?.time
      else { return nil }
      let least = min(max(quake.magnitude.rounded(.down), 1), 6)
      var nearby = location.home
      nearby.filter = .everything
      nearby.filter.type = .only(.earthquake)
      nearby.filter.magnitude.min = least
      nearby.filter.near = Vicinity(around: quake, radius: Self.radius)
      let timeline = QuakeTimeline(oldest...max(now, oldest + 1), in: location.measures.zone)
      let query = nearby.query(now: now)
      var counts = select(.counts(of: query, in: timeline.bins.map(\.range)))
      var count = select(.matchCount(query))
      // The event itself, if it is among them, is no other.
      if quake.otherType == nil, (quake.magnitude * 10).rounded() >= least * 10 {
        count -= 1
        for own in counts.indices where timeline.bins[own].range.contains(quake.time) {
          counts[own] -= 1
        }
      }
      let radius = shownDistance(Self.radius, in: location.measures.unit)
      let unknown = DataGaps(of: oldest...max(now, oldest), known: select(.knownTime), now: now)
      return QuakeHistory.ViewState(
        title: "Around it since \(CalendarDay(oldest, in: location.measures.zone).formatted)",
        list: Link(
          label: (count == 0 ? "No other" : counted(count, "other", "others"))
            + " of magnitude \(shortNumber(least)) and above within \(radius)",
          href: nearby.href),
        isComplete: unknown.parts.isEmpty,
        chart: count == 0
          ? nil
          : BarChart(
            name: "\(timeline.unit.rawValue), \(location.measures.zone.label)",
            bars: zip(timeline.bins, counts).map { bin, count in
              BarChart.Bar(name: bin.shortName, columns: [.init(count: count, style: nil)])
            },
            columnHeight: 48))
    }
  }

  /// The content of the panel.
  struct ViewState: Hashable, Sendable {
    let title: String
    /// The list of these quakes.
    let list: Link
    /// True if all quakes since then are stored.
    let isComplete: Bool
    /// The numbers over time; `nil` if there is nothing to count.
    let chart: BarChart?
  }

  /// Renders the panel.
  struct Presenter: FragmentPresenter {
    static let id = "quake-history"
    let state: ViewState?

    var body: some HTML {
      if let state {
        Panel(id: Self.id, name: .heading("around-it")) {
          h2 { state.title }.id("around-it")
          p {
            if state.chart == nil { state.list.label } else { state.list }
            state.isComplete ? "" : ". Not all are loaded."
          }
          if let chart = state.chart { chart }
        }
      } else {
        Part(Self.id) {}
      }
    }
  }
}
