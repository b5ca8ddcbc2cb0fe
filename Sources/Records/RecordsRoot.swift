public import Durable
public import Foundation
import HashTreeCollections
public import ImmutableData
public import ImmutableUI
public import Markup

/// Handles the requests of a guide of records.
///
/// `Content` is the presenter of the page: `RecordsPage.Presenter`, or a custom
/// presenter of the same view state.
public struct RecordsRoot<Entity: Record, Content: Presenter>: Sendable
where Content.ViewState == RecordsPage<Entity>.ViewState {
  public typealias State = RecordsState<Entity>
  public typealias Action = RecordsAction<Entity>
  public typealias Route = RecordsRoute<Entity>
  public typealias Location = RecordsLocation<Entity>
  public typealias PageResponse = ImmutableUI.PageResponse<Content>

  public let base: RootBase<State, Action>
  package let makeID: @Sendable () -> String
  /// The records of guides that the fields refer to.
  let references: [RecordsSource]
  /// The guides with references to these records.
  let referrers: Referrers
  let lists = ListCache<Entity>()
  package let histories: Histories
  /// Returns true if an operation on several records has been performed.
  package let hasPerformed: @Sendable (_ operation: String) async throws -> Bool

  /// - Parameters:
  ///   - store: the store of the records.
  ///   - content: the presenter of the page.
  ///   - timeout: the maximum time that a response waits for an operation.
  ///   - catchUp: waits, for at most a duration, until the state has what other
  ///     instances had changed by the time of the call.
  ///   - changes: reads a part of the history.
  ///   - hasPerformed: returns true if an operation on several records has been performed, by
  ///     whichever instance, after which the state has what others had changed.
  ///   - makeID: generates the id of a new record, of letters, digits and
  ///     hyphens.
  ///   - references: the records of other guides that the fields refer to.
  ///   - now: returns the current time.
  ///   - observer: called after each evaluation of a selector.
  public init(
    store: Store<State, Action>, content: Content.Type,
    timeout: Duration = .seconds(5), referringTo references: [RecordsSource] = [],
    now: @escaping @Sendable () -> Date = { .now },
    catchUp: @escaping @Sendable (_ limit: Duration) async throws -> Void = { _ in },
    changes: @escaping @Sendable (_ query: VersionQuery) async throws -> [RecordVersion] = { _ in
      []
    },
    hasPerformed: @escaping @Sendable (_ operation: String) async throws -> Bool = { _ in false },
    makeID: @escaping @Sendable () -> String, observer: Observer? = nil
  ) {
    base = RootBase(
      store: store, name: Entity.names.path, timeout: timeout, now: now, catchUp: catchUp,
      observer: observer)
    self.makeID = makeID
    self.hasPerformed = hasPerformed
    histories = Histories(changes: changes) { query in
      try? await store.dispatch(action: Self.didReadHistory(of: query.record ?? ""))
    }
    self.references = references
    referrers = Referrers()
    connect()
  }
}

extension RecordsRoot where Content == RecordsPage<Entity>.Presenter {
  /// Creates a root with the standard page. See `init(store:content:…)`.
  public init(
    store: Store<State, Action>, timeout: Duration = .seconds(5),
    referringTo references: [RecordsSource] = [], now: @escaping @Sendable () -> Date = { .now },
    catchUp: @escaping @Sendable (_ limit: Duration) async throws -> Void = { _ in },
    changes: @escaping @Sendable (_ query: VersionQuery) async throws -> [RecordVersion] = { _ in
      []
    },
    hasPerformed: @escaping @Sendable (_ operation: String) async throws -> Bool = { _ in false },
    makeID: @escaping @Sendable () -> String, observer: Observer? = nil
  ) {
    self.init(
      store: store, content: Content.self, timeout: timeout, referringTo: references, now: now,
      catchUp: catchUp, changes: changes, hasPerformed: hasPerformed, makeID: makeID,
      observer: observer)
  }
}

extension RecordsRoot: RecordEditingRoot {
  package static func loadError(in state: State) -> String? { state.loadError }

  package static func action(_ action: Action.UI) -> Action { .ui(action) }

  package static func didPerform(_ operation: String) -> Action {
    .data(.didEnd(id: operation, .success))
  }

  package static func didReadHistory(of id: String) -> Action { .data(.didReadHistory(id: id)) }

  package static func outcome(of action: Action, on id: String) -> EditOutcome? {
    if case .data(.didEnd(id, let outcome)) = action { outcome } else { nil }
  }

  public func response(
    to event: RecordsEvent, from location: Location, form values: NamedValues
  ) async throws -> PageResponse {
    try await edit(event, from: location, form: values)
  }

  package func tryAgain() async throws {
    try await store.dispatch(actions: .ui(.onTapTryAgainButton), timeout: timeout) {
      $0.status != .waiting
    }
  }

  package func existing(
    _ location: Location, _ select: RecordsPage<Entity>.Container.Select
  ) -> Location {
    var location = location
    if select(.record(location.record)) == nil { location.record = nil }
    return location
  }

  package func showing(_ record: Entity, id: String, at location: Location) -> Location {
    var location = location.with { $0.record = id }
    let rank = lists.rank(
      of: Entry(id: id, record: record), among: selectors.read()(.recordsList()),
      at: location, in: context())
    if let rank { location.page = RecordsPage<Entity>.Container.page(of: rank) }
    return location
  }

  package func clearReferences(to ids: Set<String>) async {
    for referrer in referrers.all { try? await referrer.clear(ids) }
  }
}

extension RecordsRoot: StandardRoot {
  public func isReady(at location: Location) -> Bool {
    store.snapshot.state.isReady && references.allSatisfy { $0.isReady() }
      && shownHistory(at: location).map(isHistoryRead) != false
  }

  public func prepare(at location: Location) async throws {
    for source in references + [records] where !source.isReady() { try await source.prepare() }
    if let history = shownHistory(at: location) { await readHistory(history) }
  }

  public func response(at location: Location) -> PageResponse {
    let select = selectors.read()
    let record = select(.record(location.record))
    // Until the records are loaded, a missing record is not an error. Neither is
    // a deleted record in the notice of its deletion, or in its history.
    let changes = changesPage(at: location, select).map(RecordsPage<Entity>.Dialog.changes)
    let dialog = location.dialog == .importing ? importDialog(at: location) : changes
    if let id = location.record, record == nil, location.operation == nil, changes == nil,
      select(.recordsStatus) == .success
    {
      return .notFound(missing(id, at: location, select))
    }
    // A bookmark of another visitor. Those who can still sign in are asked to.
    if let visitor = Visitor.current, let change = location.dialog?.change,
      !Entity.may(change, record ?? Entity().owned(by: visitor), visitor)
    {
      return .seeOther(location.with { $0.dialog = nil }.href)
    }
    let form: RecordForm<Entity>? =
      switch location.dialog {
      case .add: RecordForm(purpose: .add(id: makeID()))
      case .edit:
        location.record.flatMap { id in
          record.map { RecordForm(editing: Entry(id: id, record: $0)) }
        }
      case .delete, .history, .importing, .reload, nil: nil
      }
    return .page(
      page(
        EditingPage(form: form, dialog: dialog), at: location,
        status: location.rejectedSearch == nil ? .ok : .badRequest, select))
  }

  package func lists(
    at location: Location, _ select: RecordsPage<Entity>.Container.Select
  ) -> [Link] {
    [Link(label: "All \(Entity.names.many)", href: Location().href)]
  }

  package func page(
    _ content: EditingPage<Entity>, at location: Location, status: PageStatus,
    _ select: RecordsPage<Entity>.Container.Select
  ) -> Page<Content> {
    let context = context()
    var dependencies: [PageDependencies] = []
    var content = content
    if content.refusal == nil, location.dialog == .delete, let id = location.record {
      content.refusal = obstacle(to: id, &dependencies)
    }
    let state = RecordsPage<Entity>.Container(
      location: location, content: content, in: context, lists: lists
    ).viewState(select)
    var page = Page(
      status: status, title: state.title, description: description(of: state.selected, context),
      hasDialog: state.dialog?.isOverPage == true,
      isWaiting: state.isWaiting && state.dialog == nil,
      dependencies: select.dependencies + context.dependencies + dependencies,
      expires: location.dialog == .history ? endOfDay : expiry,
      isPersonal: location.notice != nil || location.dialog == .add,
      content: Content(state: state))
    if let history = shownHistory(at: location) {
      page.isIncomplete = misses(history, select)
      page.isForWriters = true
    }
    page.styleSheets = [RecordsPage<Entity>.styleSheet]
    if state.list.selection != nil { page.scripts = [SelectionForm.script] }
    return page
  }

  /// The time at which pages change without a change of the records.
  private var expiry: Int? {
    Entity.usesClock || Content.self != RecordsPage<Entity>.Presenter.self
      ? ClockMinute(now()).end : nil
  }

  private func description(of selected: Entry<Entity>?, _ context: RecordsContext) -> String {
    guard let selected else { return "A list of \(Entity.names.many)." }
    let facts = Entity.fields.dropFirst().map {
      "\($0.label): \($0.shown(selected.record, in: context))."
    }
    return (["\(selected.record.title)."] + facts).joined(separator: " ")
  }

  /// Returns the excerpt for the front page.
  func excerpt() -> Excerpt {
    let select = selectors.read()
    let context = context()
    let page = RecordsPage<Entity>.Container(location: Location(), in: context, lists: lists)
      .viewState(select)
    return Excerpt(
      "\(Entity.names.path)-excerpt", RecordsExcerpt<Entity>(state: page.excerpt),
      dependencies: select.dependencies + context.dependencies, expires: expiry)
  }

  /// The URLs of the records' pages, for the sitemap and the search.
  public var places: [Href] {
    selectors.read()(.recordsList()).map { listed in
      Location().with { $0.record = listed.entry.id }.href
    }
  }
}
