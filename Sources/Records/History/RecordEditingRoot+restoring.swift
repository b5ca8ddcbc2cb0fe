import Durable
import HashTreeCollections
import ImmutableData
import ImmutableUI

extension RecordEditingRoot {
  /// Undoes the last deletion of a record.
  func restore(_ id: String, from location: Location) async throws -> PageResponse<Content> {
    if let deletion = current.deletion(of: id) ?? current.operation(id) {
      return try await undo(deletion.key, from: location)
    }
    switch await histories.read(VersionQuery(record: id)) {
    case .success(let versions):
      if let deletion = versions.first(where: { $0.after == nil }) {
        return try await undo(deletion.operation, from: location)
      }
      return .notFound(missing(id, at: location, selectors.read()))
    case .failure(let error):
      return redisplay(
        RecordForm(purpose: .add(id: makeID()), showing: Entity()),
        .failed(error.message), at: location.with { $0.record = nil })
    }
  }

  /// Restores a version of a record.
  ///
  /// The version is saved like any other change: it is checked against the rules, the
  /// references and what others have saved.
  ///
  /// - Parameters:
  ///   - id: the id of the record.
  ///   - number: the number of the version; a negative one for the content before its change.
  ///   - version: the version of the record that the page showed; `nil` if it was deleted.
  func restore(
    _ id: String, to number: Int, version: String?, from location: Location
  ) async throws -> PageResponse<Content> {
    if loadError != nil { return unavailable(at: location.with { $0.record = nil }) }
    let stored = current.records[id]
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
    let origin = origin(.restoration)
    let action = Self.saving(record, id: id, isNew: stored == nil, origin)
    switch try await editing.save(record, for: purpose, isRestoring: true, by: action) {
    // A record that was added again and changed since is left as it is.
    case .done, .refused(.addedAlready):
      return changed(
        .restored, by: RecordsOperation<Entity>(id: id, edits: [], by: origin).key,
        Entry(id: id, record: record), from: location)
    case .underWay: return .seeOther(here.href)
    case .refused(let problem): return redisplay(draft, problem, at: here)
    }
  }

  /// Returns the content of a version; `nil` if it is not known.
  private func savedContent(
    of id: String, _ number: Int
  ) async -> Result<RecordContent?, Histories.ReadingError> {
    guard Entity.history != .none else { return .success(nil) }
    return await histories.read(VersionQuery(record: id)).map { versions in
      let version = versions.first { $0.number == Int(clamping: number.magnitude) }
      return number < 0 ? version?.before : version?.restored
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
