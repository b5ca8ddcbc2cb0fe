public import AnimalsData
public import Durable
import HashTreeCollections
public import ImmutableData
public import ImmutableUI
public import Markup
public import Records

/// Handles the requests of the guide to animals.
public struct AnimalsRoot: Sendable {
  /// A response of the guide.
  public typealias PageResponse = ImmutableUI.PageResponse<AnimalsPage.Presenter>

  public let base: RootBase<AnimalsState, AnimalsAction>
  package let makeID: @Sendable () -> Animal.ID
  package let histories: Histories
  /// Returns true if an operation on several animals has been performed.
  package let hasPerformed: @Sendable (_ operation: String) async throws -> Bool
  let drawings: AnimalDrawings

  /// - Parameters:
  ///   - store: the store of the animals.
  ///   - timeout: the maximum time that a request waits for its operations.
  ///   - catchUp: waits, for at most a duration, until the state has what other
  ///     instances had changed by the time of the call.
  ///   - changes: reads a part of the history.
  ///   - hasPerformed: returns true if an operation on several animals has been performed, by
  ///     whichever instance, after which the state has what others had changed.
  ///   - makeID: returns the id of a new animal.
  ///   - drawings: the address of the file with the drawings; `nil` for that of previews.
  ///   - observer: observes the evaluations of selectors.
  public init(
    store: Store<AnimalsState, AnimalsAction>, timeout: Duration = .seconds(5),
    catchUp: @escaping @Sendable (_ limit: Duration) async throws -> Void = { _ in },
    changes: @escaping @Sendable (_ query: VersionQuery) async throws -> [RecordVersion] = { _ in
      []
    },
    hasPerformed: @escaping @Sendable (_ operation: String) async throws -> Bool = { _ in false },
    makeID: @escaping @Sendable () -> Animal.ID,
    drawings: Href? = nil,
    observer: Observer? = nil
  ) {
    base = RootBase(
      store: store, name: "animals", timeout: timeout, catchUp: catchUp, observer: observer)
    self.makeID = makeID
    self.drawings = drawings.map(AnimalDrawings.init) ?? .preview
    self.hasPerformed = hasPerformed
    histories = Histories(changes: changes) { query in
      try? await store.dispatch(action: Self.didReadHistory(of: query.record ?? ""))
    }
  }
}

extension AnimalsRoot: StandardRoot {
  public typealias Route = AnimalsRoute
  public typealias State = AnimalsState
  public typealias Action = AnimalsAction

  public func isReady(at location: AnimalsLocation) -> Bool {
    let state = store.snapshot.state
    return Self.isReady(state) && history(at: location, state).map(isHistoryRead) != false
  }

  /// The part of the history that the page shows; `nil` for none.
  private func history(at location: AnimalsLocation, _ state: AnimalsState) -> VersionQuery? {
    if let query = shownHistory(at: location) { return query }
    guard let animalId = location.animalId, state.animals.data[animalId] != nil else { return nil }
    return ChangesFilter().query(of: animalId, in: Animal.zone)
  }

  private static func isReady(_ state: AnimalsState) -> Bool {
    let categories = state.categories
    return state.animals.records.isReady && categories.status != nil
      && !(categories.status == .waiting && categories.data.isEmpty)
  }

  public func prepare(at location: AnimalsLocation) async throws {
    if !Self.isReady(store.snapshot.state) {
      try await store.dispatch(
        actions: .ui(.categoryList(.onAppear)), .ui(.animalList(.onAppear)), timeout: timeout,
        until: Self.isReady)
    }
    if let history = history(at: location, store.snapshot.state) { await readHistory(history) }
  }

  public func response(at location: AnimalsLocation) -> PageResponse {
    let select = selectors.read()
    let isDeleted = isDeleted(at: location, select)
    if let animalId = location.animalId, location.dialog == .history,
      select(.animal(animalId: animalId)) == nil, changesPage(at: location, select) == nil
    {
      return .notFound(missing(animalId, at: location, select))
    }
    if let animalId = location.animalId, isDeleted,
      select(.deletion(of: animalId))?.edits.count != 1
    {
      return .notFound(missing(animalId, at: location, select))
    }
    if let categoryId = location.onlyCategory, select(.categoriesStatus) == .success,
      select(.category(categoryId: categoryId)) == nil
    {
      return .notFound(
        NotFound(
          title: "Category not found",
          message:
            "There is no category “\(categoryId)” in this guide. The address may be mistyped.",
          links: lists(at: location, select)))
    }
    let location = canonical(location, select)
    let form: RecordForm<Animal>? =
      switch location.dialog {
      case .add: blank(at: location)
      case .edit:
        select(.animal(animalId: location.animalId)).map {
          RecordForm(editing: Entry(id: $0.id, record: $0))
        }
      default: nil
      }
    let status: PageStatus =
      location.rejectedSearch != nil ? .badRequest : isDeleted ? .notFound : .ok
    return .page(page(EditingPage(form: form), at: location, status: status, select))
  }

  /// True if the selected animal does not exist, and the page is not about its history. Nothing
  /// counts as missing until it was loaded. After a deletion or an import, the address has the id
  /// of the operation.
  private func isDeleted(at location: AnimalsLocation, _ select: SelectAnimals) -> Bool {
    location.animalId != nil && location.operation == nil && location.dialog != .history
      && select(.animalsStatus) == .success
      && select(.animal(animalId: location.animalId)) == nil
  }

  /// Returns the form for a new animal: in the category of the list, and without a diet, which
  /// the visitor has to choose.
  private func blank(at location: AnimalsLocation) -> RecordForm<Animal> {
    var form = RecordForm<Animal>(purpose: .add(id: makeID()))
    form["diet"] = ""
    form["categoryId"] = location.onlyCategory ?? ""
    return form
  }

  /// Returns the location in the category that the animal belongs to, which may
  /// differ from the one in an old address.
  func canonical(
    _ location: AnimalsLocation, _ select: SelectAnimals
  ) -> AnimalsLocation {
    guard location.categoryId != AnimalsLocation.all,
      location.search == nil || location.categoryId != nil,
      let animal = select(.animal(animalId: location.animalId))
    else { return location }
    var location = location
    location.categoryId = animal.categoryId
    return location
  }

  package func lists(
    at location: AnimalsLocation, _ select: Select<AnimalsState, AnimalsAction>
  ) -> [Link] {
    let category = select(.category(categoryId: location.categoryId)).map { category in
      Link(label: category.name, href: AnimalsLocation(categoryId: category.id).href)
    }
    return [category, Link(label: "All animals", href: AnimalsLocation().href)].compactMap(\.self)
  }

  package func page(
    _ content: EditingPage<Animal>, at location: AnimalsLocation, status: PageStatus,
    _ select: Select<AnimalsState, AnimalsAction>
  ) -> Page<AnimalsPage.Presenter> {
    let location = content.isChanged ? canonical(location, select) : location
    let shown = history(at: location, store.snapshot.state)
    var content = content
    if let changes = changesPage(at: location, select) { content.dialog = .changes(changes) }
    let state = AnimalsPage.Container(
      location: location, content: content, history: shown.flatMap { history($0, select) },
      drawings: drawings
    ).viewState(select)
    var page = Page(
      status: status, title: state.title, description: state.description,
      hasDialog: state.dialog?.isOverPage == true,
      isWaiting: state.isWaiting && state.dialog == nil, dependencies: select.dependencies,
      isPersonal: location.notice != nil || location.dialog == .add,
      content: AnimalsPage.Presenter(state: state))
    page.styleSheets = AnimalsPage.styleSheets
    if state.animalList.selection != nil { page.scripts = [SelectionForm.script] }
    if location.dialog == .history {
      page.expires = endOfDay
      page.isForWriters = true
    }
    page.isIncomplete = shown.map { misses($0, select) } ?? false
    return page
  }
}

extension AnimalsRoot {
  /// The addresses of all categories and animals, for the sitemap.
  var places: [Href] {
    let select = selectors.read()
    return select(.categoriesValues).flatMap { category in
      [AnimalsLocation(categoryId: category.id).href]
        + select(.animalsValues(categoryId: category.id)).map { animal in
          AnimalsLocation(categoryId: category.id, animalId: animal.id).href
        }
    }
  }
}
