import Dispatch
import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look
import WebSite

/// The import of a file: first a check of what it would change, then the changes.
///
/// The second form names the file that was checked, which the site keeps for a while. On another
/// instance, or later, the visitor is asked for it again.
struct RecordsImport<Root: RecordEditingRoot>: Sendable {
  typealias Entity = Root.Entity

  /// The outcome of a posted form.
  enum Outcome {
    /// The dialog is shown.
    case check(ImportDialog.Check, PageStatus)
    /// All changes were made, or are being made, by an operation.
    case imported(count: Int, by: String)
    /// The form was posted before.
    case wasDone
    /// The records cannot be changed now.
    case unavailable
  }

  /// The next step for a posted form.
  private enum Step {
    case end(Outcome)
    case perform([RecordEdit<Entity>], operation: String)
  }

  /// The maximum size of an imported file, in bytes.
  private static var fileLimit: Int { 8 << 20 }

  /// The time after which a response shows the progress of an import.
  private static var patience: Duration { .seconds(2) }

  /// The id that the form gives its operation.
  private let formOperation: String?
  /// The digest of the file whose check the visitor has seen; `nil` before.
  private let checked: String?
  private let text: String?
  /// The digest of the file.
  private let digest: String?
  private let isUndecodable: Bool
  /// The lines of the rows that change the record with their name; “all” for all.
  private let chosen: Set<String>
  /// The number of rows that were left out of the check.
  private let left: Int
  private let root: Root
  private let context: RecordsContext
  private let origin: ChangeOrigin

  /// The id of the operation that imports the file; `nil` without a file.
  var operation: String? { operationID?.text }

  /// True for a form that was made from a check.
  private var isConfirming: Bool { formOperation != nil && checked != nil }

  /// A file that is imported for the first time on a day has an operation of its own, so that one
  /// that was cut off goes on when the file is chosen again.
  private var operationID: OperationID? {
    (checked ?? digest).map { operation(formOperation, of: $0) }
  }

  private func operation(_ form: String?, of digest: String) -> OperationID {
    OperationID(
      form ?? "\(Day(origin.date))-\(digest.prefix(32))", of: [digest] + chosen.sorted())
  }

  /// Reads a posted form.
  ///
  /// - Parameters:
  ///   - values: the values of the form.
  ///   - root: the root of the records.
  init(_ values: NamedValues, into root: Root) throws(MalformedRequest) {
    var reader = ValueReader(values)
    formOperation = reader.text("operation")
    checked = reader.text(KeptFiles.digestName)
    if [formOperation, checked].contains(where: { ($0?.utf8.count ?? 0) > 64 }) {
      reader.reject("The form is not valid.")
    }
    left = reader.value("left", hint: "Use a number.") { Int($0) } ?? 0
    chosen = Set(values.values(of: "change").prefix(ImportPlan<Entity>.shownChoices + 1))
    try reader.finish()
    text = values.values(of: KeptFiles.fileName).first
    digest = text.map(WebSite.digest)
    isUndecodable = values.isUndecodable(KeptFiles.fileName)
    self.root = root
    context = root.context()
    origin = root.origin(.importing)
  }

  /// Checks the file, and makes its changes if the form asks for them.
  func outcome() async throws -> Outcome {
    switch await step() {
    case .end(let outcome): return outcome
    case .perform(let edits, let operation):
      switch try await root.perform(edits, as: operation, origin, within: Self.patience) {
      case .done, .underWay: return .imported(count: edits.count, by: operation)
      // Others have changed the records in the meantime.
      case .refused(.rejected), .refused(.fields), .refused(.busy):
        guard case .end(let outcome) = await step(isRefused: true) else {
          return .unavailable
        }
        return outcome
      case .refused: return .unavailable
      }
    }
  }

  /// Returns the next step for the form.
  ///
  /// - Parameter isRefused: true if the changes were refused, because others have changed the
  ///   records.
  private func step(isRefused: Bool = false) async -> Step {
    let state = root.current
    let id = operationID
    // A form without an operation asks for the check.
    if isConfirming, let id = id?.text {
      if state.queue[id] == .success { return .end(.wasDone) }
      if state.queue[id] == .waiting {
        return .end(.imported(count: state.parts[id]?.count ?? 0, by: id))
      }
    }
    guard !isUndecodable else {
      return failed("The file is not encoded as UTF-8. Save it as “CSV UTF-8”.")
    }
    guard let text, let digest, !text.isEmpty else {
      guard let operation = formOperation, let checked else {
        return failed("Choose a file first.")
      }
      return failed(
        "The checked file is no longer on this server, which keeps files for "
          + "\(KeptFiles.minutes) minutes. Choose it again: if it is unchanged, it is imported "
          + "at once.", of: operation, checked)
    }
    guard text.utf8.count <= Self.fileLimit else {
      return failed("The file is larger than 8 MB. Import it in parts.")
    }
    let isUsed = id?.isUsed(in: state) == true
    let isConfirmed = isConfirming && !isRefused && !isUsed && checked == digest
    var operation = operation(formOperation, of: digest)
    if state.queue[operation.text] == .success || operation.isUsed(in: state) {
      operation = self.operation(root.makeID(), of: digest)
    }
    let plan: ImportPlan<Entity>
    switch await self.plan(text, into: state, by: operation, isRehearsed: !isConfirmed) {
    case .success(let made): plan = made
    case .failure(let error): return failed(error.message)
    }
    guard isConfirmed, plan.wrongLines.count == left else {
      return check(
        plan,
        [
          HiddenField("operation", operation.form), HiddenField(KeptFiles.digestName, digest),
          HiddenField("left", String(plan.wrongLines.count)),
        ] + chosen.sorted().map { HiddenField("change", $0) }, isRefused: isRefused,
        isError: plan.problemCount > 0 || plan.refusal != nil || isRefused || isUsed)
    }
    guard !plan.edits.isEmpty else { return .end(.wasDone) }
    return .perform(plan.edits, operation: operation.text)
  }

  /// Reads a file and compares it with the records, outside the threads of Swift's
  /// concurrency: a large one takes seconds.
  private func plan(
    _ text: String, into state: RecordsState<Entity>, by operation: OperationID, isRehearsed: Bool
  ) async -> Result<ImportPlan<Entity>, ImportReader.Unreadable> {
    let visitor = Visitor.current
    return await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        do throws(ImportReader.Unreadable) {
          var plan = try ImportPlan(
            reading: text, into: state, by: visitor, in: context,
            choosing: { chosen.contains("all") || chosen.contains(grouped($0)) },
            makeID: operation.record(at:))
          if isRehearsed {
            plan.check { try root.store.rehearse(Root.action($0, as: root.makeID(), origin)) }
          }
          continuation.resume(returning: .success(plan))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }

  private func check(
    _ plan: ImportPlan<Entity>, _ fields: [HiddenField], isRefused: Bool, isError: Bool
  ) -> Step {
    func count(_ number: Int) -> String {
      counted(number, Entity.names.one, Entity.names.many)
    }
    let outcomes = [
      plan.additions > 0 ? "\(count(plan.additions)) would be added" : nil,
      plan.updates > 0 ? "\(count(plan.updates)) would be changed" : nil,
      plan.unchanged > 0
        ? "\(count(plan.unchanged)) \(plan.unchanged == 1 ? "is" : "are") there already" : nil,
      plan.choices.isEmpty
        ? nil : "\(count(plan.choices.count)) with known names can be changed",
    ].compactMap { $0 }
    let shown =
      plan.problemCount > plan.problems.count
      ? " The first \(plan.problems.count) values are listed." : ""
    let problems =
      plan.wrongLines.isEmpty
      ? ""
      : " \(counted(plan.wrongLines.count, "row is", "rows are")) left out.\(shown)"
    let canImport = plan.refusal == nil && !(plan.edits.isEmpty && plan.choices.isEmpty)
    let would =
      outcomes.isEmpty ? "" : "\(outcomes.joined(separator: ", ").capitalisedFirst)."
    let summary =
      if let refusal = plan.refusal {
        "Nothing can be imported. \(refusal)"
      } else if isRefused, plan.problemCount == 0 {
        "Someone else changed some of the \(Entity.names.many) in the meantime. \(would)"
      } else {
        (would + problems).trimmingCharacters(in: .whitespaces)
      }
    let choices = plan.choices.prefix(ImportPlan<Entity>.shownChoices).map { choice in
      ImportDialog.Choice(
        line: grouped(choice.line), title: choice.edit.old?.title ?? "",
        changes: choice.edit.changes(in: context))
    }
    let check = ImportDialog.Check(
      summary: summary, problems: plan.problems, choices: canImport ? choices : [],
      moreChoices: plan.choices.count > 1 ? "All \(grouped(plan.choices.count))" : nil,
      ignored: plan.ignored.isEmpty
        ? nil
        : "Columns that are not imported: \(plan.ignored.prefix(20).joined(separator: ", ")).",
      isError: isError,
      confirm: canImport
        ? plan.choices.isEmpty ? "Import \(count(plan.edits.count))" : "Import" : nil,
      fields: canImport ? fields : [])
    return .end(.check(check, isError ? .unprocessableContent : .ok))
  }

  /// Asks for a file again.
  ///
  /// - Parameters:
  ///   - message: the reason.
  ///   - operation: the id of the operation that imports the file once it is here; `nil` if it
  ///     is checked first.
  ///   - checked: the digest of the file that was checked.
  private func failed(
    _ message: String, of operation: String? = nil, _ checked: String? = nil
  ) -> Step {
    let fields =
      [
        operation.map { HiddenField("operation", $0) },
        checked.map { HiddenField(KeptFiles.digestName, $0) },
        operation.map { _ in HiddenField("left", String(left)) },
      ].compactMap { $0 } + chosen.sorted().map { HiddenField("change", $0) }
    let check = ImportDialog.Check(
      summary: message, problems: [], choices: [], moreChoices: nil, ignored: nil, isError: true,
      confirm: nil, fields: fields)
    return .end(.check(check, .unprocessableContent))
  }
}

extension RecordEdit {
  /// The fields that the change gives other values, such as "Diet: Carnivore to Omnivore".
  fileprivate func changes(in context: RecordsContext) -> String {
    guard let old, let new else { return "" }
    return Entity.fields.stored.compactMap { field in
      let (before, after) = (field.shown(old, in: context), field.shown(new, in: context))
      return before == after ? nil : "\(field.label): \(before.prefix(40)) to \(after.prefix(40))"
    }.joined(separator: ", ")
  }
}

extension ImportDialog.ViewState {
  /// Creates the content of the dialog.
  ///
  /// - Parameters:
  ///   - type: the type of the records.
  ///   - check: the result of the check of a file; `nil` before.
  ///   - location: the page behind the dialog.
  package init<Entity: Record>(
    of type: Entity.Type, _ check: ImportDialog.Check?, at location: some EditableLocation
  ) {
    self.init(
      title: "Import \(Entity.names.many)",
      columns: ([Entity.idColumn] + Entity.fields.editable.map(\.label)).joined(separator: ", "),
      limits: "CSV or JSON lines, in UTF-8, up to 8 MB. An export of this page can be imported "
        + "again.",
      check: check, action: location.target(.importFile), cancel: location.plain.href)
  }
}
