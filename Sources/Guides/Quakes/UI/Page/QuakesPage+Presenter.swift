public import ImmutableUI
import Look
public import Markup
import QuakesData

extension QuakesPage {
  /// Renders the page.
  public struct Presenter: ImmutableUI.Presenter {
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      if let deleted = state.deleted {
        Fragment(QuakeMessages.Presenter(state: state.messages))
        Fragment(DeletedQuakes.Presenter(state: deleted))
      } else if let confirmation = state.confirmation {
        div { Overview(state: state) }.class("behind").inert()
        Fragment(Confirmation.Presenter(state: confirmation))
      } else {
        Overview(state: state)
      }
    }
  }

  /// The page without the confirmation.
  private struct Overview: Component {
    let state: ViewState

    var body: some HTML {
      if let event = state.event, let results = state.results {
        Fragment(QuakeEvent.Presenter(state: event))
        Fragment(QuakeMessages.Presenter(state: state.messages))
        Split(kind: "event") {
          Fragment(QuakeMap.Presenter(state: results.map))
          div {
            Fragment(QuakeDetail.Presenter(state: results.detail))
            Fragment(QuakeHistory.Presenter(state: results.history))
          }
          .class("beside")
        }
        Fragment(QuakeReport.Presenter(state: results.report))
      } else {
        Fragment(QuakesHead.Presenter(state: state.head))
        Fragment(QuakeMessages.Presenter(state: state.messages))
        if let comparison = state.comparison {
          Fragment(QuakeComparison.Sides(state: comparison))
          Fragment(FilterForm.Presenter(state: state.filter))
          Fragment(QuakeMap.Presenter(state: comparison.map))
          Fragment(ComparisonChart.Presenter(state: comparison.charts))
        } else {
          if let results = state.results {
            Fragment(FilterSentence.Presenter(state: results.sentence))
          }
          Fragment(FilterForm.Presenter(state: state.filter))
          Fragment(QuakePresets.Presenter(state: state.presets))
          if let results = state.results { Results(state: results) }
        }
        Fragment(QuakesHead.Source(state: state.head))
      }
    }
  }

  private struct Results: Component {
    let state: ViewState.Results

    var body: some HTML {
      Split(kind: state.isMapFirst ? "map-first" : nil) {
        Fragment(QuakeList.Presenter(state: state.list))
        Aside {
          Fragment(QuakeMap.Presenter(state: state.map))
          div {
            Fragment(QuakeDetail.Presenter(state: state.detail))
            Fragment(QuakeCharts.Presenter(state: state.charts))
          }
          .class("two")
        }
      }
      p {
        "Download: "
        ForEach(state.exports) { export in
          a { export.format.label }.class("tag")
            // The script of the page plays the events of this export.
            .data("export", export.format == .geojson ? "geojson" : nil)
            .href(export.href)
        }
      }
      .class("exports")
    }
  }
}
