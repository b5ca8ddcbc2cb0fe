import Foundation
public import ImmutableData
public import Records

/// A persistent store of animals.
public protocol PersistentSessionPersistentStore: Sendable {
  /// Returns the store for the operations of one action, which take its turn.
  func taking(_ turn: ActionTurn) -> Self
  /// Brings what was and what will be changed into a store. Idempotent.
  func connect(to store: Store<AnimalsState, AnimalsAction>) async throws
  func fetchAnimalsQuery() async throws -> [Animal]
  func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal
  func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal
  func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal
  func fetchCategoriesQuery() async throws -> [Category]
  func reloadSampleDataMutation() async throws -> (animals: [Animal], categories: [Category])

  // MARK: Requirements with defaults, for stores that keep notes and a history

  /// Adds an animal under the id that it has. Adding the same animal again is idempotent.
  func addAnimalMutation(_ animal: Animal, by origin: ChangeOrigin) async throws -> Animal
  /// Updates an animal that has the content of `old`, if it is known.
  ///
  /// - Throws: `StaleAnimalError` if it has another content.
  func updateAnimalMutation(
    _ animal: Animal, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal
  /// Deletes an animal that has the content of `old`, if it is known.
  ///
  /// - Throws: `StaleAnimalError` if it has another content.
  func deleteAnimalMutation(
    animalId: Animal.ID, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal
  /// Performs all changes of an operation, or none if one is not possible by then. A store may
  /// make many of them in parts.
  ///
  /// - Throws: `StaleAnimalError` if an animal is not as its change expects.
  func changeAnimalsMutation(_ operation: RecordsOperation<Animal>) async throws
  /// Replaces all data by the sample data, and keeps what was replaced in the history.
  func reloadSampleDataMutation(
    by origin: ChangeOrigin
  ) async throws -> (animals: [Animal], categories: [Category])
}

extension PersistentSessionPersistentStore {
  public func taking(_ turn: ActionTurn) -> Self { self }

  /// Brings nothing, for stores that tell no changes.
  public func connect(to store: Store<AnimalsState, AnimalsAction>) async throws {}

  /// Lets the store choose the id, for stores that cannot accept one.
  public func addAnimalMutation(_ animal: Animal, by origin: ChangeOrigin) async throws -> Animal {
    try await addAnimalMutation(
      name: animal.name, diet: animal.diet, categoryId: animal.categoryId)
  }

  /// Updates without a comparison.
  public func updateAnimalMutation(
    _ animal: Animal, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    try await updateAnimalMutation(
      animalId: animal.id, name: animal.name, diet: animal.diet, categoryId: animal.categoryId)
  }

  /// Deletes without a comparison.
  public func deleteAnimalMutation(
    animalId: Animal.ID, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    try await deleteAnimalMutation(animalId: animalId)
  }

  /// Refuses an operation, for stores that can only change one animal at a time.
  public func changeAnimalsMutation(_ operation: RecordsOperation<Animal>) async throws {
    throw CocoaError(.featureUnsupported)
  }

  /// Reloads without a history.
  public func reloadSampleDataMutation(
    by origin: ChangeOrigin
  ) async throws -> (animals: [Animal], categories: [Category]) {
    try await reloadSampleDataMutation()
  }
}

/// Creates thunks that run operations on a persistent store, and dispatch their
/// results.
///
/// The results settle the progress of operations; the log brings what has changed. Each thunk
/// dispatches a failure of the store, and then rethrows its error. A stale operation is no failure.
actor PersistentSession<PersistentStore: PersistentSessionPersistentStore> {
  typealias AnimalsStore = Store<AnimalsState, AnimalsAction>
  /// An operation, with the store to dispatch its result to and to select from.
  typealias Thunk = @Sendable (AnimalsStore, AnimalsStore) async throws -> Void
  typealias Action = AnimalsAction.Data.PersistentSession

  private let store: PersistentStore

  init(store: PersistentStore) {
    self.store = store
  }

  func fetchAnimalsQuery() -> Thunk {
    thunk { store in
      .didFetchAnimals(result: .success(animals: try await store.fetchAnimalsQuery()))
    } failure: {
      .didFetchAnimals(result: .failure(error: $0))
    }
  }

  func fetchCategoriesQuery() -> Thunk {
    thunk { store in
      .didFetchCategories(result: .success(categories: try await store.fetchCategoriesQuery()))
    } failure: {
      .didFetchCategories(result: .failure(error: $0))
    }
  }

  func reloadSampleDataMutation(by origin: ChangeOrigin = ChangeOrigin(cause: .reset)) -> Thunk {
    thunk { store in
      let (animals, categories) = try await store.reloadSampleDataMutation(by: origin)
      return .didReloadSampleData(result: .success(animals: animals, categories: categories))
    } failure: {
      .didReloadSampleData(result: .failure(error: $0))
    }
  }

  func changeAnimalsMutation(_ operation: RecordsOperation<Animal>) -> Thunk {
    thunk(as: operation.id) { store in
      try await store.changeAnimalsMutation(operation)
      return .didChangeAnimals(id: operation.id, result: .success(operation: operation))
    } failure: {
      .didChangeAnimals(id: operation.id, result: .failure(error: $0))
    }
  }

  func addAnimalMutation(
    id: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID, note: String = "",
    by origin: ChangeOrigin = ChangeOrigin()
  ) -> Thunk {
    thunk(as: id) { store in
      let animal = try await store.addAnimalMutation(
        Animal(animalId: id, name: name, diet: diet, categoryId: categoryId, note: note),
        by: origin)
      return .didAddAnimal(id: id, result: .success(animal: animal))
    } failure: {
      .didAddAnimal(id: id, result: .failure(error: $0))
    }
  }

  func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID,
    note: String? = nil, replacing old: Animal? = nil, by origin: ChangeOrigin = ChangeOrigin()
  ) -> Thunk {
    thunk(as: animalId) { store in
      let animal = try await store.updateAnimalMutation(
        Animal(
          animalId: animalId, name: name, diet: diet, categoryId: categoryId,
          note: note ?? old?.note ?? ""),
        replacing: old, by: origin)
      return .didUpdateAnimal(animalId: animalId, result: .success(animal: animal))
    } failure: {
      .didUpdateAnimal(animalId: animalId, result: .failure(error: $0))
    }
  }

  func deleteAnimalMutation(
    animalId: Animal.ID, replacing old: Animal? = nil, by origin: ChangeOrigin = ChangeOrigin()
  ) -> Thunk {
    thunk(as: animalId) { store in
      let animal = try await store.deleteAnimalMutation(
        animalId: animalId, replacing: old, by: origin)
      return .didDeleteAnimal(animalId: animalId, result: .success(animal: animal))
    } failure: {
      .didDeleteAnimal(animalId: animalId, result: .failure(error: $0))
    }
  }

  /// Returns a thunk that runs an operation, and dispatches its success or its failure.
  ///
  /// - Parameter id: the id of an operation on animals. It is rejected if it does not fit the
  ///   newest animals, and abandoned if its animal was deleted in the meantime.
  private func thunk(
    as id: String? = nil,
    _ operation: @escaping @Sendable (PersistentStore) async throws -> Action,
    failure: @escaping @Sendable (String) -> Action
  ) -> Thunk {
    { [store] dispatcher, _ in
      let action: Action
      do {
        action = try await operation(store)
      } catch {
        let rejection = id.flatMap { Self.rejection(of: $0, error) }
        try await dispatcher.dispatch(
          action: .data(.persistentSession(rejection ?? failure(error.localizedDescription))))
        if rejection == nil { throw error }
        return
      }
      try await dispatcher.dispatch(action: .data(.persistentSession(action)))
    }
  }

  /// Returns the result of an operation that does not fit the newest animals; `nil` for another
  /// error.
  private static func rejection(of id: String, _ error: any Error) -> Action? {
    if error is StaleAnimalError { return .didRejectStaleOperation(animalId: id) }
    guard let error = error as? LocalStoreError else { return nil }
    switch error {
    case .animalIdInUse: return .didRejectStaleOperation(animalId: id)
    case .animalNotFound:
      return .didAbandonOperation(animalId: id, error: error.localizedDescription)
    default: return nil
    }
  }
}
