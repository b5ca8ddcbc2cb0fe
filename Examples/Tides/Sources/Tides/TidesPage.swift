import ImmutableData
import ImmutableUI
import Look
import Markup

/// The tides of one day: a curve and a table.
struct TidesPage: Presenter {
  struct ViewState: Hashable, Sendable {
    var heights: [Tides.Height] = []
    var days: [Choice] = []
    var previous, next: Href?
    var progress = ProgressState.settled
    var refresh = TidesGuide.Route.post(.refresh, from: .init()).href
  }

  let state: ViewState

  var body: some HTML {
    h1 { "Tides" }
    ProgressNotice(state.progress, waiting: "Asking for predictions", retry: state.refresh)
    FilterBar("Choose a day", action: TidesLocation().href, submit: "Show") {
      Field("Day", id: "day") { _ in
        select { ForEach(state.days) { $0 } }.id("day").name("day")
      }
    }
    if state.heights.isEmpty {
      p { "There are no predictions for this day." }
    } else {
      svg { polygon().points(curve).fill("currentColor").fillOpacity(0.4) }
        .viewBox(ViewBox(0, 0, 240, 60)).role("img").aria(.label, "Heights of the day")
      table {
        tbody {
          ForEach(state.heights) { height in
            tr {
              th { height.time }
              td { "\(height.metres) m" }
            }
          }
        }
      }
    }
    nav {
      if let previous = state.previous { a { "Previous day" }.href(previous) }
      " "
      if let next = state.next { a { "Next day" }.href(next) }
    }
    .aria(.label, "Days")
    form { button { "Refresh" }.class("button") }.post(to: state.refresh)
  }

  /// The area between the curve and the lower edge.
  private var curve: [(x: Double, y: Double)] {
    let metres = state.heights.map(\.metres)
    let (low, high) = (metres.min() ?? 0, metres.max() ?? 0)
    let step = 240 / Double(max(1, metres.count - 1))
    let points = metres.enumerated().map { index, height in
      (x: Double(index) * step, y: high > low ? 50 - 40 * (height - low) / (high - low) : 30)
    }
    return [(0, 60)] + points + [(x: Double(metres.count - 1) * step, y: 60)]
  }
}

extension TidesPage.ViewState {
  init(_ state: TidesState, at location: TidesLocation) {
    let all = state.tides?.days ?? []
    let day = location.day ?? all.first
    let index = all.firstIndex { $0 == day }
    func href(_ index: Int) -> Href? {
      all.indices.contains(index) ? TidesLocation(day: all[index]).href : nil
    }
    heights = state.tides?.heights.filter { $0.day == day } ?? []
    days = all.map { Choice(value: $0, label: $0, isSelected: $0 == day) }
    (previous, next) = (index.flatMap { href($0 - 1) }, index.flatMap { href($0 + 1) })
    refresh = TidesGuide.Route.post(.refresh, from: location).href
    progress =
      switch state.status {
      case .failure(let error): .failed("The tides could not be fetched. \(error)")
      case .waiting: .waiting
      default: .settled
      }
  }
}

extension TidesPage {
  static let previews = [
    Preview("loaded", of: TidesPage.self, note: "A day with predictions") { state($0) },
    Preview("empty", of: TidesPage.self, note: "Nothing was fetched") { _ in ViewState() },
    Preview("failed", of: TidesPage.self, note: "The service failed, old predictions stay") {
      state($0, .failure(error: $0("The service is away.")))
    },
  ]

  private static func state(_ text: PreviewText, _ status: Status = .success) -> ViewState {
    let heights = [("00:00", 0.4), ("06:12", 2.1), ("12:30", 0.3)].map {
      Tides.Height(day: text("2026-05-04"), time: $0.0, metres: $0.1)
    }
    return ViewState(TidesState(tides: Tides(heights: heights), status: status), at: .init())
  }
}
