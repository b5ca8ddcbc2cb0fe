import HashTreeCollections
import ImmutableData
import ImmutableUI

extension RecordEditingRoot {
  /// Restores a version of a record, or undoes its deletion.
  ///
  /// The version is saved like any other change: it is checked against the rules, the
  /// references and what others have saved.
  ///
  /// - Parameters:
  ///   - id: the id of the record.
  ///   - number: the number of the version; `nil` for the content that was deleted last.
  ///   - version: the version of the record that the page showed; `nil` if it was deleted.
  func restore(
    _ id: String, to number: Int?, version: String?, from location: Location
  ) async throws -> PageResponse<Content> {
    if loadError != nil { return unavailable(at: location.with { $0.record = nil }) }
    let state = current
    if number == nil, let deletion = state.deletions.first(where: { $0.id == id }),
      deletion.entries.map(\.id) != [id]
    {
      return try await restore(deletion, from: location)
    }
    // The deletion of several records, undone twice.
    if number == nil, state.queue[SeveralChanges<Self>.undo(of: id)] == .success {
      return .seeOther(location.with { $0.record = nil }.href)
    }
    let stored = state.records[id]
    // Undone twice.
    if number == nil, let stored { return restored(stored, id, from: location) }
    let content: RecordContent
    switch await savedContent(of: id, number) {
    case .success(let found?): content = found
    case .success(nil): return .notFound(missing(id, at: location, selectors.read()))
    case .failure(let error):
      return redisplay(
        RecordForm(purpose: .add(id: makeID()), showing: stored ?? Entity()),
        .failed(error.message), at: location.with { $0.record = nil })
    }
    let purpose: FormPurpose =
      stored == nil ? .add(id: id) : .update(id: id, version: version ?? "")
    var record = stored ?? Entity()
    var draft = RecordForm<Entity>(
      purpose: stored == nil ? .add(id: makeID()) : purpose, showing: record)
    draft.restore(content, to: &record, isNew: stored == nil)
    let here = location.with { $0.record = stored == nil ? nil : id }
    do throws(FieldErrors<String>) {
      record = try draft.record(editing: record, in: context()).identified(as: id)
    } catch {
      return redisplay(draft, .fields(error), at: here)
    }
    guard Entity.may(stored == nil ? .add : .update, stored ?? record, Visitor.current) else {
      return redisplay(draft, .forbidden(Self.refusal), at: here)
    }
    let action = Self.saving(record, id: id, isNew: stored == nil, origin(.restoration))
    switch try await editing.save(record, for: purpose, isRestoring: true, by: action) {
    // A record that was added again and changed since is left as it is.
    case .done, .refused(.addedAlready): return restored(record, id, from: location)
    case .underWay: return .seeOther(here.href)
    case .refused(let problem): return redisplay(draft, problem, at: here)
    }
  }

  private func restored(
    _ record: Entity, _ id: String, from location: Location
  ) -> PageResponse<Content> {
    .seeOther(showing(record, id: id, at: location).with { $0.notice = .restored }.href)
  }

  /// Returns the content of a version; `nil` if it is not known.
  private func savedContent(
    of id: String, _ number: Int?
  ) async -> Result<RecordContent?, Histories.ReadingError> {
    let state = current
    if number == nil, let deleted = state.deletedRecord(id) {
      return .success(RecordContent(deleted))
    }
    guard Entity.history != .none else { return .success(nil) }
    return await histories.load(id, after: state.changes[id]).map { versions in
      guard let number else { return versions.first { $0.kind == .delete }?.before }
      return versions.first { $0.number == number }?.restored
    }
  }
}

extension RecordForm {
  /// Fills the form with an earlier content. Fields that were added later keep their values,
  /// and so do those that the program sets, unless the record was deleted.
  package mutating func restore(
    _ content: RecordContent, to record: inout Entity, isNew: Bool
  ) {
    for field in Entity.fields.stored where isNew || !field.isReadOnly {
      guard let value = content.value(of: field) else { continue }
      let isValid = (try? field.set(value, in: &record)) != nil
      if !field.isReadOnly {
        // A value that is no longer valid is shown as it is stored.
        self[field.name] = isValid ? field.text(of: record) : value?.text ?? ""
      }
    }
  }
}
