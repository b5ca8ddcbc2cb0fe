public import ImmutableUI
import Look
public import Markup

/// The dialog that imports a file: first the file, then what it would change or what is wrong.
public struct ImportDialog: FragmentPresenter {
  public static var id: String { dialogID }

  /// The content of the dialog.
  public struct ViewState: Hashable, Sendable {
    let title: String
    /// The columns that a file can have.
    let columns: String
    let limits: String
    /// The result of the check; `nil` before.
    let check: Check?
    let action: Href
    let cancel: Href

    /// The title as plain text.
    public var text: String { check?.isError == true ? "Error: \(title)" : title }
  }

  /// The result of the check of a file.
  package struct Check: Hashable, Sendable {
    let summary: String
    let problems: [Problem]
    /// The statement about columns that are not imported; `nil` for none.
    let ignored: String?
    let isError: Bool
    /// The label of the button that imports the file; `nil` if that is impossible.
    let confirm: String?
    let fields: [HiddenField]
  }

  /// A wrong value.
  struct Problem: Hashable, Sendable {
    let line: String
    /// The name of the column; empty for the whole row.
    let column: String
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
        if let check = state.check { Result(state: check) }
        ForEach(state.check?.fields ?? []) { $0 }
        if state.check?.confirm == nil {
          Field("File", id: "file", hint: "\(state.limits) Columns: \(state.columns).") { field in
            input().type(.file).id("file").name("file").accept(".csv,.jsonl,.txt,text/csv")
              .required().autofocus(state.check == nil).aria(.describedby, field.description)
          }
        }
        div {
          a { "Cancel" }.class("button").href(state.cancel)
          button { state.check?.confirm ?? "Check the file" }.class("button primary")
        }
        .class("actions")
      }
      .post(to: state.action).multipart().data("subject", "file")
    }
  }

  private struct Result: Component {
    let state: Check

    var body: some HTML {
      div {
        p { state.summary }
        if let ignored = state.ignored { p { ignored }.class("hint") }
        if !state.problems.isEmpty {
          div {
            table {
              thead {
                tr {
                  th { "Line" }.scope(.col)
                  th { "Column" }.scope(.col)
                  th { "Reason" }.scope(.col)
                }
              }
              tbody {
                ForEach(state.problems) { problem in
                  tr {
                    td { problem.line }
                    td { problem.column }.dir(.auto)
                    td { problem.reason }.dir(.auto)
                  }
                }
              }
            }
          }
          .class("problems")
        }
      }
      .class(state.isError ? "errors" : nil).role(state.isError ? "alert" : "status")
    }
  }
}
