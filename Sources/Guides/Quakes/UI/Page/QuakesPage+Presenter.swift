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
      Fragment(QuakeMessages.Presenter(state: state.messages))
      if let event = state.event, let results = state.results {
        Fragment(QuakeEvent.Presenter(state: event))
        Split(kind: "event") {
          Fragment(QuakeMap.Presenter(state: results.map))
          div {
            Fragment(QuakeDetail.Presenter(state: results.detail))
            Fragment(QuakeReport.Towns(state: results.report))
          }
          .class("beside")
        }
        div {
          Fragment(QuakeReport.Presenter(state: results.report))
          Fragment(QuakeHistory.Presenter(state: results.history))
        }
        .class("report")
      } else {
        Fragment(QuakesHead.Presenter(state: state.head))
        if let comparison = state.comparison {
          Fragment(QuakeComparison.Sides(state: comparison))
          Fragment(FilterForm.Presenter(state: state.filter))
          Split(kind: "event compared") {
            Fragment(QuakeMap.Presenter(state: comparison.map))
            Fragment(ComparisonChart.Presenter(state: comparison.charts))
          }
        } else if let results = state.results, results.list.isFirst {
          // The reason why nothing could be loaded is enough.
          if state.messages.isEmpty { Fragment(QuakeList.Presenter(state: results.list)) }
        } else {
          if let results = state.results {
            Fragment(QuakePresets.Presenter(state: results.presets))
          }
          Fragment(FilterForm.Presenter(state: state.filter))
          if let results = state.results { Results(state: results) }
          Fragment(QuakesHead.Source(state: state.head))
        }
      }
    }
  }

  private struct Results: Component {
    let state: ViewState.Results

    var body: some HTML {
      Split(kind: state.isMapFirst ? "map-first" : nil) {
        Fragment(QuakeList.Presenter(state: state.list))
        Fragment(QuakeMap.Presenter(state: state.map))
      }
      Fragment(QuakeCharts.Presenter(state: state.charts))
      // At the end of the state of the page, in narrow windows.
      a { state.isMapFirst ? "List" : "Map" }.class("go").href(state.other)
    }
  }
}
