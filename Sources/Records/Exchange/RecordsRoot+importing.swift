import ImmutableData
import ImmutableUI

extension RecordsRoot {
  /// Checks a file, and says what it would change; or imports it after that.
  func importFile(_ values: NamedValues, from location: Location) async throws -> PageResponse {
    if store.snapshot.state.loadError != nil { return unavailable(at: location.plain) }
    let file = try RecordsImport<Entity>(values, in: context(), makeID: makeID)
    let step = await file.step(into: store.snapshot.state)
    guard case .perform(let edits, let operation) = step else { return show(step, at: location) }
    let answer = try await perform(
      edits, as: operation, .importing, timeout: RecordsImport<Entity>.timeout)
    switch answer {
    case .done:
      return .seeOther(
        location.with {
          $0.notice = .imported
          $0.several = edits.count
        }.href)
    case .underWay: return .seeOther(location.plain.href)
    // Others have changed the records in the meantime.
    case .refused(.rejected), .refused(.fields), .refused(.busy):
      return show(
        await file.step(into: store.snapshot.state, isRefused: true), at: location)
    case .refused: return unavailable(at: location.plain)
    }
  }

  private func show(_ step: RecordsImport<Entity>.Step, at location: Location) -> PageResponse {
    guard case .show(let check, let status) = step else { return .seeOther(location.plain.href) }
    return .page(
      page(
        at: location.plain, dialog: importDialog(check, at: location), status: status,
        selectors.read()))
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
