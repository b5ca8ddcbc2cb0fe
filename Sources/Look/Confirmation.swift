public import ImmutableUI
public import Markup

/// A dialog that asks for confirmation before something is destroyed.
public enum Confirmation {}

extension Confirmation {
  /// What the dialog shows.
  public struct ViewState: Hashable, Sendable {
    let title: Phrase
    let message: String
    let facts: [Fact]
    let confirm: Phrase
    let action: Href
    let cancel: Href
    let fields: [HiddenField]

    /// - Parameters:
    ///   - title: the question, as a heading.
    ///   - message: the consequences, in a sentence or two.
    ///   - facts: what is destroyed, where that is not known from the page.
    ///   - confirm: the label of the button that does it.
    ///   - action: the address to which the form is posted.
    ///   - cancel: the page without the dialog.
    ///   - fields: the hidden fields that say what it is about.
    public init(
      title: Phrase, message: String, facts: [Fact] = [], confirm: Phrase, action: Href,
      cancel: Href, fields: [HiddenField] = []
    ) {
      self.title = title
      self.message = message
      self.facts = facts
      self.confirm = confirm
      self.action = action
      self.cancel = cancel
      self.fields = fields
    }

    /// The title as plain text, as for the title of a window.
    public var text: String { title.text }
  }

  /// How the dialog looks.
  public struct Presenter: ImmutableUI.Presenter {
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      Sheet(isAlert: true, description: "sheet-text") {
        form {
          h2 { state.title }.id("sheet-title")
          p { state.message }.id("sheet-text")
          if !state.facts.isEmpty {
            Facts {
              ForEach(state.facts) { $0 }
            }
          }
          ForEach(state.fields) { $0 }
          div {
            a { "Cancel" }.class("button").href(state.cancel).autofocus()
            button { state.confirm }.class("button primary danger")
          }
          .class("actions")
        }
        .post(to: state.action)
      }
    }
  }
}
