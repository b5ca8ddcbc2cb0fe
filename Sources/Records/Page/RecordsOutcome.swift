import HashTreeCollections
import ImmutableData
package import ImmutableUI
package import Look
public import Markup

/// The outcome of the last form: a notice, with a form that undoes it, or an import that is in
/// progress or has failed.
///
/// ```swift
/// import ImmutableUI
/// import Markup
/// import Records
///
/// struct PlainPage<Entity: Record>: Presenter {
///   let state: RecordsPage<Entity>.ViewState
///   var body: some HTML {
///     state.outcome
///     ul { ForEach(state.listed) { entry in li { entry.record.title } } }
///   }
/// }
/// ```
public struct RecordsOutcome: Component, Hashable, Sendable {
  /// The notice of what has happened; `nil` for none.
  package var notice: Phrase?
  /// The import that is in progress or has failed; `nil` for none.
  package let importing: ImportNotice?
  /// The form that undoes what the notice reports; `nil` if that is impossible.
  package var undo: Notice.Undo?

  /// Reads the outcome that a location names: an address may tell anything.
  ///
  /// - Parameters:
  ///   - location: the location, with the id of the operation.
  ///   - select: reads the store.
  package init<Location: EditableLocation, State: RecordsHolding, Action>(
    at location: Location, _ select: Select<State, Action>
  ) {
    let id = location.operation
    let operation = select(.operation(location.change ?? id))
    notice = Self.notice(at: location, operation, select)
    importing =
      location.notice == .imported
      ? ImportNotice(
        of: State.Entity.self, location.several, select(.status(of: id)),
        select(.part(ofOperation: id)),
        choose: location.listLocation.with { $0.dialog = .importing }.href) : nil
    guard let operation, notice != nil, operation.origin.visitor == Visitor.current?.name
    else { return }
    undo = Notice.Undo(
      location.withoutOperation.posted.target(.restore),
      fields: [HiddenField("operation", operation.key)], label: operation.undoes ? "Redo" : "Undo")
  }

  private static func notice<Entity: Record, State: RecordsHolding<Entity>, Action>(
    at location: some EditableLocation, _ operation: RecordsOperation<Entity>?,
    _ select: Select<State, Action>
  ) -> Phrase? {
    switch location.notice {
    case .added?, .updated?, .restored?, .undone?, .deleted?, .imported?, .reloaded?: break
    case nil: return nil
    }
    // An operation on one record tells which, even after it is no longer known.
    guard let operation else {
      guard location.several == 0, location.operation == nil, location.notice != .undone,
        location.notice != .reloaded
      else { return nil }
      let title = select(.record(location.record))?.title
      return title.map { Phrase("\(location.notice?.label ?? "") ", name: $0) }
    }
    // Of an operation in parts, only the last one ends it.
    if operation.isForSeveral {
      switch select(.status(of: operation.id)) {
      case .waiting, .failure: return nil
      case .success, .empty, nil: break
      }
    }
    switch operation.origin.cause {
    case .form, .restoration:
      // The last operation on a record is another one than the address tells.
      if location.notice == .deleted, operation.edits.contains(where: { $0.new != nil }) {
        return nil
      }
    case .importing, .undoing, .reset, .sample: break
    }
    return operation.outcome(title: { select(.record($0))?.title })
  }

  /// True if an import is in progress.
  package var isWaiting: Bool { importing?.isWaiting == true }

  public var body: some HTML {
    if let notice { Notice(notice, undo: undo) }
    importing
  }
}

extension RecordsNotice {
  /// The change of the selected record.
  fileprivate var label: String {
    switch self {
    case .added: "Added"
    case .updated: "Saved"
    case .restored: "Restored"
    case .deleted: "Deleted"
    case .imported: "Imported"
    case .reloaded: "Reset"
    case .undone: "Undid the change of"
    }
  }
}

extension RecordsOperation {
  /// Returns the outcome, such as "40 animals changed".
  ///
  /// - Parameter title: returns the title of a record that was left as it is.
  fileprivate func outcome(title: (_ id: String) -> String?) -> Phrase? {
    guard let first = edits.first else { return nil }
    let names = Entity.names
    let one = edits.count == 1 ? (first.new ?? first.old)?.title : nil
    let count = counted(edits.count, names.one, names.many)
    let isDeletion = edits.allSatisfy { $0.new == nil }
    switch origin.cause {
    case .undoing:
      let verb = undoes ? "Undone" : "Redone"
      let back = one.map { Phrase("\(verb): ", name: $0) } ?? Phrase("\(verb): \(count)")
      guard let left, !left.isEmpty else { return back }
      let titles = left.prefix(3).compactMap(title)
      let more = left.count - titles.count
      let rest = more > 0 ? " and \(counted(more, "other", "others"))" : ""
      return Phrase(
        "\(back.text). Changed since, and left as \(left.count == 1 ? "it is" : "they are"): ",
        name: titles.joined(separator: ", "), rest)
    case .reset: return Phrase("Sample data restored, \(count) changed")
    case .importing: return Phrase("\(count) imported")
    case .restoration:
      return one.map { Phrase("Restored ", name: $0) } ?? Phrase("\(count) restored")
    case .form, .sample:
      let (verb, done) =
        isDeletion
        ? ("Deleted", "deleted") : first.old == nil ? ("Added", "added") : ("Saved", "changed")
      if let one, !isForSeveral { return Phrase("\(verb) ", name: one) }
      return Phrase("\(count) \(done)")
    }
  }
}
