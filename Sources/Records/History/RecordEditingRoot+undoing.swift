import Durable
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look

extension RecordEditingRoot {
  /// Undoes an operation as a whole. Records that were changed since stay as they are, and the
  /// outcome names them.
  ///
  /// The undoing is an operation of its own, with its lines in the history.
  ///
  /// - Parameter key: the key of the operation in the history.
  func undo(_ key: String, from location: Location) async throws -> PageResponse<Content> {
    if loadError != nil { return unavailable(at: location.plain) }
    var id = RecordsOperation<Entity>.undo(of: key)
    try await recognise(id)
    let edits: [PastEdit]
    switch await self.edits(of: key) {
    case .success(let found): edits = found
    case .failure(let error):
      return refuseUndoing([], error.message, .serviceUnavailable, at: location)
    }
    guard !edits.isEmpty else { return .notFound(unknownChange(at: location)) }
    for attempt in 0..<2 {
      let plan = undoing(edits)
      guard !plan.edits.isEmpty else {
        return plan.refused.isEmpty
          ? undone(id, at: location)
          : refuseUndoing(plan.refused.map(\.refused), nil, .conflict, at: location)
      }
      // The undoing was undone, and is made again.
      if attempt == 0, current.queue[id] == .success {
        id += "-\(String(now().milliseconds, radix: 36))"
      }
      let operation = RecordsOperation(
        id: id, edits: plan.edits, by: origin(.undoing), isForSeveral: true,
        leaving: plan.refused.isEmpty ? nil : plan.refused.prefix(100).map(\.id))
      let answer = try await editing.change(
        plan.edits.map(\.id), operation: id, by: Self.action(.onTapChangeButton(operation)))
      switch answer {
      case .done:
        await clearReferences(to: Set(plan.edits.filter { $0.new == nil }.map(\.id)))
        return undone(id, at: location)
      case .underWay: return undone(id, at: location)
      // Others have changed the records in the meantime, or a copy of the form has.
      case .refused where attempt == 0: continue
      case .refused(let problem):
        return refuseUndoing([], problem.sentence, problem.status(), at: location)
      }
    }
    return .seeOther(location.posted.href)
  }

  /// A change of an operation, and whether its values are valid still.
  private typealias PastEdit = (edit: RecordEdit<Entity>, isValid: Bool)

  /// Returns the changes of an operation, one for each record; none if it is not known.
  ///
  /// The history has all of them. The memory has those since the last load, and is the only one
  /// of records without a history.
  private func edits(of key: String) async -> Result<[PastEdit], Histories.ReadingError> {
    var edits: [PastEdit] = []
    if Entity.history != .none {
      switch await histories.read(VersionQuery(operation: key)) {
      case .success(let versions):
        edits = versions.reversed().map { version in
          let edit = RecordEdit<Entity>(
            id: version.record, old: version.before?.record(version.record),
            new: version.after?.record(version.record))
          return (edit, version.isValid(edit))
        }
      case .failure(let error): return .failure(error)
      }
    }
    if edits.isEmpty { edits = (current.operation(key)?.edits ?? []).map { ($0, true) } }
    var places: [String: Int] = [:]
    return .success(
      edits.reduce(into: []) { merged, next in
        if let place = places[next.edit.id] {
          let (first, isValid) = merged[place]
          merged[place] = (
            RecordEdit(id: first.id, old: first.old, new: next.edit.new), isValid && next.isValid
          )
        } else {
          places[next.edit.id] = merged.count
          merged.append(next)
        }
      })
  }

  /// Returns the changes that undo others, and the records that stay as they are.
  private func undoing(
    _ edits: [PastEdit]
  ) -> (edits: [RecordEdit<Entity>], refused: [(id: String, refused: SeveralDialog.Refused)]) {
    let state = current
    let context = context()
    let uses = uses(of: Set(edits.filter { $0.edit.old == nil }.map(\.edit.id)))
    var undoing: [RecordEdit<Entity>] = []
    var refused: [(id: String, refused: SeveralDialog.Refused)] = []
    func refuse(_ edit: RecordEdit<Entity>, _ reason: String) {
      let title = (state.records[edit.id] ?? edit.old ?? edit.new)?.title ?? ""
      refused.append((edit.id, SeveralDialog.Refused(title: title, reason: reason)))
    }
    for (edit, isValid) in edits {
      guard isValid else {
        refuse(edit, "A value of it is not valid any longer.")
        continue
      }
      let present = state.records[edit.id]
      if isSame(present, edit.old) { continue }
      guard isSame(present, edit.new) else {
        refuse(edit, present == nil ? "It was deleted since." : "It was changed since.")
        continue
      }
      let change: RecordChange = edit.old == nil ? .delete : present == nil ? .add : .update
      guard let subject = present ?? edit.old,
        Entity.may(change, subject, Visitor.current)
      else {
        refuse(edit, Self.refusal)
        continue
      }
      if edit.old == nil, let uses = uses[edit.id] {
        refuse(edit, "Other records refer to it: \(uses).")
        continue
      }
      var new = edit.old
      if let old = edit.old {
        let form = RecordForm<Entity>(purpose: .add(id: edit.id), showing: old)
        do throws(FieldErrors<String>) {
          new = try form.record(editing: old, in: context).identified(as: edit.id)
        } catch {
          refuse(edit, error.sentences)
          continue
        }
      }
      undoing.append(RecordEdit(id: edit.id, old: present, new: new))
    }
    for (position, errors) in state.problems(of: undoing, limit: undoing.count).reversed() {
      refuse(undoing.remove(at: position), errors.sentences)
    }
    return (undoing, refused)
  }

  private func isSame(_ left: Entity?, _ right: Entity?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.isStored(as: right)
  }

  /// Returns the page after an undoing: that of the record, if it is one.
  private func undone(_ id: String, at location: Location) -> PageResponse<Content> {
    let edits = current.operation(id)?.edits ?? []
    let edit = edits.count == 1 ? edits.first : nil
    return changed(
      .undone, by: id, edit.flatMap { edit in edit.new.map { Entry(id: edit.id, record: $0) } },
      from: location)
  }

  /// Returns the page after a change: the one from which it was asked for, or that of the record.
  ///
  /// - Parameters:
  ///   - operation: the key of the operation.
  ///   - entry: the record; `nil` for none, or several.
  func changed(
    _ notice: RecordsNotice, by operation: String, _ entry: Entry<Entity>?, from location: Location
  ) -> PageResponse<Content> {
    var target = location.posted
    if target.dialog == nil {
      target =
        entry.map { showing($0.record, id: $0.id, at: target) }
        ?? existing(target, selectors.read())
    }
    target.notice = notice
    target.change = operation
    return .seeOther(target.href)
  }

  private func refuseUndoing(
    _ refused: [SeveralDialog.Refused], _ reason: String?, _ status: PageStatus,
    at location: Location
  ) -> PageResponse<Content> {
    let dialog = SeveralDialog.ViewState(
      title: "Nothing was undone", message: reason ?? "", names: [],
      refused: Array(refused.prefix(100)), isError: true, input: nil, confirm: nil,
      isDangerous: false, action: location.target(.restore), cancel: location.posted.href,
      fields: [])
    return show(
      EditingPage(dialog: .several(dialog)), at: location.plain, status: status)
  }

  private func unknownChange(at location: Location) -> NotFound {
    NotFound(
      title: "This change is not known",
      message: "Changes are kept for \(counted(Entity.history.days, "day", "days")), and up to "
        + "\(Entity.history.versions) of each \(Entity.names.one).",
      links: lists(at: location, selectors.read()))
  }
}

extension EditProblem where Field == String {
  /// The problem as a sentence.
  fileprivate var sentence: String {
    switch self {
    case .fields(let errors): errors.sentences
    case .rejected(let message), .forbidden(let message), .failed(let message): message
    case .changed, .deleted, .addedAlready, .similar, .busy:
      "Another change is still being saved. Try again in a moment."
    }
  }
}

extension RecordVersion {
  /// True if an edit has the contents of this version, of which some values may have become
  /// invalid.
  func isValid<Entity: Record>(_ edit: RecordEdit<Entity>) -> Bool {
    (edit.old == nil) == (before == nil) && (edit.new == nil) == (after == nil)
  }
}

extension RecordContent {
  /// Returns the content as a record; `nil` if a value is not valid any longer.
  package func record<Entity: Record>(_ id: String) -> Entity? {
    var record = Entity()
    for field in Entity.fields.stored {
      guard let value = value(of: field) else { continue }
      guard (try? field.set(value, in: &record)) != nil else { return nil }
    }
    return record.identified(as: id)
  }
}
