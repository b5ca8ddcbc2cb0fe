public import ImmutableUI
package import Look
public import Markup

/// The dialog that adds or edits a record.
///
/// ```swift
/// import Look
/// import Markup
///
/// let dialog = EditorDialog(
///   state: EditorDialog.ViewState(
///     title: "Add plant", purpose: .add(id: "1"),
///     action: Href(path: ["plants", "editor", "add"]), cancel: Href(path: ["plants"]),
///     inputs: [FieldInput("name", label: "Name", control: .text("Rose"))],
///     problem: nil, isSaving: false))
/// print(dialog.renderedString())
/// ```
public struct EditorDialog: FragmentPresenter {
  public static var id: String { dialogID }
  /// The content of the dialog.
  public struct ViewState: Hashable, Sendable {
    /// The heading.
    public let title: String
    /// True if the form adds a record. Such a form is for one visitor, because
    /// it contains the id of the new record.
    public let isNew: Bool
    let subject: String?
    let action: Href
    let cancel: Href
    package var hidden: [HiddenField]
    /// The version of the record that is edited; `nil` for a new record.
    let version: String?
    let inputs: [FieldInput]
    /// The reason why the form is redisplayed; `nil` the first time.
    public let problem: Problem?
    /// True if an earlier change is being saved.
    public let isSaving: Bool
    /// The outcome of the form before, which has added another record; `nil` for none.
    package var notice: Phrase?
    /// True if the form offers to add another record after this one.
    package var offersAnother = false
    /// The label of the button.
    package var save = "Save"

    /// - Parameters:
    ///   - title: the heading.
    ///   - subject: the name of the kind of record, such as "animal".
    ///   - purpose: the purpose of the form.
    ///   - id: the name of the field with the id of an existing record.
    ///   - action: the URL to which the form is posted.
    ///   - cancel: the page without the dialog.
    ///   - inputs: the inputs in display order.
    ///   - problem: the reason why the form is redisplayed; `nil` the first time.
    ///   - isSaving: true if an earlier change is being saved.
    public init(
      title: String, subject: String? = nil, purpose: FormPurpose, id: String = "id", action: Href,
      cancel: Href,
      inputs: [FieldInput], problem: Problem?, isSaving: Bool
    ) {
      self.title = title
      self.subject = subject
      self.isNew = purpose.isNew
      self.action = action
      self.cancel = cancel
      self.hidden = purpose.fields(id: id)
      if case .update(_, let version) = purpose { self.version = version } else { version = nil }
      self.inputs = inputs
      self.problem = problem
      self.isSaving = isSaving
    }
  }

  /// The error summary of a redisplayed form.
  public struct Problem: Hashable, Sendable {
    /// The heading.
    let title: String
    /// The problem and the next step.
    var message: Phrase?
    /// The invalid fields.
    var fields: [FieldError] = []
    /// The entered values beside the stored ones.
    var comparison: [Difference] = []
  }

  /// An invalid field with its error message.
  public struct FieldError: Hashable, Sendable {
    let name: String
    let label: String
    /// The error message, as a sentence.
    let message: String
    /// A page that explains the error; `nil` for none.
    var link: Link?
  }

  /// An entered value beside the stored one.
  public struct Difference: Hashable, Sendable {
    let label: String
    let yours: String
    let stored: String

    /// True if the values differ.
    var isOne: Bool { yours != stored }
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    Dialog {
      form {
        h2 { state.title }.id("dialog-title")
        if let notice = state.notice { p { notice }.role("status") }
        if let problem = state.problem { ErrorSummary(state: problem) }
        ForEach(state.hidden) { $0 }
        ForEach(state.inputs) { $0 }
        div {
          a { hasConflict ? "Keep theirs" : "Cancel" }.class("button").href(state.cancel)
          // The first button is the one that Enter presses.
          button { hasConflict ? "Save my version" : state.save }
            .class("button primary").disabled(state.isSaving)
          if state.offersAnother {
            button { "Save and add another" }
              .class("button").name("another").value("yes").disabled(state.isSaving)
          }
        }
        .class("actions")
      }
      // The messages of the server are more helpful than those of the browser.
      .post(to: state.action).novalidate().data("subject", state.subject)
      // Firefox fills a reloaded form with what was entered before, if it has the
      // same name: that must not become a change of a newer version.
      .name(state.version)
    }
  }

  private var hasConflict: Bool { state.problem?.comparison.isEmpty == false }
}

/// The error summary of a form, with links to the invalid fields.
private struct ErrorSummary: Component {
  let state: EditorDialog.Problem

  var body: some HTML {
    div {
      h3 { state.title }
      if let message = state.message { p { message } }
      if !state.fields.isEmpty {
        ul {
          ForEach(state.fields) { error in
            li {
              a { "\(error.label): \(error.message)" }.href(Href(fragment: error.name))
              if let link = error.link { link }
            }
          }
        }
      }
      if !state.comparison.isEmpty { Comparison(differences: state.comparison) }
    }
    .class("errors").role("alert").id("errors").tabindex(-1).autofocus()
  }
}

private struct Comparison: Component {
  let differences: [EditorDialog.Difference]

  var body: some HTML {
    table {
      thead {
        tr {
          th { "Field" }.scope(.col)
          th { "Your version" }.scope(.col)
          th { "Their version" }.scope(.col)
        }
      }
      tbody {
        ForEach(differences) { difference in
          tr {
            th {
              difference.label
              if difference.isOne { span { ", differs" }.class("vh") }
            }
            .scope(.row)
            td { difference.yours }.dir(.auto)
            td { difference.stored }.dir(.auto)
          }
          .class(difference.isOne ? "differs" : nil)
        }
      }
    }
  }
}
