import HashTreeCollections
import ImmutableData
public import ImmutableUI
import Look

extension RecordsRoot {
  /// Handles a posted form, and responds when the change is on disk.
  ///
  /// - Throws: `MalformedRequest` if the form is not one of this guide.
  public func response(
    to event: RecordsEvent, from location: Location, form values: NamedValues
  ) async throws -> PageResponse {
    if !isReady(at: location) { try await prepare(at: location) }
    if store.snapshot.state.loadError != nil { try await tryAgain() }
    switch event {
    case .add: return try await save(RecordForm(values, isNew: true), from: location)
    case .update: return try await save(RecordForm(values, isNew: false), from: location)
    case .delete:
      var reader = ValueReader(values)
      let id = reader.field("id")
      let version = reader.text("version")
      try reader.finish()
      return try await delete(id, version: version, from: location)
    case .restore:
      var reader = ValueReader(values)
      let id = reader.field("id")
      let version = reader.text("version")
      let number = reader.value("number", hint: "Use the number of a version.", Int.init)
      try reader.finish()
      try await recognise(number == nil ? SeveralChanges<Entity>.undo(of: id) : nil)
      return try await restore(id, to: number, version: version, from: location)
    case .deleteSeveral, .changeSeveral:
      let form = try SeveralForm(values)
      try await recognise(form.operation)
      return event == .deleteSeveral
        ? try await deleteSeveral(form, from: location)
        : try await changeSeveral(form, values, from: location)
    case .importFile: return try await importFile(values, from: location)
    case .retry:
      try await tryAgain()
      guard case .failure = store.snapshot.state.status else { return .seeOther(location.href) }
      return unavailable(at: location.plain)
    }
  }

  /// Returns the origin of a change that the visitor asks for.
  func origin(_ cause: ChangeOrigin.Cause = .form) -> ChangeOrigin {
    ChangeOrigin(visitor: Visitor.current?.name, date: now(), cause: cause)
  }

  static var refusal: String {
    let name = Visitor.current.map { "“\($0.name)” may" } ?? "You may"
    return "\(name) not make this change to the \(Entity.names.one)."
  }

  private func save(
    _ form: RecordForm<Entity>, from location: Location
  ) async throws -> PageResponse {
    if let error = store.snapshot.state.loadError {
      return redisplay(form, .failed(error), at: location)
    }
    let id = form.purpose.id
    let stored = store.snapshot.state.records[id]
    var record: Entity
    do throws(FieldErrors<String>) {
      record = try form.record(editing: stored, in: context())
    } catch {
      return redisplay(form, .fields(error), at: location)
    }
    if form.purpose.isNew { record = record.owned(by: Visitor.current) }
    let isNew = form.purpose.isNew
    guard Entity.may(isNew ? .add : .update, isNew ? record : stored ?? record, Visitor.current)
    else { return redisplay(form, .forbidden(Self.refusal), at: location) }
    let action: Action.UI =
      form.purpose.isNew
      ? .onTapAddButton(id: id, record: record, by: origin())
      : .onTapUpdateButton(id: id, record: record, by: origin())
    switch try await editing.save(record, for: form.purpose, by: .ui(action)) {
    case .done:
      let notice: RecordsNotice = form.purpose.isNew ? .added : .updated
      return .seeOther(
        showing(id, at: location).with {
          $0.record = id
          $0.notice = notice
        }.href)
    // The page shows the progress, and is updated live.
    case .underWay: return .seeOther(location.plain.href)
    case .refused(let problem): return redisplay(form, problem, at: location)
    }
  }

  /// Returns the location with the page of the list that contains a record.
  func showing(_ id: String, at location: Location) -> Location {
    var location = location
    let select = selectors.read()
    let rank = select(RecordsSelectors<Entity>.record(id)).flatMap { record in
      lists.rank(
        of: Entry(id: id, record: record), among: select(RecordsSelectors<Entity>.list),
        at: location, in: context())
    }
    if let rank { location.page = RecordsPage<Entity>.Container.page(of: rank) }
    return location
  }

  /// Returns the editor with a draft and its problem.
  func redisplay(
    _ draft: RecordForm<Entity>, _ problem: RecordEditor<Entity>.Problem, at location: Location
  ) -> PageResponse {
    var form = draft
    form.purpose = editing.purpose(of: form.purpose, after: problem, makeID: makeID)
    let select = selectors.read()
    let location = existing(location.plain, select)
    return .page(
      page(at: location, form: form, problem: problem, status: problem.status(), select))
  }

  private func delete(
    _ id: String, version: String?, from location: Location
  ) async throws -> PageResponse {
    let here = location.with { $0.record = id }
    if store.snapshot.state.loadError != nil { return unavailable(at: here) }
    var dependencies: [PageDependencies] = []
    if let stored = store.snapshot.state.records[id] {
      let dialog = here.with { $0.dialog = .delete }
      guard Entity.may(.delete, stored, Visitor.current) else {
        return .page(
          page(at: dialog, refusal: Self.refusal, status: .forbidden, selectors.read()))
      }
      if obstacle(to: id, &dependencies) != nil {
        return .page(page(at: dialog, status: .conflict, selectors.read()))
      }
    }
    switch try await editing.delete(
      id, version: version, by: .ui(.onTapDeleteButton(id: id, by: origin())))
    {
    case .done:
      // The record is deleted, even if a reference to it could not be cleared.
      for referrer in referrers.all { try? await referrer.clear(id) }
      return deleted(id, from: location)
    case .underWay: return .seeOther(here.href)
    case .refused(.deleted): return gone(id, version: version, from: location)
    case .refused(.changed):
      let select = selectors.read()
      // It may have been deleted in the meantime.
      guard select(RecordsSelectors<Entity>.record(id)) != nil else {
        return gone(id, version: version, from: location)
      }
      let location = here.with { $0.dialog = .delete }
      return .page(page(at: location, isChanged: true, status: .conflict, select))
    case .refused(.rejected(let reason)):
      let select = selectors.read()
      let location = existing(here, select).with { $0.dialog = .delete }
      return .page(page(at: location, refusal: reason, status: .unprocessableContent, select))
    // The page shows the error, which is in the state.
    case .refused: return unavailable(at: here)
    }
  }

  func deleted(_ id: String, from location: Location) -> PageResponse {
    .seeOther(
      location.with {
        // The notice looks the name up by the id.
        $0.record = id
        $0.notice = .deleted
      }.href)
  }

  /// Returns the response to the deletion of a record that does not exist. If this
  /// version was deleted, that is the outcome of the same form, posted before.
  private func gone(_ id: String, version: String?, from location: Location) -> PageResponse {
    let wasPosted = store.snapshot.state.deletedRecord(id)?.version == version
    return wasPosted
      ? deleted(id, from: location) : .notFound(missing(id, selectors.read()))
  }

  /// Loads the records again after a failure.
  private func tryAgain() async throws {
    try await store.dispatch(actions: .ui(.onTapTryAgainButton), timeout: timeout) {
      $0.status != .waiting
    }
  }

  func unavailable(at location: Location) -> PageResponse {
    let select = selectors.read()
    return .page(
      page(at: existing(location, select), status: .serviceUnavailable, select))
  }

  /// Returns the location, without the selected record if it does not exist.
  func existing(
    _ location: Location, _ select: RecordsPage<Entity>.Container.Select
  ) -> Location {
    var location = location
    if select(RecordsSelectors<Entity>.record(location.record)) == nil { location.record = nil }
    return location
  }
}
