import Foundation
public import ImmutableData
public import Records

/// A persistent store of animals.
public protocol PersistentSessionPersistentStore: Sendable {
  /// Returns the store for the operations of one action, which take its turn.
  func taking(_ turn: ActionTurn) -> Self
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
  /// Updates an animal that has the content of `old`, if it is known. A shared store throws
  /// `StaleAnimalError` if it has another content.
  func updateAnimalMutation(
    _ animal: Animal, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal
  /// Deletes an animal that has the content of `old`, if it is known. A shared store throws
  /// `StaleAnimalError` if it has another content.
  func deleteAnimalMutation(
    animalId: Animal.ID, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal
  /// Performs all changes of an operation, or none.
  ///
  /// - Throws: `StaleAnimalError` if an animal is not as its change expects.
  func changeAnimalsMutation(_ operation: RecordsOperation<Animal>) async throws
  /// Does the same, and calls a closure from time to time with the number of changes that were
  /// made.
  func changeAnimalsMutation(
    _ operation: RecordsOperation<Animal>, progress: @escaping @Sendable (_ done: Int) -> Void
  ) async throws
  /// Replaces all data. The animals are in the order of their insertion.
  func replaceMutation(categories: [Category], animals: [Animal]) async throws
  /// Returns the changes of an animal, the newest first, as far as they are kept.
  func historyQuery(animalId: Animal.ID) async throws -> [RecordVersion]
}

extension PersistentSessionPersistentStore {
  public func taking(_ turn: ActionTurn) -> Self { self }

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

  /// Reports no progress.
  public func changeAnimalsMutation(
    _ operation: RecordsOperation<Animal>, progress: @escaping @Sendable (_ done: Int) -> Void
  ) async throws {
    try await changeAnimalsMutation(operation)
  }

  /// Refuses to replace the data.
  public func replaceMutation(categories: [Category], animals: [Animal]) async throws {
    throw CocoaError(.featureUnsupported)
  }

  /// A store without a history.
  public func historyQuery(animalId: Animal.ID) async throws -> [RecordVersion] { [] }
}

/// Creates thunks that run operations on a persistent store, and dispatch their
/// results.
///
/// Each thunk dispatches a failure of the store, and then rethrows its error. A
/// stale operation of a shared store is no failure.
actor PersistentSession<PersistentStore: PersistentSessionPersistentStore> {
  typealias Thunk<D, S> = @Sendable (_ dispatcher: D, _ selector: S) async throws -> Void
  typealias Action = AnimalsAction.Data.PersistentSession

  private let store: PersistentStore

  init(store: PersistentStore) {
    self.store = store
  }

  func fetchAnimalsQuery<D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>>()
    -> Thunk<D, S>
  {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher) {
        .didFetchAnimals(result: .success(animals: try await store.fetchAnimalsQuery()))
      } failure: {
        .didFetchAnimals(result: .failure(error: $0))
      }
    }
  }

  func fetchCategoriesQuery<
    D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>
  >() -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher) {
        .didFetchCategories(result: .success(categories: try await store.fetchCategoriesQuery()))
      } failure: {
        .didFetchCategories(result: .failure(error: $0))
      }
    }
  }

  func reloadSampleDataMutation<
    D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>
  >() -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher) {
        let (animals, categories) = try await store.reloadSampleDataMutation()
        return .didReloadSampleData(result: .success(animals: animals, categories: categories))
      } failure: {
        .didReloadSampleData(result: .failure(error: $0))
      }
    }
  }

  /// Brings back the animals from before a reload.
  func undoReloadMutation<
    D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>
  >(animals: [Animal], categories: [Category]) -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher) {
        try await store.replaceMutation(categories: categories, animals: animals)
        return .didReloadSampleData(result: .success(animals: animals, categories: categories))
      } failure: {
        .didReloadSampleData(result: .failure(error: $0))
      }
    }
  }

  func changeAnimalsMutation<
    D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>
  >(_ operation: RecordsOperation<Animal>) -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher, abandoning: operation.id, staleAs: operation.id) {
        try await reportingProgress { done in
          let part = OperationPart(done: done, of: operation.edits.count)
          try await dispatcher.dispatch(
            action: .data(.persistentSession(.didPerform(id: operation.id, part))))
        } of: { progress in
          try await store.changeAnimalsMutation(operation, progress: progress)
        }
        return .didChangeAnimals(id: operation.id, result: .success(operation: operation))
      } failure: {
        .didChangeAnimals(id: operation.id, result: .failure(error: $0))
      }
    }
  }

  func addAnimalMutation<D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>>(
    id: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID, note: String = "",
    by origin: ChangeOrigin = ChangeOrigin()
  ) -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher, staleAs: id) {
        do {
          let animal = try await store.addAnimalMutation(
            Animal(animalId: id, name: name, diet: diet, categoryId: categoryId, note: note),
            by: origin)
          return .didAddAnimal(id: id, result: .success(animal: animal))
        } catch let error as LocalStoreError where error == .animalNotFound {
          // A late copy of the form: the animal was added, and deleted since.
          return .didAbandonOperation(animalId: id, error: error.localizedDescription)
        }
      } failure: {
        .didAddAnimal(id: id, result: .failure(error: $0))
      }
    }
  }

  func updateAnimalMutation<
    D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>
  >(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID,
    note: String? = nil, replacing old: Animal? = nil, by origin: ChangeOrigin = ChangeOrigin()
  ) -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher, abandoning: animalId, staleAs: animalId) {
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
  }

  func deleteAnimalMutation<
    D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>
  >(
    animalId: Animal.ID, replacing old: Animal? = nil, by origin: ChangeOrigin = ChangeOrigin()
  ) -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher, abandoning: animalId, staleAs: animalId) {
        let animal = try await store.deleteAnimalMutation(
          animalId: animalId, replacing: old, by: origin)
        return .didDeleteAnimal(animalId: animalId, result: .success(animal: animal))
      } failure: {
        .didDeleteAnimal(animalId: animalId, result: .failure(error: $0))
      }
    }
  }

  /// Runs an operation, and dispatches its success or its failure.
  private static func run(
    on dispatcher: some Dispatcher<AnimalsState, AnimalsAction>,
    abandoning animalId: Animal.ID? = nil,
    staleAs staleId: Animal.ID? = nil,
    success: () async throws -> Action,
    failure: (String) -> Action
  ) async throws {
    let action: Action
    do {
      action = try await success()
    } catch let error as StaleAnimalError {
      guard let staleId else { throw error }
      action = .didRejectStaleOperation(animalId: staleId)
    } catch {
      try await dispatch(failure(error.localizedDescription), on: dispatcher, abandoning: animalId)
      throw error
    }
    try await dispatch(action, on: dispatcher, abandoning: animalId)
  }

  /// Dispatches a result. If the reducer rejects it, for example because the
  /// animal was deleted in the meantime, the operation is abandoned, so that
  /// its status does not stay `waiting`.
  private static func dispatch(
    _ action: Action, on dispatcher: some Dispatcher<AnimalsState, AnimalsAction>,
    abandoning animalId: Animal.ID?
  ) async throws {
    do {
      try await dispatcher.dispatch(action: .data(.persistentSession(action)))
    } catch {
      if let animalId {
        let abandoned = Action.didAbandonOperation(
          animalId: animalId, error: error.localizedDescription)
        try await dispatcher.dispatch(action: .data(.persistentSession(abandoned)))
      }
      throw error
    }
  }
}
