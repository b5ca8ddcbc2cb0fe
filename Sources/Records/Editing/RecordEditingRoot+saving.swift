import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look

extension RecordEditingRoot {
  /// Adds or updates a record.
  func save(
    _ values: NamedValues, isNew: Bool, from location: Location
  ) async throws -> PageResponse<Content> {
    let form = try RecordForm<Entity>(values, isNew: isNew)
    if let loadError { return redisplay(form, .failed(loadError), at: location) }
    let id = form.purpose.id
    let stored = current.records[id]
    var record: Entity
    do throws(FieldErrors<String>) {
      record = try form.record(editing: stored, in: context()).identified(as: id)
    } catch {
      return redisplay(form, .fields(error), at: location)
    }
    if isNew { record = record.owned(by: Visitor.current) }
    guard Entity.may(isNew ? .add : .update, isNew ? record : stored ?? record, Visitor.current)
    else { return redisplay(form, .forbidden(Self.refusal), at: location) }
    // The form asks once. That of a program does not.
    if stored?.title != record.title, stored == nil || !isNew, !values.values(of: "ask").isEmpty,
      let other = similar(to: record, id: id)
    {
      return redisplay(form, .similar(other), at: location)
    }
    let origin = origin()
    switch try await editing.save(
      record, for: form.purpose, by: Self.saving(record, id: id, isNew: isNew, origin))
    {
    case .done:
      return .seeOther(
        showing(record, id: id, at: location).with {
          $0.notice = isNew ? .added : .updated
          // A copy of the form may have saved it.
          let saved = current.operations.first { operation in
            operation.id == id && operation.edits.last?.new?.isStored(as: record) == true
          }
          $0.change = saved?.key ?? RecordsOperation<Entity>(id: id, edits: [], by: origin).key
          if isNew, !values.values(of: "another").isEmpty { $0.dialog = .add }
        }.href)
    // The page shows the progress, and is updated live.
    case .underWay: return .seeOther(location.plain.href)
    case .refused(let problem): return redisplay(form, problem, at: location)
    }
  }

  /// Returns the action that adds or updates a record.
  static func saving(
    _ record: Entity, id: String, isNew: Bool, _ origin: ChangeOrigin
  ) -> Action {
    action(
      isNew
        ? .onTapAddButton(id: id, record: record, by: origin)
        : .onTapUpdateButton(id: id, record: record, by: origin))
  }

  /// Deletes a record.
  func delete(
    _ id: String, version: String?, from location: Location
  ) async throws -> PageResponse<Content> {
    let here = location.with { $0.record = id }
    if loadError != nil { return unavailable(at: here) }
    let dialog = here.with { $0.dialog = .delete }
    if let stored = current.records[id] {
      guard Entity.may(.delete, stored, Visitor.current) else {
        return show(EditingPage(refusal: Self.refusal), at: dialog, status: .forbidden)
      }
      if !uses(of: [id]).isEmpty { return show(EditingPage(), at: dialog, status: .conflict) }
    }
    switch try await editing.delete(
      id, version: version, by: Self.action(.onTapDeleteButton(id: id, by: origin())))
    {
    case .done:
      // The record is deleted, even if a reference to it could not be cleared.
      await clearReferences(to: [id])
      return done(.deleted, id, at: location)
    case .underWay: return .seeOther(here.href)
    // It may have been deleted since the conflict was found.
    case .refused(.changed) where current.records[id] != nil:
      return show(EditingPage(isChanged: true), at: dialog, status: .conflict)
    case .refused(.deleted), .refused(.changed):
      // If this version was deleted, that is the outcome of the same form, posted before.
      if let deleted = current.deletedRecord(id), deleted.version == version {
        return done(.deleted, id, at: location)
      }
      return .notFound(missing(id, at: location, selectors.read()))
    case .refused(.rejected(let reason)):
      return showExisting(
        EditingPage(refusal: reason), at: dialog, status: .unprocessableContent)
    case .refused: return unavailable(at: here)
    }
  }
}
