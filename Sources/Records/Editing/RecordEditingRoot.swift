package import Durable
import Foundation
import HashTreeCollections
package import ImmutableData
package import ImmutableUI
package import Look
package import Markup
package import WebSite

/// A root whose visitors edit records: in a form, several at once, or by a file. They restore
/// earlier versions, too.
///
/// The pages, the addresses and the actions are those of the root. The answers to posted forms
/// are the same in all of them.
package protocol RecordEditingRoot<Entity>: StandardRoot, ChangesRoot
where Location: EditableLocation, State: RecordsHolding<Entity>, Action: Equatable {
  associatedtype Entity: Record

  /// Generates an id of letters, digits and hyphens.
  var makeID: @Sendable () -> String { get }
  /// The histories of records.
  var histories: Histories { get }
  /// Returns true if an operation on several records has been performed.
  var hasPerformed: @Sendable (_ operation: String) async throws -> Bool { get }

  /// The reason why no record can be changed; `nil` if they are loaded.
  static func loadError(in state: State) -> String?
  /// Returns the action of the root for that of a visitor.
  static func action(_ action: RecordsAction<Entity>.UI) -> Action
  /// Returns the action that notes an operation which has been performed.
  static func didPerform(_ operation: String) -> Action
  /// Returns the action that notes that the history of a record was read again.
  static func didReadHistory(of id: String) -> Action
  /// Returns the outcome that an action reports of an operation; `nil` for other actions.
  static func outcome(of action: Action, on id: String) -> EditOutcome?

  /// Loads the records again after a failure.
  func tryAgain() async throws
  /// Reads the time and the records of other guides.
  func context() -> RecordsContext
  /// Returns the page at a location.
  func page(
    _ content: EditingPage<Entity>, at location: Location, status: PageStatus,
    _ select: Select<State, Action>
  ) -> Page<Content>
  /// Returns links to lists, for the page of a record that does not exist.
  func lists(at location: Location, _ select: Select<State, Action>) -> [Link]
  /// Returns the location without a selection that does not exist.
  func existing(_ location: Location, _ select: Select<State, Action>) -> Location
  /// Returns the location of a record, in the list of a location if that has it.
  func showing(_ record: Entity, id: String, at location: Location) -> Location
  /// Returns the location of the list that shows imported records.
  func importing(at location: Location) -> Location
  /// Returns a record that may be the same as one that is about to be saved.
  func similar(to record: Entity, id: String) -> Entity?
  /// Returns the address of the drawing of a record; `nil` for the icon of all.
  func drawing(of record: Entity) -> Href?
  /// Returns what prevents the deletion of records, such as "2 loans", by id.
  func uses(of ids: Set<String>) -> [String: String]
  /// Clears the optional references of others to records that have been deleted.
  func clearReferences(to ids: Set<String>) async
}

extension RecordEditingRoot {
  package func importing(at location: Location) -> Location { location.listLocation }
  package func similar(to record: Entity, id: String) -> Entity? { nil }
  package func drawing(of record: Entity) -> Href? { nil }
  package func uses(of ids: Set<String>) -> [String: String] { [:] }
  package func clearReferences(to ids: Set<String>) async {}
}

/// The location of a page whose visitors edit records.
package protocol EditableLocation: ListLocation {
  /// The search text if it is too long to search for.
  var rejectedSearch: String? { get set }
  /// The id of the selected record, or that of the operation that the notice is about.
  var record: String? { get set }
  /// The boxes that the rows of the list have.
  var selection: RecordsSelection? { get set }
  /// The number of records that the notice is about; 0 if it is about the selected one.
  var several: Int { get set }
  /// The dialog over the page.
  var dialog: RecordsDialog? { get set }
  /// The outcome of the last post.
  var notice: RecordsNotice? { get set }
  /// The key of the operation that the notice is about, unless `record` is its id.
  var change: String? { get set }
  /// The changes that the page of changes shows.
  var changes: ChangesFilter { get set }

  /// Returns the target of a form of the page.
  func target(_ event: RecordsEvent) -> Href
}

extension EditableLocation {
  /// The location without what belongs to one response.
  package var withoutResponse: Self {
    var location = self
    location.dialog = nil
    location.notice = nil
    location.several = 0
    location.change = nil
    location.changes = ChangesFilter()
    location.rejectedSearch = nil
    return location
  }

  /// The page to which the forms of this one return: itself if it is that of changes.
  package var posted: Self {
    guard dialog == .history else { return plain }
    var location = self
    location.notice = nil
    location.several = 0
    location.change = nil
    return location
  }

  /// The id of the operation that the notice is about, in place of a record; `nil` for none.
  package var operation: String? {
    switch notice {
    case .deleted, .imported: record
    case .updated, .restored: several > 0 ? record : nil
    case .added, .reloaded, .undone, nil: nil
    }
  }

  /// The location for the links of its page, which select no record by the id of an operation.
  package var withoutOperation: Self {
    var location = self
    if operation != nil { location.record = nil }
    return location
  }

  /// Returns the address of the list with boxes; `nil` if nothing can be selected.
  package func selecting(isEmpty: Bool, _ status: Status?) -> Href? {
    guard !isEmpty, status == .success, selection == nil else { return nil }
    return with {
      $0.selection = .on
      $0.record = nil
    }.href
  }

  /// The links to the files with the list.
  package var exports: [Link] {
    RecordsFormat.allCases.map {
      Link(
        label: $0.label, href: ListRoute<Self, RecordsEvent>.export(ListExport($0, of: self)).href)
    }
  }
}

extension ProgressState {
  /// - Parameters:
  ///   - status: the status in the store. `nil` counts as waiting, since the page starts the load.
  ///   - failure: a sentence that names the failed operation.
  package init(_ status: Status?, failure: String) {
    self =
      switch status {
      case nil, .waiting: .waiting
      case .empty, .success: .settled
      case .failure(let error): .failed("\(failure) \(error)")
      }
  }
}

/// The content of a page of records that does not follow from its location.
package struct EditingPage<Entity: Record> {
  /// The content of the editor.
  package var form: RecordForm<Entity>?
  /// The reason why the editor is shown again.
  package var problem: EditProblem<Entity, String>?
  /// The dialog; `nil` for the one of the location.
  package var dialog: RecordsPage<Entity>.Dialog?
  /// True if the record was changed after the confirmation of its deletion was shown.
  package var isChanged = false
  /// The reason why the record cannot be deleted; `nil` if it can.
  package var refusal: String?
}

extension EditingPage {
  package init(form: RecordForm<Entity>?) { self.form = form }
}

extension RecordEditingRoot {
  /// The rules by which changes of the store are requested.
  var editing: Editing<State, Action> { Editing(base) { Self.outcome(of: $0, on: $1) } }

  /// The records as they are now.
  var current: RecordsState<Entity> { store.snapshot.state.recordsState }

  var loadError: String? { Self.loadError(in: store.snapshot.state) }

  /// The message about a change that the visitor may not make.
  static var refusal: String {
    let name = Visitor.current.map { "“\($0.name)” may" } ?? "You may"
    return "\(name) not make this change to the \(Entity.names.one)."
  }

  /// True if a part of the history is known as it is now.
  package func isHistoryRead(_ query: VersionQuery) -> Bool {
    histories.isRead(query, at: current.changes.number(of: query))
  }

  /// Returns the page of a record that does not exist.
  package func missing(
    _ id: String, at location: Location, _ select: Select<State, Action>
  ) -> NotFound {
    let one = Entity.names.one
    var links = lists(at: location, select)
    guard let title = select(.deletedTitle(id)) else {
      return NotFound(
        title: "This \(one) does not exist",
        message: "It may have been deleted, or the address may be mistyped.", links: links)
    }
    if Entity.history != .none {
      let history = location.listLocation.with {
        $0.record = id
        $0.dialog = .history
      }
      links.insert(Link(label: "History, to restore it", href: history.href), at: 0)
    }
    return NotFound(
      title: "“\(title)” was deleted",
      message: "Someone deleted this \(one) a short while ago.", links: links)
  }

  /// Returns a part of the history, as far as it was read.
  package func history(
    _ query: VersionQuery, _ select: Select<State, Action>
  ) -> Histories.Reading? {
    histories.reading(query, at: select(.history(query))[0])?.reading
  }

  /// True if a part of the history has to be read for its page.
  package func misses(_ query: VersionQuery, _ select: Select<State, Action>) -> Bool {
    histories.reading(query, at: select(.history(query))[0])?.isCurrent != true
  }

  /// Reads a part of the history, for at most a second: the page says so if the database is
  /// slow, or away.
  package func readHistory(_ query: VersionQuery) async {
    if isHistoryRead(query) { return }
    await histories.load(
      query, after: current.changes.number(of: query), within: min(timeout, .seconds(1)))
  }

  /// Returns the origin of a change that the visitor asks for.
  package func origin(_ cause: ChangeOrigin.Cause = .form) -> ChangeOrigin {
    ChangeOrigin(visitor: Visitor.current?.name, date: now(), cause: cause)
  }

  /// Handles a posted form, and responds when the change is on disk.
  ///
  /// - Throws: `MalformedRequest` if the form is not one of this guide.
  package func edit(
    _ event: RecordsEvent, from location: Location, form values: NamedValues
  ) async throws -> PageResponse<Content> {
    if !isReady(at: location) { try await prepare(at: location) }
    if event == .retry || loadError != nil { try await tryAgain() }
    switch event {
    case .add, .update: return try await save(values, isNew: event == .add, from: location)
    case .delete:
      var reader = ValueReader(values)
      let id = reader.field(Entity.idField)
      // A page of an earlier version of the program sends none: the visitor is asked to confirm
      // again.
      let version = reader.text("version")
      try reader.finish()
      return try await delete(id, version: version, from: location)
    case .restore:
      var reader = ValueReader(values)
      let operation = reader.text("operation")
      if operation.map({ $0.utf8.count > 200 }) == true {
        reader.reject("The form’s “operation” is not valid.")
      }
      let id = operation == nil ? reader.field(Entity.idField) : ""
      let version = reader.text("version")
      let number: Int? = reader.value("number", hint: "Use the number of a version.") { Int($0) }
      try reader.finish()
      if let operation { return try await undo(operation, from: location) }
      try await recognise(nil)
      guard let number else { return try await restore(id, from: location) }
      return try await restore(id, to: number, version: version, from: location)
    case .deleteSeveral, .changeSeveral:
      let form = try SeveralForm(
        values, makeID: event == .changeSeveral ? makeID : nil)
      try await recognise(form.operation)
      return event == .deleteSeveral
        ? try await deleteSeveral(form, from: location)
        : try await changeSeveral(form, values, from: location)
    case .importFile: return try await importFile(values, from: location)
    case .retry:
      guard case .failure = current.status else { return .seeOther(location.href) }
      return unavailable(at: location.plain)
    }
  }

  /// Notes in the store that an operation on several records has been performed before, as by a
  /// copy of its form, even if this instance has started since.
  ///
  /// - Parameter operation: the id of the operation; `nil` for none.
  func recognise(_ operation: String?) async throws {
    guard let operation, current.queue[operation] == nil else { return try await catchUp(timeout) }
    guard try await hasPerformed(operation) else { return }
    try await store.dispatch(action: Self.didPerform(operation))
  }

  /// Performs changes as one operation.
  func perform(
    _ edits: [RecordEdit<Entity>], as id: String, _ origin: ChangeOrigin,
    within limit: Duration? = nil
  ) async throws -> Editing<State, Action>.Answer {
    if edits.isEmpty { return .done }
    return try await editing.change(
      edits.map(\.id), operation: id, by: Self.action(edits, as: id, origin), within: limit)
  }

  /// Returns the action that makes several changes.
  static func action(
    _ edits: [RecordEdit<Entity>], as id: String, _ origin: ChangeOrigin
  ) -> Action {
    let edits = edits.map {
      RecordEdit(id: $0.id, old: $0.old, new: $0.new?.identified(as: $0.id))
    }
    return action(
      .onTapChangeButton(
        RecordsOperation(id: id, edits: edits, by: origin, isForSeveral: true)))
  }

  /// Returns the page after an operation.
  func done(
    _ notice: RecordsNotice, _ operation: String?, count: Int = 0, at location: Location
  ) -> PageResponse<Content> {
    .seeOther(
      location.with {
        // The notice looks the names up by the id.
        $0.record = operation
        $0.selection = nil
        $0.several = count
        $0.notice = notice
      }.href)
  }

  func show(
    _ content: EditingPage<Entity>, at location: Location, status: PageStatus
  ) -> PageResponse<Content> {
    .page(page(content, at: location, status: status, selectors.read()))
  }

  /// Returns the page without a selection that does not exist.
  func showExisting(
    _ content: EditingPage<Entity>, at location: Location, status: PageStatus
  ) -> PageResponse<Content> {
    let select = selectors.read()
    return .page(page(content, at: existing(location, select), status: status, select))
  }

  /// Returns the editor with a draft and its problem.
  func redisplay(
    _ draft: RecordForm<Entity>, _ problem: EditProblem<Entity, String>, at location: Location
  ) -> PageResponse<Content> {
    var form = draft
    form.purpose = editing.purpose(of: form.purpose, after: problem, makeID: makeID)
    return showExisting(
      EditingPage(form: form, problem: problem), at: location.plain, status: problem.status())
  }

  /// Returns the page with the error, which is in the state.
  package func unavailable(at location: Location) -> PageResponse<Content> {
    showExisting(EditingPage(), at: location, status: .serviceUnavailable)
  }
}
