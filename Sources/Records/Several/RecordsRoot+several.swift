import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look
import Markup

extension RecordsRoot {
  /// The changes of several records, as they are stored now.
  private func several(at location: Location) -> SeveralChanges<Entity> {
    func target(_ event: RecordsEvent) -> Href {
      Route.post(event, from: location.plain).href
    }
    return SeveralChanges(
      of: store.snapshot.state, in: context(),
      targets: .init(
        delete: target(.deleteSeveral), change: target(.changeSeveral), restore: target(.restore),
        cancel: location.plain.href),
      refusal: Self.refusal,
      uses: { ids in
        var dependencies: [PageDependencies] = []
        return uses(of: ids, &dependencies)
      }, makeID: makeID)
  }

  /// Asks which of the selected records to delete, or deletes them.
  func deleteSeveral(_ form: SeveralForm, from location: Location) async throws -> PageResponse {
    if store.snapshot.state.loadError != nil { return unavailable(at: location.plain) }
    let step = several(at: location).deletion(form)
    guard case .perform(let edits, let count) = step, let operation = form.operation else {
      return show(step, at: location) { deleted(form.operation ?? "", count: $0, from: location) }
    }
    switch try await perform(edits, as: operation, .form) {
    case .done:
      for edit in edits {
        for referrer in referrers.all { try? await referrer.clear(edit.id) }
      }
      return deleted(operation, count: count, from: location)
    case .underWay: return .seeOther(location.plain.href)
    case .refused(.rejected):
      return show(several(at: location).deletion(form, isRefused: true), at: location) {
        deleted(operation, count: $0, from: location)
      }
    case .refused: return unavailable(at: location.plain)
    }
  }

  private func deleted(
    _ operation: String, count: Int, from location: Location
  ) -> PageResponse {
    .seeOther(
      location.with {
        $0.selection = nil
        $0.record = operation
        $0.notice = .deleted
        $0.several = count
      }.href)
  }

  /// Undoes a deletion of several records.
  func restore(
    _ deletion: RecordsDeletion<Entity>, from location: Location
  ) async throws -> PageResponse {
    let step = several(at: location).restoration(of: deletion)
    let here = location.with { $0.record = nil }
    let undo = SeveralChanges<Entity>.undo(of: deletion.id)
    guard case .perform(let edits, let count) = step else {
      return show(step, at: here) { _ in .seeOther(here.href) }
    }
    switch try await perform(edits, as: undo, .restoration) {
    case .done:
      return .seeOther(
        here.with {
          $0.record = undo
          $0.notice = .restored
          $0.several = count
        }.href)
    case .underWay: return .seeOther(location.plain.href)
    case .refused: return unavailable(at: here)
    }
  }

  /// Asks for a value of a field, or gives it to the selected records.
  func changeSeveral(
    _ form: SeveralForm, _ values: NamedValues, from location: Location
  ) async throws -> PageResponse {
    if store.snapshot.state.loadError != nil { return unavailable(at: location.plain) }
    let step = try several(at: location).change(form, values)
    guard case .perform(let edits, let count) = step, let operation = form.operation else {
      return show(step, at: location) { changed($0, by: form.operation, from: location) }
    }
    switch try await perform(edits, as: operation, .form) {
    case .done: return changed(count, by: operation, from: location)
    case .underWay: return .seeOther(location.plain.href)
    case .refused(.rejected(let reason)):
      let step = try several(at: location).change(form, values, refusedFor: reason)
      return show(step, at: location) { changed($0, by: operation, from: location) }
    case .refused: return unavailable(at: location.plain)
    }
  }

  private func changed(
    _ count: Int, by operation: String?, from location: Location
  ) -> PageResponse {
    .seeOther(
      location.with {
        $0.selection = nil
        $0.record = operation
        $0.notice = .updated
        $0.several = count
      }.href)
  }

  /// Performs changes as one operation.
  func perform(
    _ edits: [RecordEdit<Entity>], as id: String, _ cause: ChangeOrigin.Cause,
    within limit: Duration? = nil
  ) async throws -> Editing<State, Action, Entity, String>.Answer {
    if edits.isEmpty { return .done }
    let operation = RecordsOperation(
      id: id, edits: edits, by: origin(cause), isForSeveral: true)
    return try await editing.change(
      edits.map(\.id), operation: id, by: .ui(.onTapChangeButton(operation)), within: limit)
  }

  private func show(
    _ step: SeveralChanges<Entity>.Step, at location: Location,
    after wasDone: (_ count: Int) -> PageResponse
  ) -> PageResponse {
    switch step {
    case .ask(let dialog, let status):
      .page(page(at: location.plain, dialog: .several(dialog), status: status, selectors.read()))
    case .perform(_, let count), .wasDone(let count): wasDone(count)
    }
  }
}
