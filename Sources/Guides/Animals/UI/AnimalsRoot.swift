public import AnimalsData
import HashTreeCollections
public import ImmutableData
public import ImmutableUI
import Markup
import Records

/// Handles the requests of the guide to animals.
public struct AnimalsRoot: Sendable {
  /// A response of the guide.
  public typealias PageResponse = ImmutableUI.PageResponse<AnimalsPage.Presenter>

  public var base: RootBase<AnimalsState, AnimalsAction>
  let makeID: @Sendable () -> Animal.ID

  /// - Parameters:
  ///   - store: the store of the animals.
  ///   - timeout: the maximum time that a request waits for its operations.
  ///   - catchUp: waits, for at most a duration, until the state has what other
  ///     instances had changed by the time of the call.
  ///   - makeID: returns the id of a new animal.
  ///   - observer: observes the evaluations of selectors.
  public init(
    store: Store<AnimalsState, AnimalsAction>, timeout: Duration = .seconds(5),
    catchUp: @escaping @Sendable (_ limit: Duration) async throws -> Void = { _ in },
    makeID: @escaping @Sendable () -> Animal.ID,
    observer: Observer? = nil
  ) {
    base = RootBase(
      store: store, name: "animals", timeout: timeout, catchUp: catchUp, observer: observer)
    self.makeID = makeID
  }
}

extension AnimalsRoot: StandardRoot {
  public typealias Route = AnimalsRoute
  public typealias State = AnimalsState
  public typealias Action = AnimalsAction

  public func isReady(at location: AnimalsLocation) -> Bool {
    Self.isReady(store.snapshot.state)
  }

  private static func isReady(_ state: AnimalsState) -> Bool {
    func isReady(_ status: Status?, isEmpty: Bool) -> Bool {
      status != nil && !(status == .waiting && isEmpty)
    }
    return isReady(state.categories.status, isEmpty: state.categories.data.isEmpty)
      && isReady(state.animals.status, isEmpty: state.animals.data.isEmpty)
  }

  public func prepare(at location: AnimalsLocation) async throws {
    try await store.dispatch(
      actions: .ui(.categoryList(.onAppear)), .ui(.animalList(.onAppear)), timeout: timeout,
      until: Self.isReady)
  }

  public func response(at location: AnimalsLocation) -> PageResponse {
    let select = selectors.read()
    if let missing = notFound(at: location, select) { return .notFound(missing) }
    let location = canonical(location, select)
    let form: AnimalForm? =
      switch location.dialog {
      case .add:
        AnimalForm(purpose: .add(id: makeID()), categoryId: location.categoryId ?? "")
      case .edit:
        select(.animal(animalId: location.animalId)).map(AnimalForm.init(editing:))
      default:
        nil
      }
    return .page(
      page(at: location, editor: form.map { .init(location: location, form: $0) }, select))
  }

  /// Returns the location in the category that the animal belongs to, which may
  /// differ from the one in an old address.
  func canonical(
    _ location: AnimalsLocation, _ select: SelectAnimals
  ) -> AnimalsLocation {
    guard let animal = select(.animal(animalId: location.animalId)) else { return location }
    var location = location
    location.categoryId = animal.categoryId
    return location
  }

  private func notFound(
    at location: AnimalsLocation, _ select: SelectAnimals
  ) -> NotFound? {
    // Nothing counts as missing until it was loaded. After a deletion, the
    // address contains the id of the deleted animal.
    if let animalId = location.animalId, location.notice != .deleted,
      select(.animalsStatus) == .success, select(.animal(animalId: animalId)) == nil
    {
      return missing(animalId, at: location, select)
    }
    if let categoryId = location.categoryId, select(.categoriesStatus) == .success,
      select(.category(categoryId: categoryId)) == nil
    {
      return NotFound(
        title: "Category not found",
        message: "There is no category “\(categoryId)” in this guide. The address may be mistyped.",
        links: links(besides: nil))
    }
    return nil
  }

  func missing(
    _ animalId: Animal.ID, at location: AnimalsLocation, _ select: SelectAnimals
  ) -> NotFound {
    let links = links(besides: select(.category(categoryId: location.categoryId)))
    if let name = select(.deletedAnimalName(animalId: animalId)) {
      return NotFound(
        title: "“\(name)” was deleted", message: "Someone deleted this animal a short while ago.",
        links: links)
    }
    return NotFound(
      title: "Animal not found",
      message: "It may have been deleted, or the address may be mistyped.", links: links)
  }

  private func links(besides category: AnimalsData.Category?) -> [NotFound.Link] {
    var links = [NotFound.Link(label: "All animals", href: AnimalsLocation().href)]
    if let category {
      let href = AnimalsLocation(categoryId: category.id).href
      links.insert(NotFound.Link(label: category.name, href: href), at: 0)
    }
    return links
  }

  func page(
    at location: AnimalsLocation, editor: AnimalEditor.Container? = nil,
    isChanged: Bool = false, status: PageStatus = .ok,
    _ select: SelectAnimals
  ) -> Page<AnimalsPage.Presenter> {
    let state = AnimalsPage.Container(location: location, editor: editor, isChanged: isChanged)
      .viewState(select)
    return Page(
      status: status, title: state.title, description: state.description,
      hasDialog: state.dialog != nil,
      isWaiting: state.isWaiting && state.dialog == nil, dependencies: select.dependencies,
      isPersonal: location.notice != nil || location.dialog == .add,
      content: AnimalsPage.Presenter(state: state))
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
