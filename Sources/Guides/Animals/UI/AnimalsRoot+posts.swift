package import AnimalsData
import HashTreeCollections
import ImmutableData
public import ImmutableUI
import Look
package import Markup
public import Records

// The forms of any guide of records, with the actions and the addresses of this one, and those
// that only this one has.

extension AnimalsEvent {
  /// The form of any guide of records; `nil` for one that only this guide has.
  fileprivate var form: RecordsEvent? {
    self == .deleteListedAnimal ? .delete : RecordsEvent.allCases.first { AnimalsEvent($0) == self }
  }

  init(_ form: RecordsEvent) {
    self =
      switch form {
      case .add: .addAnimal
      case .update: .updateAnimal
      case .delete: .deleteAnimal
      case .restore: .restoreAnimal
      case .deleteSeveral: .deleteAnimals
      case .changeSeveral: .changeAnimals
      case .importFile: .importAnimals
      case .retry: .retryAnimals
      }
  }
}

extension AnimalsRoot: RecordEditingRoot {
  package static func action(_ action: RecordsAction<Animal>.UI) -> AnimalsAction {
    switch action {
    case .onAppear: .ui(.animalList(.onAppear))
    case .onTapTryAgainButton: .ui(.animalList(.onTapTryAgainButton))
    case .onTapAddButton(let id, let animal, let origin):
      .ui(
        .animalEditor(
          .onTapAddAnimalButton(
            id: id, name: animal.name, diet: animal.diet, categoryId: animal.categoryId,
            note: animal.note, by: origin)))
    case .onTapUpdateButton(let id, let animal, let origin):
      .ui(
        .animalEditor(
          .onTapUpdateAnimalButton(
            animalId: id, name: animal.name, diet: animal.diet, categoryId: animal.categoryId,
            note: animal.note, by: origin)))
    case .onTapDeleteButton(let id, let origin):
      .ui(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: id, by: origin)))
    case .onTapChangeButton(let operation):
      .ui(.animalList(.onTapChangeAnimalsButton(operation)))
    }
  }

  package static func didPerform(_ operation: String) -> AnimalsAction {
    .data(
      .persistentSession(
        .didChangeAnimals(
          id: operation,
          result: .success(operation: RecordsOperation(id: operation, edits: [])))))
  }

  package static func didReadHistory(of id: String) -> AnimalsAction {
    .data(.didReadHistory(animalId: id))
  }

  package func context() -> RecordsContext { selectors.read().records() }

  /// Handles a posted form, and returns the response after its change was
  /// written to disk.
  ///
  /// - Throws: `MalformedRequest` if the form cannot come from a page of the
  ///   guide.
  public func response(
    to event: AnimalsEvent, from location: AnimalsLocation, form values: NamedValues
  ) async throws -> PageResponse {
    if let form = event.form { return try await edit(form, from: location, form: values) }
    if !isReady(at: location) { try await prepare(at: location) }
    if event == .retryCategories || Self.loadError(in: store.snapshot.state) != nil {
      try await tryAgain()
    }
    switch event {
    case .reloadSampleData:
      let origin = origin(.reset)
      return try await reload(
        by: .onTapReloadSampleDataButton(by: origin), from: location,
        to: AnimalsLocation().with {
          $0.notice = .reloaded
          $0.change = AnimalsChange.key(of: origin)
        })
    default:
      guard case .failure = store.snapshot.state.categories.status else {
        return .seeOther(location.href)
      }
      return unavailable(at: location.plain)
    }
  }

  package func showing(
    _ animal: Animal, id: Animal.ID, at location: AnimalsLocation
  ) -> AnimalsLocation {
    location.with {
      $0.animalId = id
      $0.page = nil
      $0.search = nil
      if $0.categoryId != AnimalsLocation.all { $0.categoryId = animal.categoryId }
    }
  }

  package func importing(at location: AnimalsLocation) -> AnimalsLocation {
    location.listLocation.with {
      if $0.list == nil { $0.categoryId = AnimalsLocation.all }
    }
  }

  package func drawing(of animal: Animal) -> Href? { drawings(animal).href }

  package func similar(to animal: Animal, id: Animal.ID) -> Animal? {
    AnimalsState.selectAnimal(
      likeName: animal.name, categoryId: animal.categoryId, besides: id
    )(store.snapshot.state)
  }

  package func existing(_ location: AnimalsLocation, _ select: Select<AnimalsState, AnimalsAction>)
    -> AnimalsLocation
  {
    var location = location
    if select(.animal(animalId: location.animalId)) == nil { location.animalId = nil }
    if let categoryId = location.onlyCategory, select(.category(categoryId: categoryId)) == nil {
      location.categoryId = nil
    }
    return location
  }

  private func reload(
    by action: AnimalsAction.UI.CategoryList, from location: AnimalsLocation,
    to target: AnimalsLocation
  ) async throws -> PageResponse {
    do {
      let outcome = try await store.perform(
        .ui(.categoryList(action)), timeout: timeout,
        given: { state in
          if state.categories.status == .waiting || state.animals.status == .waiting {
            throw Busy()
          }
        },
        outcome: { action -> EditOutcome? in
          guard case .data(.persistentSession(let action)) = action else { return nil }
          return switch action {
          case .didReloadSampleData(.success): .success
          case .didReloadSampleData(.failure(let error)): .failure(error)
          // A reload has to wait for a load that is in progress.
          case .didFetchAnimals, .didFetchCategories: .success
          default: nil
          }
        })
      switch outcome {
      case .success: return .seeOther(target.href)
      case nil: return .seeOther(AnimalsLocation().href)
      case .failure, .stale, .deleted: return unavailable(at: AnimalsLocation())
      }
    } catch is Busy {
      return unavailable(at: location.plain)
    }
  }

  /// Retries every failed load: both failures usually have the same cause.
  package func tryAgain() async throws {
    try await store.dispatch(
      actions: .ui(.categoryList(.onTapTryAgainButton)), .ui(.animalList(.onTapTryAgainButton)),
      timeout: timeout
    ) {
      $0.categories.status != .waiting && $0.animals.status != .waiting
    }
  }

  /// Returns a file with the animals of a list, in its order.
  public func content(of download: ListExport<AnimalsLocation>) async throws -> DownloadContent {
    let location = AnimalsLocation()
    if !isReady(at: location) { try await prepare(at: location) }
    let list = download.location.list ?? AnimalsList()
    return download.format.content(of: Animal.self, in: context()) {
      let state = store.snapshot.state
      let animals = AnimalsState.selectAnimals(of: list)(state)
      return (animals.count, { range in animals[range].map { Entry(id: $0.id, record: $0) } })
    }
  }
}

extension AnimalsRoot {
  package static func loadError(in state: AnimalsState) -> String? {
    var isWaiting = false
    for (status, isEmpty) in [
      (state.categories.status, state.categories.data.isEmpty),
      (state.animals.status, state.animals.data.isEmpty),
    ] where isEmpty {
      switch status {
      case .failure(let error): return error
      case nil, .waiting: isWaiting = true
      default: break
      }
    }
    return isWaiting ? "The animals are still being loaded." : nil
  }

  package static func outcome(
    of action: AnimalsAction, on animalId: Animal.ID
  ) -> EditOutcome? {
    guard case .data(.persistentSession(let action)) = action else { return nil }
    switch action {
    case .didAddAnimal(animalId, .success), .didUpdateAnimal(animalId, .success),
      .didDeleteAnimal(animalId, .success), .didChangeAnimals(animalId, .success):
      return .success
    case .didAddAnimal(animalId, .failure(let error)),
      .didUpdateAnimal(animalId, .failure(let error)),
      .didDeleteAnimal(animalId, .failure(let error)),
      .didChangeAnimals(animalId, .failure(let error)):
      return .failure(error)
    case .didAbandonOperation(animalId, _): return .deleted
    case .didRejectStaleOperation(animalId): return .stale
    default: return nil
    }
  }
}
