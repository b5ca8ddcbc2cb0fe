import ImmutableData
package import ImmutableUI
import Markup

extension RecordEditingRoot {
  /// Checks a file, and says what it would change; or imports it after that.
  func importFile(
    _ values: NamedValues, from location: Location
  ) async throws -> PageResponse<Content> {
    let location = location.plain
    if loadError != nil { return unavailable(at: location) }
    let file = try RecordsImport(values, into: self)
    try await recognise(file.operation)
    switch try await file.outcome() {
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
    .importing(ImportDialog.ViewState(of: Entity.self, check, at: location))
  }
}

extension EditableLocation {
  /// The maximum size of a post with a file, in bytes, by address. Of a larger file the dialog can
  /// say so.
  package static var uploads: [String: Int] { [Self().target(.importFile).text: 12 << 20] }
}
