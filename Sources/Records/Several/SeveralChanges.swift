import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look

/// The changes of several records that a form asks for, and the question before them.
struct SeveralChanges<Root: RecordEditingRoot> {
  typealias Entity = Root.Entity

  /// The answer to a posted form.
  enum Step {
    /// Asks, or says why nothing was changed.
    case ask(SeveralDialog.ViewState, PageStatus)
    /// Makes the changes as the operation of the form, of so many records.
    case perform([RecordEdit<Entity>], count: Int)
    /// The form was posted before.
    case wasDone(count: Int)
  }

  /// The changes, and the reasons why other records are not changed.
  private struct Plan {
    var edits: [RecordEdit<Entity>] = []
    var refused: [SeveralDialog.Refused] = []

    mutating func refuse(_ record: Entity, _ reason: String) {
      refused.append(SeveralDialog.Refused(title: record.title, reason: reason))
    }
  }

  private let root: Root
  private let location: Root.Location
  private let state: RecordsState<Entity>
  private let context: RecordsContext

  /// - Parameters:
  ///   - root: the root of the records.
  ///   - location: the page behind the question.
  init(of root: Root, at location: Root.Location) {
    self.root = root
    self.location = location
    state = root.current
    context = root.context()
  }

  /// Returns the selected records as they are stored. Those that have been deleted or saved
  /// since the question are refused.
  private func selected(by form: SeveralForm, _ plan: inout Plan) -> [Entry<Entity>] {
    form.selected.compactMap { selected in
      guard let record = state.records[selected.id] else {
        if let deleted = state.deletedRecord(selected.id) {
          plan.refuse(deleted, "Someone deleted it.")
        }
        return nil
      }
      guard selected.version.map({ $0 == record.version }) != false else {
        plan.refuse(record, "Someone else saved it after you selected it.")
        return nil
      }
      return Entry(id: selected.id, record: record)
    }
  }

  // MARK: Deleting

  /// Returns what to do about a form that deletes the selected records.
  ///
  /// - Parameter reason: the reason why the changes were refused, so that the form is shown
  ///   again; `nil` if they were not.
  func deletion(_ form: SeveralForm, refusedFor reason: String? = nil) -> Step {
    if let operation = form.operation {
      if let deletion = state.operation(operation) { return .wasDone(count: deletion.edits.count) }
      if state.queue[operation] == .success { return .wasDone(count: form.selected.count) }
    }
    var plan = Plan()
    let entries = selected(by: form, &plan)
    let uses = root.uses(of: Set(entries.map(\.id)))
    for entry in entries {
      if let uses = uses[entry.id] {
        plan.refuse(entry.record, "Other records refer to it: \(uses).")
      } else if !Entity.may(.delete, entry.record, Visitor.current) {
        plan.refuse(entry.record, Root.refusal)
      } else {
        plan.edits.append(RecordEdit(id: entry.id, old: entry.record, new: nil))
      }
    }
    guard
      form.operation == nil || reason != nil || isUsed(by: form) || !plan.refused.isEmpty
        || plan.edits.isEmpty
    else {
      return .perform(plan.edits, count: plan.edits.count)
    }
    let count = counted(plan.edits.count, Entity.names.one, Entity.names.many)
    let areDeleted = plan.edits.count == 1 ? "It is deleted" : "They are deleted"
    let dialog = dialog(
      title: "Delete \(count)?", refusedTitle: "Nothing can be deleted",
      message: [reason, "\(areDeleted) for everyone. You can undo this."]
        .compactMap { $0 }.joined(separator: " "),
      plan, confirm: "Yes, delete \(count)", isDangerous: true, isError: form.operation != nil,
      .deleteSeveral)
    return .ask(dialog, form.operation == nil ? .ok : .conflict)
  }

  // MARK: Changing

  /// Returns what to do about a form that gives a value to the selected records.
  ///
  /// - Parameter reason: the reason why the changes were refused, so that the form is shown
  ///   again; `nil` if they were not.
  /// - Throws: `MalformedRequest` if the form is not one of this guide.
  func change(
    _ form: SeveralForm, _ values: NamedValues, refusedFor reason: String? = nil
  ) throws(MalformedRequest) -> Step {
    guard let name = form.field,
      let field = Entity.fields.changeable(in: context).first(where: { $0.name == name })
    else { throw MalformedRequest("The form must contain a “field” that can be changed.") }
    var reader = ValueReader(values)
    let text = reader.text(field.name) ?? ""
    try reader.finish()
    var plan = Plan()
    let entries = selected(by: form, &plan)
    func ask(_ error: String?, isError: Bool) -> Step {
      self.ask(field, text, plan, error: error, isError: isError)
    }
    let unchanged = entries.filter { Entity.may(.update, $0.record, Visitor.current) }
      .map { RecordEdit(id: $0.id, old: $0.record, new: $0.record) }
    for entry in entries where !Entity.may(.update, entry.record, Visitor.current) {
      plan.refuse(entry.record, Root.refusal)
    }
    guard let operation = form.operation else {
      plan.edits = unchanged
      return ask(nil, isError: false)
    }
    if state.queue[operation] == .success { return .wasDone(count: form.selected.count) }
    for edit in unchanged {
      guard var record = edit.old else { continue }
      do throws(InvalidField) {
        try field.parse(text, into: &record, in: context)
      } catch {
        plan.edits = unchanged
        return ask(error.message, isError: true)
      }
      plan.edits.append(RecordEdit(id: edit.id, old: edit.old, new: record))
    }
    refuseBroken(&plan)
    let count = plan.edits.count
    guard reason == nil, !isUsed(by: form), plan.refused.isEmpty, count > 0 else {
      return ask(reason, isError: true)
    }
    return .perform(plan.edits.filter { $0.old != $0.new }, count: count)
  }

  private func ask(
    _ field: RecordField<Entity>, _ text: String, _ plan: Plan, error: String?, isError: Bool
  ) -> Step {
    let count = counted(plan.edits.count, Entity.names.one, Entity.names.many)
    let name = field.label.uncapitalised
    let input = FieldInput(
      field.name, label: field.label, hint: field.hint,
      control: field.control(text, in: context), error: error, isFocused: error == nil)
    let dialog = dialog(
      title: "Change the \(name) of \(count)", refusedTitle: "Nothing can be changed",
      message: "They all get the same \(name), for everyone.", plan,
      confirm: "Save \(count)", isDangerous: false, input: input, isError: isError,
      .changeSeveral)
    return .ask(dialog, isError ? .unprocessableContent : .ok)
  }

  // MARK: Both

  /// True if another form has used the id of the form’s operation.
  private func isUsed(by form: SeveralForm) -> Bool {
    form.operationID?.isUsed(in: state) == true
  }

  /// Moves changes that break a rule to those that are refused.
  private func refuseBroken(_ plan: inout Plan) {
    let problems = state.problems(of: plan.edits, limit: plan.edits.count)
    for (position, errors) in problems.reversed() {
      let edit = plan.edits.remove(at: position)
      if let record = edit.new { plan.refuse(record, errors.sentences) }
    }
  }

  /// Returns the question about changes.
  ///
  /// - Parameters:
  ///   - title: the question.
  ///   - refusedTitle: the title in place of the question if all changes are refused.
  private func dialog(
    title: String, refusedTitle: String, message: String, _ plan: Plan, confirm: String,
    isDangerous: Bool, input: FieldInput? = nil, isError: Bool, _ event: RecordsEvent
  ) -> SeveralDialog.ViewState {
    let isEmpty = plan.edits.isEmpty
    let nothing = plan.refused.isEmpty ? "Select some \(Entity.names.many) first" : refusedTitle
    let input = isEmpty ? nil : input
    let selected = plan.edits.map { edit in
      HiddenField(
        "selected", SeveralForm.Selected(id: edit.id, version: edit.old?.version).text)
    }
    let operation = [HiddenField("operation", root.makeID())]
    let field = input.map { [HiddenField("field", $0.name)] } ?? []
    return SeveralDialog.ViewState(
      title: isEmpty ? nothing : title, message: message,
      names: plan.edits.map { ($0.old ?? $0.new)?.title ?? "" }, refused: plan.refused,
      isError: isError, input: input, confirm: isEmpty ? nil : confirm, isDangerous: isDangerous,
      action: location.target(event), cancel: location.plain.href,
      fields: selected + operation + field)
  }
}

extension FieldErrors<String> {
  /// The messages as one text.
  var sentences: String { errors.map(\.message).joined(separator: " ") }
}
