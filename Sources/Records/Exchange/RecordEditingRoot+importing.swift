import ImmutableData
package import ImmutableUI

extension RecordEditingRoot {
  /// Checks a file, and says what it would change; or imports it after that.
  func importFile(
    _ values: NamedValues, from location: Location
  ) async throws -> PageResponse<Content> {
    let location = location.plain
    if loadError != nil { return unavailable(at: location) }
    let origin = origin(.importing)
    let file = try RecordsImport<Entity>(
      values, in: context(), at: origin.date, makeID: makeID)
    try await recognise(file.operation)
    let outcome = try await file.outcome(into: { current }) {
      try store.rehearse(Self.action($0, as: makeID(), origin))
    } perform: {
      try await perform($0, as: $1, origin, within: RecordsImport<Entity>.patience)
    }
    switch outcome {
    case .check(let check, let status):
      return show(
        EditingPage(dialog: importDialog(check, at: location)), at: location, status: status)
    case .imported(let count, let operation):
      return done(.imported, operation, count: count, at: importing(at: location))
    case .wasDone: return .seeOther(location.href)
    case .unavailable: return unavailable(at: location)
    }
  }

  /// Returns the dialog that imports a file.
  package func importDialog(
    _ check: ImportDialog.Check? = nil, at location: Location
  ) -> RecordsPage<Entity>.Dialog {
    .importing(
      ImportDialog.ViewState(
        of: Entity.self, check, action: Self.target(.importFile, from: location.plain),
        cancel: location.plain.href))
  }
}
