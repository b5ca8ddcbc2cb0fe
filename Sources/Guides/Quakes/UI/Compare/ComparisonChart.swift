import ImmutableUI
import Look
import Markup

/// Charts of two filters beside each other: solid columns of the first, striped ones of the
/// second.
enum ComparisonChart {}

extension ComparisonChart {
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
