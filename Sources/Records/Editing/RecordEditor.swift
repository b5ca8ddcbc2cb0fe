import ImmutableData
public import ImmutableUI
import Look
package import Markup

/// The container of a record's editor.
public struct RecordEditor<Entity: Record>: Container {
  /// The reason why the form is redisplayed.
  public typealias Problem = EditProblem<Entity, String>

  /// The page behind the editor.
  let location: RecordsLocation<Entity>
  /// The content of the form.
  let form: RecordForm<Entity>
  /// The reason why the form is redisplayed; `nil` the first time.
  var problem: Problem?
  var context = RecordsContext()

  public func viewState(
    _ select: Select<RecordsState<Entity>, RecordsAction<Entity>>
  ) -> EditorDialog.ViewState {
    let isNew = form.purpose.isNew
    let status = select(.status(of: isNew ? nil : form.purpose.id))
    return EditorDialog.ViewState(
      of: form, problem, in: context,
      action: RecordsRoute.post(isNew ? .add : .update, from: location.plain).href,
      cancel: location.closed(at: isNew ? "add" : "edit"), isSaving: status == .waiting)
  }
}

extension EditorDialog.ViewState {
  /// Creates the content of the editor of a record.
  ///
  /// - Parameters:
  ///   - form: the content of the form.
  ///   - problem: the reason why the form is redisplayed; `nil` the first time.
  ///   - context: the time and the records of other guides.
  ///   - action: the URL to which the form is posted.
  ///   - cancel: the page behind the editor.
  ///   - isSaving: true if an earlier change is being saved.
  package init<Entity: Record>(
    of form: RecordForm<Entity>, _ problem: EditProblem<Entity, String>?,
    in context: RecordsContext, action: Href, cancel: Href, isSaving: Bool
  ) {
    let errors: FieldErrors<String>? =
      if case .fields(let errors) = problem { errors } else { nil }
    self.init(
      title: "\(form.purpose.isNew ? "Add" : "Edit") \(Entity.names.one)",
      subject: Entity.names.one, purpose: form.purpose, id: Entity.idField, action: action,
      cancel: cancel,
      inputs: Entity.fields.editable.enumerated().map { index, field in
        field.input(
          form, error: errors?.first(of: field.name), isFocused: index == 0 && problem == nil,
          in: context)
      },
      problem: problem.map { EditorDialog.Problem($0, of: form, in: context) },
      isSaving: isSaving && problem == nil)
  }
}

extension EditorDialog.Problem {
  fileprivate init<Entity: Record>(
    _ problem: EditProblem<Entity, String>, of form: RecordForm<Entity>,
    in context: RecordsContext
  ) {
    let one = Entity.names.one
    let title = "The \(one) was not saved"
    self =
      switch problem {
      case .fields(let errors):
        EditorDialog.Problem(
          title: title,
          fields: errors.errors.map { error in
            EditorDialog.FieldError(
              name: error.field, label: Entity.fields[error.field]?.label ?? error.field,
              message: error.message, link: error.link)
          })
      case .changed(let stored):
        EditorDialog.Problem(
          title: "Changed while you were editing",
          message: Phrase(
            "Someone else saved this \(one) after you opened it. Compare both versions, and "
              + "choose one."),
          comparison: Entity.fields.editable.map { field in
            let yours = field.shown(form, in: context)
            let stored = field.shown(stored, in: context)
            return EditorDialog.Difference(label: field.label, yours: yours, stored: stored)
          })
      case .deleted:
        EditorDialog.Problem(
          title: "Deleted while you were editing",
          message: Phrase(
            "Someone else deleted this \(one) after you opened it. Choose Save to add it again."))
      case .addedAlready(let added):
        EditorDialog.Problem(
          title: "Already added",
          message: Phrase(
            "This form has already added “", name: added.title,
            "”. Choose Save to add another \(one)."))
      case .similar(let other):
        EditorDialog.Problem(
          title: "There is already a \(one) of this name",
          message: Phrase("“", name: other.title, "” exists. Change the name, or save it anyway."))
      case .rejected(let reason), .forbidden(let reason):
        EditorDialog.Problem(title: title, message: Phrase(reason))
      case .failed(let error):
        // The error says whether the record may have been saved nevertheless.
        EditorDialog.Problem(
          title: "Saving failed", message: Phrase("\(error) What you typed is kept."))
      case .busy:
        EditorDialog.Problem(
          title: title,
          message: Phrase(
            "Another change to this \(one) is still being saved. Try again in a moment."))
      }
  }
}
