public import ImmutableUI
public import Markup

/// A question that has to be answered before something is destroyed.
public enum Question {}

extension Question {
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
    ///   - title: the question.
    ///   - message: what it means to say yes.
    ///   - facts: what is destroyed, where that is not known from the page.
    ///   - confirm: the label of the button that does it.
    ///   - action: where the answer is posted.
    ///   - cancel: where one gets without doing it.
    ///   - fields: what it is about.
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

    /// The question where no markup can stand, as in a window's title.
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
