public import ImmutableUI
public import Look
public import Markup

/// The sheet in which a record is added or changed.
public struct EditorSheet: Presenter {
  /// The content of the sheet.
  public struct ViewState: Hashable, Sendable {
    /// The heading.
    public let title: String
    /// True if the sheet is for one visitor, as it holds the id of a record to
    /// be.
    public let isNew: Bool
    let action: Href
    let cancel: Href
    let hidden: [HiddenField]
    let inputs: [FieldInput]
    /// The reason why the form is shown again.
    public let problem: Problem?
    /// True if an earlier change is under way.
    public let isSaving: Bool

    /// - Parameters:
    ///   - title: the heading.
    ///   - purpose: the purpose of the form.
    ///   - id: the name of the id of a record that exists.
    ///   - action: where the form is posted.
    ///   - cancel: the page without the sheet.
    ///   - inputs: the inputs, in their order.
    ///   - problem: why the form is shown again.
    ///   - isSaving: true if an earlier change is under way.
    public init(
      title: String, purpose: FormPurpose, id: String = "id", action: Href, cancel: Href,
      inputs: [FieldInput], problem: Problem?, isSaving: Bool
    ) {
      self.title = title
      self.isNew = purpose.isNew
      self.action = action
      self.cancel = cancel
      self.hidden = purpose.fields(id: id)
      self.inputs = inputs
      self.problem = problem
      self.isSaving = isSaving
    }
  }

  /// The reason why a form is shown again, in words.
  public struct Problem: Hashable, Sendable {
    let title: String
    var message: Phrase?
    var fields: [FieldError]
    var comparison: [Difference]

    /// - Parameters:
    ///   - title: a heading.
    ///   - message: what happened, and what to do next.
    ///   - fields: the fields that are wrong.
    ///   - comparison: what was typed, beside what is stored.
    public init(
      title: String, message: Phrase? = nil, fields: [FieldError] = [],
      comparison: [Difference] = []
    ) {
      self.title = title
      self.message = message
      self.fields = fields
      self.comparison = comparison
    }
  }

  /// The problem with a field.
  public struct FieldError: Hashable, Sendable {
    let name: String
    let label: String
    let message: String

    /// The problem with a field.
    public init(name: String, label: String, message: String) {
      self.name = name
      self.label = label
      self.message = message
    }
  }

  /// A value that was typed, beside the one that is stored.
  public struct Difference: Hashable, Sendable {
    let label: String
    let yours: String
    let stored: String

    /// A value that was typed, beside the one that is stored.
    public init(label: String, yours: String, stored: String) {
      self.label = label
      self.yours = yours
      self.stored = stored
    }
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    Sheet {
      form {
        h2 { state.title }.id("sheet-title")
        if let problem = state.problem { ErrorSummary(state: problem) }
        ForEach(state.hidden) { $0 }
        ForEach(state.inputs) { $0 }
        div {
          a { state.problem?.comparison.isEmpty == false ? "Keep the stored one" : "Cancel" }
            .class("button").href(state.cancel)
          button { "Save" }.class("button primary").disabled(state.isSaving)
        }
        .class("actions")
      }
      // The server says more than the browser would, and says it the same way
      // everywhere.
      .post(to: state.action).novalidate()
    }
  }
}

/// The problems of a form, with links to its fields.
private struct ErrorSummary: Component {
  let state: EditorSheet.Problem

  var body: some HTML {
    div {
      h3 { state.title }
      if let message = state.message { p { message } }
      if !state.fields.isEmpty {
        ul {
          ForEach(state.fields) { error in
            li {
              a { "\(error.label): \(error.message)" }.href(Href(fragment: error.name))
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
  let differences: [EditorSheet.Difference]

  var body: some HTML {
    table {
      thead {
        tr {
          th { "Field" }.scope(.col)
          th { "Yours" }.scope(.col)
          th { "Stored" }.scope(.col)
        }
      }
      tbody {
        ForEach(differences) { difference in
          tr {
            th { difference.label }.scope(.row)
            td { difference.yours }.dir(.auto)
            td { difference.stored }.dir(.auto)
          }
        }
      }
    }
  }
}
