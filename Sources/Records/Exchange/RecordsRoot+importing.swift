import ImmutableData
import ImmutableUI

extension RecordsRoot {
  /// Checks a file, and says what it would change; or imports it after that.
  func importFile(_ values: NamedValues, from location: Location) async throws -> PageResponse {
    if store.snapshot.state.loadError != nil { return unavailable(at: location.plain) }
    let origin = origin(.importing)
    let file = try RecordsImport<Entity>(
      values, in: context(), at: origin.date, makeID: makeID)
    try await recognise(file.operation)
    let outcome = try await file.outcome(into: { store.snapshot.state }) { edits in
      let operation = RecordsOperation(
        id: makeID(), edits: edits, by: origin, isForSeveral: true)
      try store.rehearse(.ui(.onTapChangeButton(operation)))
    } perform: {
      try await perform($0, as: $1, .importing, within: RecordsImport<Entity>.patience)
    }
    switch outcome {
    case .check(let check, let status):
      let dialog = importDialog(check, at: location)
      return .page(
        page(at: location.plain, dialog: dialog, status: status, selectors.read()))
    case .imported(let count, let operation):
      return .seeOther(
        location.with {
          $0.record = operation
          $0.notice = .imported
          $0.several = count
        }.href)
    case .wasDone: return .seeOther(location.plain.href)
    case .unavailable: return unavailable(at: location.plain)
    }
  }

  /// Returns the dialog that imports a file.
  func importDialog(
    _ check: ImportDialog.Check? = nil, at location: Location
  ) -> RecordsPage<Entity>.Dialog {
    .importing(
      ImportDialog.ViewState(
        of: Entity.self, check, action: RecordsRoute.post(.importFile, from: location.plain).href,
        cancel: location.plain.href))
  }
}
