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
  /// The page without the notice.
  private let dismiss: Href

  /// Reads the outcome that a location names: an address may tell anything.
  ///
  /// - Parameters:
  ///   - location: the location, with the id of the operation.
  ///   - select: reads the store.
  package init<Location: EditableLocation, State: RecordsHolding, Action>(
    at location: Location, _ select: Select<State, Action>
  ) {
    let operation = location.operation
    let page = location.withoutOperation.plain
    dismiss = page.href
    notice = Self.notice(at: location, select)
    importing =
      location.notice == .imported
      ? ImportNotice(
        of: State.Entity.self, location.several, select(.status(of: operation)),
        select(.part(ofOperation: operation)),
        choose: location.listLocation.with { $0.dialog = .importing }.href) : nil
    undo =
      location.notice == .deleted && select(.deletion(operation)) != nil
      ? Notice.Undo(
        page.target(.restore),
        fields: operation.map { [HiddenField(State.Entity.idField, $0)] } ?? []) : nil
  }

  private static func notice<State: RecordsHolding, Action>(
    at location: some EditableLocation, _ select: Select<State, Action>
  ) -> Phrase? {
    guard let notice = location.notice, notice != .reloaded else { return nil }
    let operation = location.operation
    guard location.several > 0 || notice == .imported && operation != nil else {
      if notice == .imported { return Phrase("Nothing was imported.") }
      let title =
        notice == .deleted
        ? select(.deletedTitle(operation)) : select(.record(location.record))?.title
      return title.map { Phrase("“", name: $0, "” was \(notice.rawValue).") }
    }
    var count = location.several
    if notice == .deleted {
      count = select(.deletion(operation))?.entries.count ?? 0
    } else {
      guard select(.status(of: operation)) == .success else { return nil }
      // An operation on one record has its id.
      if select(.record(operation)) != nil { return nil }
      if select(.deletedTitle(operation)) != nil { return nil }
    }
    return count > 0 ? phrase(count, of: State.Entity.self, notice) : nil
  }

  /// Returns the notice of several records.
  package static func phrase<Entity: Record>(
    _ count: Int, of type: Entity.Type, _ notice: RecordsNotice
  ) -> Phrase {
    let (one, many) = (Entity.names.one, Entity.names.many)
    return Phrase("\(counted(count, one, many)) \(count == 1 ? "was" : "were") \(notice.rawValue).")
  }

  /// True if an import is in progress.
  package var isWaiting: Bool { importing?.isWaiting == true }

  public var body: some HTML {
    if let notice { Notice(notice, dismiss: dismiss, undo: undo) }
    importing
  }
}
