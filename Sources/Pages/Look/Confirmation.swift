public import ImmutableUI
public import Markup

/// A dialog that asks for confirmation before something is deleted.
///
/// ```swift
/// import Markup
///
/// let dialog = Confirmation.Presenter(
///   state: Confirmation.ViewState(
///     title: Phrase("Delete “", name: "Newt", "”?"), message: "You cannot undo this.",
///     confirm: Phrase("Yes, delete ", name: "Newt"),
///     action: Href(path: ["animals", "delete"]), cancel: Href(path: ["animals"]),
///     fields: [HiddenField("id", "newt")]))
/// print(dialog.renderedString())
/// ```
public enum Confirmation {}

extension Confirmation {
  /// The content of the dialog.
  public struct ViewState: Hashable, Sendable {
    let title: Phrase
    let message: String
    let facts: [Fact]
    let confirm: Phrase?
    let action: Href
    let cancel: Href
    let fields: [HiddenField]
    let subject: String?

    /// - Parameters:
    ///   - title: the question, as a heading.
    ///   - message: the consequences, in one or two sentences.
    ///   - facts: the details of what is deleted, if the page does not show them.
    ///   - confirm: the label of the button that confirms; `nil` if the message says why
    ///     nothing can be deleted.
    ///   - action: the URL to which the form is posted.
    ///   - cancel: the page without the dialog.
    ///   - fields: the hidden fields of the form.
    ///   - subject: the name of the kind of record, such as "animal".
    public init(
      title: Phrase, message: String, facts: [Fact] = [], confirm: Phrase?, action: Href,
      cancel: Href, fields: [HiddenField] = [], subject: String? = nil
    ) {
      self.title = title
      self.message = message
      self.facts = facts
      self.confirm = confirm
      self.action = action
      self.cancel = cancel
      self.fields = fields
      self.subject = subject
    }

    /// The title as plain text, for the document title.
    public var text: String { title.text }
  }

  /// The presenter of the dialog.
  public struct Presenter: FragmentPresenter {
    public static let id = dialogID
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      Dialog(isAlert: true, description: "dialog-text") {
        form {
          h2 { state.title }.id("dialog-title")
          p { state.message }.id("dialog-text")
          if !state.facts.isEmpty {
            Facts {
              ForEach(state.facts) { $0 }
            }
          }
          ForEach(state.fields) { $0 }
          div {
            a { "Cancel" }.class("button").href(state.cancel).autofocus()
            // Buttons are flex containers: the name must not become an item of
            // its own, with a gap before it.
            if let confirm = state.confirm {
              button { span { confirm } }.class("button primary danger")
            }
          }
          .class("actions")
        }
        .post(to: state.action).data("subject", state.subject)
      }
    }
  }
}
