import ImmutableUI
import Look
import Markup

/// The dialog for updating the banner.
enum BannerDialog {}

extension BannerDialog {
  /// The state of the dialog, and the targets of its controls.
  struct ViewState: Hashable, Sendable {
    let banner: BannerUpdate.ViewState
    let submit: Href
    let close: Href
    /// The form that dismisses an error; `nil` if there is none.
    let dismiss: Dismiss?

    struct Dismiss: Hashable, Sendable {
      let href: Href
      let copy: HiddenField
    }
  }

  /// The name and the `id` of the field.
  static let field = "title"
}

extension BannerDialog {
  /// Renders the dialog.
  struct Presenter: FragmentPresenter {
    static let id = dialogID
    let state: ViewState

    var body: some HTML {
      Dialog {
        h2 { BannerUpdate.title }.id("dialog-title")
        if let error = state.banner.error {
          FailedNotice(
            "The banner was not updated. \(error)", retry: state.dismiss?.href,
            fields: state.dismiss.map { [$0.copy] } ?? [], label: "Dismiss")
        }
        form {
          if state.banner.isInProgress { WaitingNotice("Updating the banner") }
          TitleField(state: state.banner)
          div {
            a { state.banner.dismissable ? "Cancel" : "Close" }
              .class("button").href(state.close)
            button { "Save" }.class("button primary").disabled(state.banner.isInProgress)
          }
          .class("actions")
        }
        // The server validates the form, so that its messages are the same in
        // all browsers.
        .post(to: state.submit).novalidate()
      }
    }
  }

  private struct TitleField: Component {
    let state: BannerUpdate.ViewState

    var body: some HTML {
      Field(
        "Title", id: field, error: state.problem,
        hint:
          "Everyone sees the banner. Use up to \(BannerTitle.maxLength) characters, or leave it empty."
      ) { attributes in
        input().type(.text).id(field).name(field).dir(.auto)
          .value(state.workingCopy).disabled(state.isInProgress)
          .autofocus(!state.isInProgress)
          .aria(.invalid, attributes.invalid).aria(.describedby, attributes.description)
      }
    }
  }
}
