import Dispatch
import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look
import Markup

extension RecordsRoot {
  /// The maximum size of an imported file, in bytes.
  private static var fileLimit: Int { 8 << 20 }
  /// The maximum size of a post with a file: the second one has it in Base64.
  static var uploadLimit: Int { 12 << 20 }
  /// The maximum time that a response waits for an import.
  private static var importTimeout: Duration { .seconds(60) }

  /// Checks a file, and says what it would change; or imports it after that.
  ///
  /// The second form contains the file, so that it does not matter which instance gets it.
  func importFile(_ values: NamedValues, from location: Location) async throws -> PageResponse {
    if store.snapshot.state.loadError != nil { return unavailable(at: location.plain) }
    var reader = ValueReader(values)
    let operation = reader.text("operation")
    let content = reader.text("content")
    if let operation, operation.utf8.count > 64 { reader.reject("The form is not valid.") }
    let text: String? =
      if let content {
        Data(base64Encoded: content).flatMap { String(validating: $0, as: UTF8.self) }
      } else {
        values.isUndecodable("file") ? nil : values.values(of: "file").first
      }
    try reader.finish()
    guard let text else {
      return show(failed: "The file is not encoded as UTF-8. Save it as “CSV UTF-8”.", at: location)
    }
    guard !text.isEmpty else { return show(failed: "Choose a file first.", at: location) }
    guard text.utf8.count <= Self.fileLimit else {
      return show(failed: "The file is larger than 8 MB. Import it in parts.", at: location)
    }
    if let operation, store.snapshot.state.queue[operation] == .success {
      return .seeOther(location.plain.href)
    }
    let plan: ImportPlan<Entity>
    switch await self.plan(text) {
    case .success(let made): plan = made
    case .failure(let error): return show(failed: error.message, at: location)
    }
    guard let operation, content != nil, plan.problemCount == 0 else {
      return show(plan, of: text, isError: plan.problemCount > 0, at: location)
    }
    let answer = try await perform(
      plan.edits, as: operation, .importing, timeout: Self.importTimeout)
    switch answer {
    case .done:
      return .seeOther(
        location.with {
          $0.notice = .imported
          $0.several = plan.edits.count
        }.href)
    case .underWay: return .seeOther(location.plain.href)
    // Others have changed the records in the meantime.
    case .refused(.rejected), .refused(.fields), .refused(.busy):
      guard case .success(let plan) = await self.plan(text) else {
        return unavailable(at: location.plain)
      }
      return show(plan, of: text, isError: true, at: location)
    case .refused: return unavailable(at: location.plain)
    }
  }

  /// Reads a file and compares it with the records, outside the threads of Swift's
  /// concurrency: a large one takes seconds.
  private func plan(_ text: String) async -> Result<ImportPlan<Entity>, ImportTable.Unreadable> {
    let (state, visitor, context) = (store.snapshot.state, Visitor.current, context())
    return await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { [makeID] in
        do throws(ImportTable.Unreadable) {
          let table = try ImportTable(text)
          let plan = ImportPlan(
            table, into: state, by: visitor, in: context, makeID: makeID)
          continuation.resume(returning: .success(plan))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }

  private func show(
    _ plan: ImportPlan<Entity>, of text: String, isError: Bool, at location: Location
  ) -> PageResponse {
    func count(_ number: Int) -> String {
      counted(number, Entity.names.one, Entity.names.many)
    }
    let outcomes = [
      plan.additions > 0 ? "\(count(plan.additions)) would be added" : nil,
      plan.updates > 0 ? "\(count(plan.updates)) would be changed" : nil,
      plan.unchanged > 0 ? "\(count(plan.unchanged)) would stay as they are" : nil,
    ].compactMap { $0 }
    let problems = counted(plan.problemCount, "value is", "values are")
    let shown =
      plan.problemCount > plan.problems.count
      ? " The first \(plan.problems.count) are listed." : ""
    let canImport = plan.problemCount == 0 && !plan.edits.isEmpty
    let summary =
      if plan.problemCount > 0 {
        "\(problems) not valid.\(shown) Nothing is imported until all are. "
          + "Correct the file, and choose it again."
      } else if isError {
        "Someone else changed some of the \(Entity.names.many) in the meantime. "
          + "\(outcomes.joined(separator: ", "))."
      } else {
        "\(outcomes.joined(separator: ", ").capitalisedFirst). Nothing is imported yet."
      }
    let check = ImportDialog.Check(
      summary: summary,
      problems: plan.problems.map {
        ImportDialog.Problem(
          line: grouped($0.line), column: String($0.column.prefix(100)),
          reason: String($0.reason.prefix(300)))
      },
      ignored: plan.ignored.isEmpty
        ? nil
        : "Columns that are not imported: \(plan.ignored.prefix(20).joined(separator: ", ")).",
      isError: isError, confirm: canImport ? "Import \(count(plan.edits.count))" : nil,
      fields: canImport
        ? [
          HiddenField("operation", makeID()),
          HiddenField("content", Data(text.utf8).base64EncodedString()),
        ] : [])
    return show(check, isError ? .unprocessableContent : .ok, at: location)
  }

  private func show(failed message: String, at location: Location) -> PageResponse {
    show(
      ImportDialog.Check(
        summary: message, problems: [], ignored: nil, isError: true, confirm: nil, fields: []),
      .unprocessableContent, at: location)
  }

  private func show(
    _ check: ImportDialog.Check, _ status: PageStatus, at location: Location
  ) -> PageResponse {
    .page(
      page(
        at: location.plain, dialog: importDialog(check, at: location), status: status,
        selectors.read()))
  }

  /// Returns the dialog that imports a file.
  func importDialog(
    _ check: ImportDialog.Check? = nil, at location: Location
  ) -> RecordsPage<Entity>.Dialog {
    .importing(ImportDialog.ViewState(check, at: location))
  }
}

extension ImportDialog.ViewState {
  init<Entity: Record>(_ check: ImportDialog.Check?, at location: RecordsLocation<Entity>) {
    self.init(
      title: "Import \(Entity.names.many)",
      columns: ([Entity.idColumn] + Entity.fields.editable.map(\.label)).joined(separator: ", "),
      limits: "CSV or JSON lines, in UTF-8, up to 8 MB. An export of this page can be imported "
        + "again: rows with the id of a \(Entity.names.one) change it, others add one.",
      check: check, action: RecordsRoute.post(.importFile, from: location.plain).href,
      cancel: location.plain.href)
  }
}
