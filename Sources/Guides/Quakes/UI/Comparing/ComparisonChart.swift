import ImmutableUI
import Look
import Markup

/// Columns of two filters beside each other: solid ones of the first, striped ones of the
/// second.
enum ComparisonChart {
  /// The content of a chart.
  struct ViewState: Hashable, Sendable {
    let name: String
    let groups: [Group]

    /// The counts of both filters in a class of magnitudes or a range of time.
    struct Group: Hashable, Sendable {
      let name: String
      let counts: [Int]

      var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }
    }

    /// The largest count.
    fileprivate var most: Int { max(groups.flatMap(\.counts).max() ?? 0, 1) }
  }
}

extension ComparisonChart {
  /// Renders the charts.
  struct Presenter: FragmentPresenter {
    static let id = "compare-charts"
    let state: [ViewState]

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
        ForEach(state) { Chart(state: $0) }
      }
    }
  }

  private struct Chart: Component {
    let state: ViewState

    /// The width of a chart, the height of its columns, and that with the labels.
    private static let (width, columns, height) = (400.0, 80.0, 112.0)

    var body: some HTML {
      figure {
        figcaption {
          strong { state.name }
          span { "solid: first, striped: second" }
        }
        svg {
          ForEach(Array(state.groups.enumerated())) { number, group in
            Columns(
              state: group, left: Self.width / Double(state.groups.count) * Double(number),
              width: Self.width / Double(state.groups.count),
              isNamed: number % ((state.groups.count + 15) / 16) == 0,
              hasCounts: state.groups.count <= 16,
              scale: Self.columns / Double(state.most))
          }
        }
        .viewBox(ViewBox(0, 0, Self.width, Self.height)).role("img").aria(.label, words)
      }
      .class("chart")
    }

    /// The chart in words, for those who do not see it.
    private var words: String {
      "\(state.name): "
        + state.groups.filter { !$0.isEmpty }.map { group in
          "\(group.name): \(group.counts.map(grouped).joined(separator: " and "))"
        }.joined(separator: "; ")
    }
  }

  private struct Columns: Component {
    let state: ViewState.Group
    let left, width: Double
    let isNamed, hasCounts: Bool
    let scale: Double

    /// The position of the axis.
    private static let bottom = 94.0

    var body: some HTML {
      let column = width * 0.38
      ForEach(Array(zip(QuakeComparison.Mark.allCases, state.counts).enumerated())) {
        number, side in
        let (mark, count) = side
        let x = left + width * 0.1 + Double(number) * (column + width * 0.04)
        let height = count == 0 ? 0 : max(Double(count) * scale, 1)
        if count > 0 {
          path().class(mark.rawValue).d(outline(left: x, width: column, height: height))
        }
        if hasCounts, count > 0 {
          text { grouped(count) }.x(short(x + column / 2)).y(
            short(Self.bottom - height - 4))
        }
      }
      if isNamed { text { state.name }.x(short(left + width / 2)).y(107) }
    }

    private func outline(left: Double, width: Double, height: Double) -> String {
      "M\(hundredths(left)) \(hundredths(Self.bottom))v-\(hundredths(height))"
        + "h\(hundredths(width))V\(hundredths(Self.bottom))z"
    }

    private func short(_ value: Double) -> Double { (value * 10).rounded() / 10 }
  }
}
