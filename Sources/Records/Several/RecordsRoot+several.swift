import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look

extension RecordsRoot {
  /// The changes of several records, and the reasons why others are not changed.
  private struct Plan {
    var edits: [RecordEdit<Entity>] = []
    var refused: [SeveralDialog.Refused] = []

    mutating func refuse(_ entry: Entry<Entity>, _ reason: String) {
      refused.append(SeveralDialog.Refused(title: entry.record.title, reason: reason))
    }
  }

  /// Returns the selected records as they are stored. Those that have been deleted or saved
  /// since the question are refused.
  private func selected(by form: SeveralForm, _ plan: inout Plan) -> [Entry<Entity>] {
    let state = store.snapshot.state
    return form.selected.compactMap { selected in
      guard let record = state.records[selected.id] else {
        if let deleted = state.deletedRecord(selected.id) {
          plan.refuse(Entry(id: selected.id, record: deleted), "Someone deleted it.")
        }
        return nil
      }
      let entry = Entry(id: selected.id, record: record)
      guard selected.version.map({ $0 == record.version }) != false else {
        plan.refuse(entry, "Someone else saved it after you selected it.")
        return nil
      }
      return entry
    }
  }

  // MARK: Deleting

  /// Asks which of the selected records to delete, or deletes them.
  func deleteSeveral(_ form: SeveralForm, from location: Location) async throws -> PageResponse {
    if store.snapshot.state.loadError != nil { return unavailable(at: location.plain) }
    if let operation = form.operation, let deletion = deletion(operation) {
      return deleted(deletion, from: location)
    }
    let plan = deletions(of: form)
    guard let operation = form.operation, plan.refused.isEmpty, !plan.edits.isEmpty else {
      return ask(toDelete: plan, form, at: location)
    }
    switch try await perform(plan.edits, as: operation, .form) {
    case .done:
      for edit in plan.edits {
        for referrer in referrers.all { try? await referrer.clear(edit.id) }
      }
      let deletion = deletion(operation)
      return deleted(
        deletion ?? RecordsDeletion(id: operation, entries: []), count: plan.edits.count,
        from: location)
    case .underWay: return .seeOther(location.plain.href)
    case .refused(.rejected): return ask(toDelete: deletions(of: form), form, at: location)
    case .refused: return unavailable(at: location.plain)
    }
  }

  private func deletion(_ operation: String) -> RecordsDeletion<Entity>? {
    store.snapshot.state.deletions.first { $0.id == operation }
  }

  private func deletions(of form: SeveralForm) -> Plan {
    var plan = Plan()
    let entries = selected(by: form, &plan)
    var dependencies: [PageDependencies] = []
    let uses = uses(of: Set(entries.map(\.id)), &dependencies)
    for entry in entries {
      if let uses = uses[entry.id] {
        plan.refuse(entry, "Other records refer to it: \(uses).")
      } else if !Entity.may(.delete, entry.record, Visitor.current) {
        plan.refuse(entry, Self.refusal)
      } else {
        plan.edits.append(RecordEdit(id: entry.id, old: entry.record, new: nil))
      }
    }
    return plan
  }

  private func ask(
    toDelete plan: Plan, _ form: SeveralForm, at location: Location
  ) -> PageResponse {
    let count = counted(plan.edits.count, Entity.names.one, Entity.names.many)
    let isNothing = plan.edits.isEmpty && plan.refused.isEmpty
    let dialog = dialog(
      title: isNothing
        ? "Select some \(Entity.names.many) first"
        : plan.edits.isEmpty ? "Nothing can be deleted" : "Delete \(count)?",
      message: "They are deleted for everyone. You can undo this for a short while.",
      plan, confirm: plan.edits.isEmpty ? nil : "Yes, delete \(count)", isDangerous: true,
      isError: form.operation != nil, .deleteSeveral, at: location)
    return show(dialog, form.operation == nil ? .ok : .conflict, at: location)
  }

  private func deleted(
    _ deletion: RecordsDeletion<Entity>, count: Int? = nil, from location: Location
  ) -> PageResponse {
    .seeOther(
      location.with {
        $0.selection = nil
        $0.record = deletion.id
        $0.notice = .deleted
        $0.several = count ?? deletion.entries.count
      }.href)
  }

  /// Undoes a deletion of several records.
  func restore(
    _ deletion: RecordsDeletion<Entity>, from location: Location
  ) async throws -> PageResponse {
    var plan = Plan()
    let context = context()
    for entry in deletion.entries where store.snapshot.state.records[entry.id] == nil {
      let form = RecordForm<Entity>(purpose: .add(id: entry.id), showing: entry.record)
      do throws(FieldErrors<String>) {
        let record = try form.record(editing: entry.record, in: context)
        guard Entity.may(.add, record, Visitor.current) else {
          plan.refuse(entry, Self.refusal)
          continue
        }
        plan.edits.append(RecordEdit(id: entry.id, old: nil, new: record))
      } catch {
        plan.refuse(entry, error.sentences)
      }
    }
    refuseBroken(&plan)
    if plan.refused.isEmpty {
      switch try await perform(plan.edits, as: Self.undo(of: deletion.id), .restoration) {
      case .done:
        return .seeOther(
          location.with {
            $0.record = nil
            $0.notice = .restored
            $0.several = deletion.entries.count
          }.href)
      case .underWay: return .seeOther(location.plain.href)
      case .refused: return unavailable(at: location.with { $0.record = nil })
      }
    }
    plan.edits = []
    let dialog = dialog(
      title: "The deletion was not undone", message: "", plan, confirm: nil, isDangerous: false,
      isError: true, .restore, at: location)
    return show(dialog, .unprocessableContent, at: location.with { $0.record = nil })
  }

  /// Returns the id of the operation that undoes another one.
  static func undo(of operation: String) -> String { "\(operation)-undo" }

  // MARK: Changing

  /// Asks for a value of a field, or gives it to the selected records.
  func changeSeveral(
    _ form: SeveralForm, _ values: NamedValues, from location: Location
  ) async throws -> PageResponse {
    if store.snapshot.state.loadError != nil { return unavailable(at: location.plain) }
    let context = context()
    guard let name = form.field,
      let field = Entity.fields.changeable(in: context).first(where: { $0.name == name })
    else { throw MalformedRequest("The form must contain a “field” that can be changed.") }
    var reader = ValueReader(values)
    let text = reader.text(field.name) ?? ""
    try reader.finish()
    var plan = Plan()
    let entries = selected(by: form, &plan)
    guard let operation = form.operation else {
      for entry in entries where !Entity.may(.update, entry.record, Visitor.current) {
        plan.refuse(entry, Self.refusal)
      }
      plan.edits = entries.filter { Entity.may(.update, $0.record, Visitor.current) }
        .map { RecordEdit(id: $0.id, old: $0.record, new: $0.record) }
      return ask(field, text, plan, error: nil, isError: false, at: location)
    }
    if store.snapshot.state.queue[operation] == .success {
      return changed(entries.count, from: location)
    }
    for entry in entries {
      var record = entry.record
      do throws(InvalidField) {
        try field.parse(text, into: &record, in: context)
      } catch {
        plan.edits = entries.map { RecordEdit(id: $0.id, old: $0.record, new: $0.record) }
        return ask(field, text, plan, error: error.message, isError: true, at: location)
      }
      if Entity.may(.update, entry.record, Visitor.current) {
        plan.edits.append(RecordEdit(id: entry.id, old: entry.record, new: record))
      } else {
        plan.refuse(entry, Self.refusal)
      }
    }
    refuseBroken(&plan)
    let count = plan.edits.count
    guard plan.refused.isEmpty, count > 0 else {
      return ask(field, text, plan, error: nil, isError: true, at: location)
    }
    plan.edits.removeAll { $0.old == $0.new }
    switch try await perform(plan.edits, as: operation, .form) {
    case .done: return changed(count, from: location)
    case .underWay: return .seeOther(location.plain.href)
    case .refused(.rejected(let reason)):
      return ask(field, text, plan, error: reason, isError: true, at: location)
    case .refused: return unavailable(at: location.plain)
    }
  }

  private func changed(_ count: Int, from location: Location) -> PageResponse {
    .seeOther(
      location.with {
        $0.selection = nil
        $0.notice = .updated
        $0.several = count
      }.href)
  }

  private func ask(
    _ field: RecordField<Entity>, _ text: String, _ plan: Plan, error: String?, isError: Bool,
    at location: Location
  ) -> PageResponse {
    let count = counted(plan.edits.count, Entity.names.one, Entity.names.many)
    let isNothing = plan.edits.isEmpty && plan.refused.isEmpty
    let name = field.label.uncapitalised
    let input = FieldInput(
      field.name, label: field.label, hint: field.hint,
      control: field.control(text, in: context()), error: error, isFocused: error == nil)
    let dialog = dialog(
      title: isNothing
        ? "Select some \(Entity.names.many) first"
        : plan.edits.isEmpty ? "Nothing can be changed" : "Change the \(name) of \(count)",
      message: "They all get the same \(name), for everyone.", plan,
      confirm: plan.edits.isEmpty ? nil : "Save \(count)", isDangerous: false,
      input: plan.edits.isEmpty ? nil : input, isError: isError, .changeSeveral, at: location)
    return show(dialog, isError ? .unprocessableContent : .ok, at: location)
  }

  // MARK: Both

  /// Moves changes that break a rule to those that are refused.
  private func refuseBroken(_ plan: inout Plan) {
    let problems = store.snapshot.state.problems(of: plan.edits, limit: plan.edits.count)
    for (position, errors) in problems.reversed() {
      let edit = plan.edits.remove(at: position)
      if let record = edit.new { plan.refuse(Entry(id: edit.id, record: record), errors.sentences) }
    }
  }

  /// Performs changes as one operation.
  func perform(
    _ edits: [RecordEdit<Entity>], as id: String, _ cause: ChangeOrigin.Cause,
    timeout: Duration? = nil
  ) async throws -> Editing<State, Action, Entity, String>.Answer {
    if edits.isEmpty { return .done }
    let operation = RecordsOperation(
      id: id, edits: edits, by: origin(cause), isForSeveral: true)
    return try await editing.change(
      edits.map(\.id), operation: id, by: .ui(.onTapChangeButton(operation)), timeout: timeout)
  }

  private func dialog(
    title: String, message: String, _ plan: Plan, confirm: String?, isDangerous: Bool,
    input: FieldInput? = nil, isError: Bool, _ event: RecordsEvent, at location: Location
  ) -> SeveralDialog.ViewState {
    let selected = plan.edits.map { edit in
      HiddenField(
        "selected", SeveralForm.Selected(id: edit.id, version: edit.old?.version).text)
    }
    let operation = [HiddenField("operation", makeID())]
    let field = input.map { [HiddenField("field", $0.name)] } ?? []
    return SeveralDialog.ViewState(
      title: title, message: message,
      names: plan.edits.map { ($0.old ?? $0.new)?.title ?? "" }, refused: plan.refused,
      isError: isError, input: input, confirm: confirm, isDangerous: isDangerous,
      action: RecordsRoute.post(event, from: location.plain).href,
      cancel: location.plain.href, fields: selected + operation + field)
  }

  private func show(
    _ dialog: SeveralDialog.ViewState, _ status: PageStatus, at location: Location
  ) -> PageResponse {
    .page(page(at: location.plain, dialog: .several(dialog), status: status, selectors.read()))
  }
}

extension FieldErrors<String> {
  /// The messages as one text.
  var sentences: String { errors.map(\.message).joined(separator: " ") }
}
