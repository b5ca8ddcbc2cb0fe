import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look

extension RecordEditingRoot {
  /// Asks which of the selected records to delete, or deletes them.
  func deleteSeveral(
    _ form: SeveralForm, from location: Location
  ) async throws -> PageResponse<Content> {
    try await change(.deleted, form, from: location) { reason in
      SeveralChanges(of: self, at: location).deletion(form, refusedFor: reason)
    } after: { edits in
      await clearReferences(to: Set(edits.map(\.id)))
    }
  }

  /// Asks for a value of a field, or gives it to the selected records.
  func changeSeveral(
    _ form: SeveralForm, _ values: NamedValues, from location: Location
  ) async throws -> PageResponse<Content> {
    try await change(.updated, form, from: location) { reason in
      try SeveralChanges(of: self, at: location).change(form, values, refusedFor: reason)
    }
  }

  /// Asks about changes, or makes them.
  ///
  /// - Parameters:
  ///   - notice: the outcome.
  ///   - form: the form.
  ///   - plan: returns what to do, or the question again if the changes were refused for a reason.
  ///   - after: called when the changes were made.
  private func change(
    _ notice: RecordsNotice, _ form: SeveralForm, from location: Location,
    plan: (_ reason: String?) throws -> SeveralChanges<Self>.Step,
    after: ([RecordEdit<Entity>]) async -> Void = { _ in }
  ) async throws -> PageResponse<Content> {
    if loadError != nil { return unavailable(at: location.plain) }
    func show(_ step: SeveralChanges<Self>.Step) -> PageResponse<Content> {
      switch step {
      case .ask(let dialog, let status): ask(dialog, status, at: location)
      case .perform(_, let count), .wasDone(let count):
        done(notice, form.operation, count: count, at: location)
      }
    }
    let step = try plan(nil)
    guard case .perform(let edits, _) = step, let operation = form.operation else {
      return show(step)
    }
    switch try await perform(edits, as: operation, origin()) {
    case .done:
      await after(edits)
      return show(step)
    case .underWay: return .seeOther(location.plain.href)
    case .refused(.rejected(let reason)): return show(try plan(reason))
    case .refused(.busy):
      let many = Entity.names.many
      return show(
        try plan("Another change to these \(many) is still being saved. Try again in a moment."))
    case .refused: return unavailable(at: location.plain)
    }
  }

  private func ask(
    _ dialog: SeveralDialog.ViewState, _ status: PageStatus, at location: Location
  ) -> PageResponse<Content> {
    show(EditingPage(dialog: .several(dialog)), at: location.plain, status: status)
  }
}
