import ImmutableData
package import ImmutableUI
import Look

extension EditorDialog.ViewState {
  /// Creates the content of the editor of a record.
  ///
  /// - Parameters:
  ///   - form: the content of the form.
  ///   - problem: the reason why the form is redisplayed; `nil` the first time.
  ///   - location: the page behind the editor.
  ///   - context: the time and the records of other guides.
  ///   - select: reads the store.
  package init<Entity: Record, State: RecordsHolding<Entity>, Action>(
    of form: RecordForm<Entity>, _ problem: EditProblem<Entity, String>?,
    at location: some EditableLocation, in context: RecordsContext, _ select: Select<State, Action>
  ) {
    let isNew = form.purpose.isNew
    let isSaving = select(.status(of: isNew ? nil : form.purpose.id)) == .waiting
    let errors: FieldErrors<String>? =
      if case .fields(let errors) = problem { errors } else { nil }
    self.init(
      title: "\(isNew ? "Add" : "Edit") \(Entity.names.one)", subject: Entity.names.one,
      purpose: form.purpose, id: Entity.idField, action: location.target(isNew ? .add : .update),
      cancel: location.closed(at: isNew ? "add" : "edit"),
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
          title: "There is already \(Entity.names.oneWithArticle) with this name",
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
