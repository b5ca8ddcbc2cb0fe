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
    /// The changes of records with known names, to choose from.
    let choices: [Choice]
    /// The label of the box that chooses all changes; `nil` for none.
    let moreChoices: String?
    /// The statement about columns that are not imported; `nil` for none.
    let ignored: String?
    let isError: Bool
    /// The label of the button that imports the file; `nil` if that is impossible.
    let confirm: String?
    let fields: [HiddenField]
  }

  /// A change of the record with the name of a row.
  struct Choice: Hashable, Sendable {
    let line: String
    let title: String
    let changes: String
  }

  /// A wrong value.
  struct Problem: Hashable, Sendable {
    let line: String
    /// The name of the column; empty for the whole row.
    let column: String
    let value: String
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
                  th { "Value" }.scope(.col)
                  th { "Allowed" }.scope(.col)
                }
              }
              tbody {
                ForEach(state.problems) { problem in
                  tr {
                    td { problem.line }
                    td { problem.column }.dir(.auto)
                    td { problem.value }.dir(.auto)
                    td { problem.reason }.dir(.auto)
                  }
                }
              }
            }
          }
          .class("problems")
        }
        if !state.choices.isEmpty {
          fieldset {
            legend { "Already there. Change:" }
            ForEach(state.choices) { choice in
              label {
                input().type(.checkbox).name("change").value(choice.line)
                bdi { choice.title }
                small { choice.changes }.dir(.auto)
              }
            }
            if let more = state.moreChoices {
              label {
                input().type(.checkbox).name("change").value("all")
                more
              }
            }
          }
          .class("choices")
        }
      }
      .class(state.isError ? "errors" : nil).role(state.isError ? "alert" : "status")
    }
  }
}
