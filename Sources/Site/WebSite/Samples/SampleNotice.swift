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
    div {
      if state.mention.shown.isEmpty {
        ForWriters {
          Message(
            title: "Nothing is stored yet.",
            text: "Check this machine's connection, or look around with sample data.",
            button: "Show sample data", action: SiteRoute.sample(.show, page: state.page).href)
        }
      } else {
        Message(
          title: title, text: text, button: "Hide the sample",
          action: SiteRoute.sample(.hide, page: state.page).href)
      }
    }
    .id(Self.id)
  }

  /// The labels, with the titles of the guides if there are several.
  private var title: String {
    let labels = state.mention.shown
    if labels.count == 1 { return labels[0].text + "." }
    return labels.map { "\($0.guide): \($0.text)." }.joined(separator: " ")
  }

  private var text: String {
    (state.mention.hasFailed ? "The service could not be reached. " : "")
      + "Real data replace it when they arrive; changes are not saved."
  }

  private struct Message: Component {
    let title: String
    let text: String
    let button: String
    let action: Href

    var body: some HTML {
      div {
        span {
          strong { title }
          " "
          text
        }
        ForWriters {
          form { Markup.button { button }.class("button") }.post(to: action)
        }
      }
      .class("notice")
    }
  }
}
