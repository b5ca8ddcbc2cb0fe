import ImmutableUI
import Look
import Markup

/// The sheet in which the banner is changed.
enum BannerSheet {}

extension BannerSheet {
  /// What the sheet shows, and where it leads.
  struct ViewState: Hashable, Sendable {
    let banner: BannerUpdate.ViewState
    let submit: Href
    let close: Href
    /// Where an error is dismissed, with what has to be sent; `nil` for none.
    let dismiss: Dismiss?

    struct Dismiss: Hashable, Sendable {
      let href: Href
      let copy: HiddenField
    }
  }

  /// The field's name, and its `id`.
  static let field = "title"
}

extension BannerSheet {
  /// How it looks.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      Sheet {
        h2 { BannerUpdate.title }.id("sheet-title")
        if let error = state.banner.error { Failure(error: error, dismiss: state.dismiss) }
        form {
          if state.banner.isInProgress { WaitingNotice("Updating the banner") }
          TitleField(state: state.banner)
          div {
            a { state.banner.dismissable ? "Cancel" : "Close" }
              .class("button").href(state.close)
            button { "Submit" }.class("button primary").disabled(state.banner.isInProgress)
          }
          .class("actions")
        }
        // The server says more than the browser would, and says it the same
        // way everywhere.
        .post(to: state.submit).novalidate()
      }
    }
  }

  private struct Failure: Component {
    let error: String
    let dismiss: ViewState.Dismiss?

    var body: some HTML {
      div {
        span { "The banner was not updated. \(error)" }
        if let dismiss {
          form {
            dismiss.copy
            button { "Dismiss" }.class("button")
          }
          .post(to: dismiss.href)
        }
      }
      .class("notice failed").role("alert")
    }
  }

  private struct TitleField: Component {
    let state: BannerUpdate.ViewState

    var body: some HTML {
      Field(
        "Title", id: field, error: state.problem,
        hint: "Everybody sees it. At most \(BannerTitle.longest) characters, or none."
      ) { attributes in
        input().type(.text).id(field).name(field).dir(.auto).autocomplete("off")
          .value(state.workingCopy).disabled(state.isInProgress)
          .autofocus(!state.isInProgress)
          .aria(.invalid, attributes.invalid).aria(.describedby, attributes.description)
      }
    }
  }
}
