import ImmutableUI
import Look
import Markup

/// The notice above pages that show a sample, or that offer one.
struct SampleNotice: FragmentPresenter {
  static let id = "sample"
  struct ViewState: Hashable, Sendable {
    let mention: SampleMention
    /// The address of the page, to which a change of the switch returns.
    let page: String
  }

  let state: ViewState

  var body: some HTML {
    let isShown = !state.mention.shown.isEmpty
    div {
      if isShown { span { text } }
      ForWriters {
        form { button { isShown ? "Hide the sample" : "Show sample data" }.class("button") }
          .post(to: SiteRoute.sample(isShown ? .hide : .show, page: state.page).href)
      }
    }
    .id(Self.id).class("sample")
  }

  private var text: String {
    let labels = state.mention.shown
    let title =
      labels.count == 1
      ? labels[0].text : "Sample data: \(labels.map(\.guide).joined(separator: ", "))"
    return "\(title)." + (state.mention.hasFailed ? " The service could not be reached." : "")
  }
}
