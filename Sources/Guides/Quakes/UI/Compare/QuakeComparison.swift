import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// Two filters side by side: their counts, one map with two marks, and charts over each other.
enum QuakeComparison {
  static let title = "Two filters side by side"

  /// Collects both sides.
  struct Container: ImmutableUI.Container {
    /// The location of the first filter.
    let location: QuakesLocation
    let filter: QuakesLocation.Filter
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      var first = location
      first.compared = nil
      var second = first
      second.filter = filter
      let sides = [first, second].map { Side($0, now: now, select) }
      return ViewState(
        sides: zip(sides, [second, first]).map { side, other in
          ViewState.Side(
            count: grouped(side.result.listed.count), title: side.title,
            list: side.location.href, remove: other.href,
            largest: side.result.mapped.largest.first.map {
              Link(label: "M \($0.badge)", href: location.event($0.id).href)
            })
        },
        swap: swapped.href,
        map: QuakeMap.Container(
          location: location, query: sides[0].query, compared: sides[1].query
        ).viewState(select),
        charts: charts(sides))
    }

    private var swapped: QuakesLocation {
      location.with {
        $0.filter = filter
        $0.compared = location.filter
      }
    }

    private func charts(_ sides: [Side]) -> [BarChart] {
      let counts = sides.map(\.result)
      let magnitudes = MagnitudeClass.allCases.filter { $0.bounds != nil }.map { magnitude in
        bar(
          magnitude.shortName,
          zip(sides, counts).map { side, counts in
            side.includes(magnitude) ? counts.countsOfAnyMagnitude[magnitude] ?? 0 : 0
          })
      }
      var charts = [chart("How strong", magnitudes.drop(while: \.isEmpty))]
      let timelines = sides.compactMap(\.timeline)
      // Days of different periods are counted from the start of each.
      if timelines.count == 2, timelines[0].unit == timelines[1].unit {
        let bars = (0..<(timelines.map(\.bins.count).max() ?? 0)).map { number in
          let names = timelines.map { number < $0.bins.count ? $0.bins[number].shortName : "" }
          return bar(
            names[0] == names[1] ? names[0] : String(number + 1),
            counts.map { number < $0.countsOfAnyTime.count ? $0.countsOfAnyTime[number] : 0 })
        }
        charts.append(
          chart(
            "\(timelines[0].unit.rawValue) from the start", bars[...],
            zone: location.measures.zone.label))
      }
      return charts
    }

    private func bar(_ name: String, _ counts: [Int]) -> BarChart.Bar {
      BarChart.Bar(
        name: name,
        columns: zip(Mark.allCases, counts).map { .init(count: $1, style: $0.rawValue) })
    }

    private func chart(
      _ name: String, _ bars: ArraySlice<BarChart.Bar>, zone: String? = nil
    ) -> BarChart {
      BarChart(name: name, zone: zone, bars: Array(bars), width: 400, columnHeight: 80)
    }
  }

  /// A filter with its matches.
  private struct Side {
    let location: QuakesLocation
    let timeline: QuakeTimeline?
    let query: QuakesPageQuery
    let result: QuakesPageResult

    init(_ location: QuakesLocation, now: Date, _ select: SelectQuakes) {
      self.location = location
      timeline = QuakeTimeline(of: location, now: now, select)
      var query = location.pageQuery(now: now, counting: timeline?.bins.map(\.range) ?? [])
      // The marks tell the sides apart, not ages.
      query.shading = .none
      self.query = query
      result = select(.quakesValues(query))
    }

    /// The filter in words.
    var title: String {
      let conditions = location.parts.compactMap(\.condition)
      let noun = location.filter.noun.many
      return conditions.isEmpty
        ? "All \(noun)" : "\(capitalized(noun)): \(conditions.joined(separator: ", "))"
    }

    /// Returns true if the filter asks for magnitudes of a class.
    func includes(_ magnitude: MagnitudeClass) -> Bool {
      magnitude.bounds.map(location.filter.magnitude.overlaps) ?? false
    }
  }

  /// The content of the comparison.
  struct ViewState: Hashable, Sendable {
    /// The first and the second filter.
    let sides: [Side]
    let swap: Href
    let map: QuakeMap.ViewState
    let charts: [BarChart]

    struct Side: Hashable, Sendable {
      let count: String
      let title: String
      /// The page of this filter alone.
      let list: Href
      /// The page of the other filter alone.
      let remove: Href
      let largest: Link?
    }
  }

  /// Renders the counts.
  struct Sides: FragmentPresenter {
    static let id = "compare-sides"
    let state: ViewState

    var body: some HTML {
      Part(Self.id) {
        div {
          ForEach(Array(zip(Mark.allCases, state.sides))) { mark, side in
            Panel(name: .label("\(mark.ordinal) filter")) {
              mark.drawing
              strong { side.count }
              p {
                a { side.title }.href(side.list).dir(.auto)
                if let largest = side.largest {
                  span {
                    "Largest: "
                    largest
                  }
                }
              }
              a { span { "Remove" }.class("vh") }.class("button remove").href(side.remove)
            }
          }
          a { "Swap" }.class("button").href(state.swap)
        }
        .class("sides")
      }
    }
  }

  /// The mark of a side on the map and beside its count.
  enum Mark: String, CaseIterable, Hashable, Sendable {
    case first, second

    var ordinal: String { self == .first ? "First" : "Second" }
    var drawing: some HTML {
      svg { path().d(self == .first ? "M4 11a7 7 0 1 1 0 .1z" : "M11 2l9 9-9 9-9-9z") }
        .class("mark", rawValue).viewBox(ViewBox(0, 0, 22, 22)).aria(.hidden, "true")
    }
  }
}

/// Charts of two filters beside each other: solid columns of the first, striped ones of the
/// second.
enum ComparisonChart {
  /// Renders the charts.
  struct Presenter: FragmentPresenter {
    static let id = "compare-charts"
    let state: [BarChart]

    var body: some HTML {
      Panel(id: Self.id, name: .label("Charts")) {
        svg {
          defs {
            pattern { path().d("M0 0v5") }
              .id("stripes").width(5).height(5).patternUnits("userSpaceOnUse")
              .patternTransform("rotate(45)")
          }
        }
        .class("vh").aria(.hidden, "true")
        ForEach(state) { $0 }
      }
    }
  }
}
