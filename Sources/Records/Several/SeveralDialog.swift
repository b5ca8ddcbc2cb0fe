public import ImmutableUI
import Look
public import Markup

/// The dialog that asks before several records are deleted or changed, and says which of
/// them cannot be.
public struct SeveralDialog: FragmentPresenter {
  public static var id: String { dialogID }

  /// The content of the dialog.
  public struct ViewState: Hashable, Sendable {
    let title: String
    let message: String
    /// The titles of the records.
    let names: [String]
    /// The records that are left as they are, with the reasons.
    let refused: [Refused]
    /// True if the form was posted, and was refused.
    let isError: Bool
    let input: FieldInput?
    /// The label of the button; `nil` if there is nothing to do.
    let confirm: String?
    let isDangerous: Bool
    let action: Href
    let cancel: Href
    let fields: [HiddenField]

    /// The title as plain text.
    public var text: String { isError ? "Error: \(title)" : title }
  }

  /// A record that cannot be changed.
  struct Refused: Hashable, Sendable {
    let title: String
    let reason: String
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    Dialog {
      form {
        h2 { state.title }.id("dialog-title")
        if !state.refused.isEmpty { RefusedRecords(state: state) }
        if !state.names.isEmpty {
          p { state.message }
          ul { ForEach(state.names) { name in li { name }.dir(.auto) } }.class("names")
        }
        ForEach(state.fields) { $0 }
        state.input
        div {
          a { "Cancel" }.class("button").href(state.cancel).autofocus(state.input == nil)
          if let confirm = state.confirm {
            button { confirm }.class("button primary", state.isDangerous ? "danger" : nil)
          }
        }
        .class("actions")
      }
      .post(to: state.action).novalidate().data("subject", "list")
    }
  }

  private struct RefusedRecords: Component {
    let state: ViewState

    var body: some HTML {
      div {
        h3 { "Left as they are" }
        ul {
          ForEach(state.refused) { record in
            li {
              bdi { record.title }
              ": \(record.reason)"
            }
          }
        }
      }
      .class("errors").role(state.isError ? "alert" : nil)
    }
  }
}
