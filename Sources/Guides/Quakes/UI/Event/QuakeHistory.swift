import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The other quakes as large as an event that happened near it since the first stored one,
/// as a small chart and a link.
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
      let since = CalendarDay(oldest, in: location.measures.zone).formatted
      let unknown = DataGaps(of: oldest...max(now, oldest), known: select(.knownTime), now: now)
      return QuakeHistory.ViewState(
        list: Link(
          label: (count == 0 ? "No other" : counted(count, "other", "others"))
            + " of magnitude \(shortNumber(least)) and above within \(radius) since \(since)"
            + (unknown.parts.isEmpty ? "" : ", not all loaded"),
          href: nearby.href),
        unit: timeline.unit.rawValue, counts: count == 0 ? [] : counts,
        first: timeline.bins.first?.name ?? "", last: timeline.bins.last?.name ?? "")
    }
  }

  /// The content of the chart.
  struct ViewState: Hashable, Sendable {
    /// The list of these quakes.
    let list: Link
    /// The length of time of a column.
    let unit: String
    /// The numbers of the columns; empty if there is nothing to count.
    let counts: [Int]
    /// The names of the first and the last column.
    let first, last: String
  }
}

extension QuakeHistory {
  /// Renders the chart.
  struct Presenter: FragmentPresenter {
    static let id = "quake-history"
    let state: ViewState?

    private static let (width, height) = (320.0, 40.0)

    var body: some HTML {
      if let state {
        Panel(kind: "block", id: Self.id, name: .label("Others in the same place")) {
          if state.counts.isEmpty {
            p { state.list.label }
          } else {
            p { state.list }
            svg { path().d(columns(state)) }
              .class("spark").viewBox(ViewBox(0, 0, Self.width, Self.height)).role("img")
              .aria(.label, "A column for each \(state.unit), at most \(state.counts.max() ?? 0)")
            p {
              span { state.first }
              span { state.last }
            }
            .class("ends").aria(.hidden, "true")
          }
        }
      } else {
        Part(Self.id) {}
      }
    }

    /// Returns columns, and the axis below them.
    private func columns(_ state: ViewState) -> String {
      let step = Self.width / Double(max(state.counts.count, 1))
      let most = Double(max(state.counts.max() ?? 0, 1))
      let (bottom, width) = (hundredths(Self.height - 1), hundredths(max(step - 1, step / 2)))
      return state.counts.enumerated().map { number, count in
        guard count > 0 else { return "" }
        let height = hundredths(max(2, Double(count) / most * (Self.height - 2)))
        return "M\(hundredths(Double(number) * step)) \(bottom)v-\(height)h\(width)v\(height)z"
      }.joined() + "M0 \(bottom)h\(hundredths(Self.width))v1h-\(hundredths(Self.width))z"
    }
  }
}
