import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The quakes as large as an event that happened near it since the first stored one, as a
/// small chart and a link.
enum QuakeHistory {}

extension QuakeHistory {
  /// Counts the quakes.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    /// In kilometres.
    private static let radius = 100.0
    private static let magnitudes = 1.0...6

    func viewState(_ select: SelectQuakes) -> QuakeHistory.ViewState? {
      guard location.isEvent, let quake = select(.quake(location.quakeId)),
        quake.isMagnitudeKnown, let oldest = select(.oldestQuake)?.time
      else { return nil }
      let least = quake.magnitude.rounded(.down)
        .clamped(to: Self.magnitudes)
      var nearby = location.home
      nearby.filter = .everything
      nearby.filter.type = .only(.earthquake)
      nearby.filter.magnitude.min = least
      nearby.filter.near = Vicinity(longitude: quake.longitude, latitude: quake.latitude)
      nearby.filter.near?.radius = Self.radius
      let timeline = QuakeTimeline(oldest...max(now, oldest + 1), in: location.measures.zone)
      let counts = select(
        .counts(of: nearby.query(now: now), in: timeline.bins.map(\.range)))
      let count = select(.matchCount(nearby.query(now: now)))
      let radius = shownDistance(Self.radius, in: location.measures.unit)
      let since = CalendarDay(oldest, in: location.measures.zone).formatted
      return QuakeHistory.ViewState(
        label: "\(grouped(count)) of magnitude \(shortNumber(least)) and above within \(radius) "
          + "since \(since)",
        href: nearby.href, unit: timeline.unit.rawValue, counts: counts,
        first: timeline.bins.first?.name ?? "", last: timeline.bins.last?.name ?? "")
    }
  }

  /// The content of the chart.
  struct ViewState: Hashable, Sendable {
    let label: String
    /// The list of these quakes.
    let href: Href
    /// The length of time of a column.
    let unit: String
    let counts: [Int]
    /// The names of the first and the last column.
    let first, last: String
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
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
          p { a { state.label }.href(state.href) }
          svg { path().d(columns(state)) }
            .class("spark").viewBox(ViewBox(0, 0, Self.width, Self.height)).role("img")
            .aria(.label, "A column for each \(state.unit), at most \(state.counts.max() ?? 0)")
          p {
            span { state.first }
            span { state.last }
          }
          .class("ends").aria(.hidden, "true")
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
