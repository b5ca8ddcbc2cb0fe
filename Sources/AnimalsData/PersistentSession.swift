import Foundation
import ImmutableData

/// Where animals are kept.
public protocol PersistentSessionPersistentStore: Sendable {
  func fetchAnimalsQuery() async throws -> [Animal]
  func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal
  /// Adds an animal under an id that its maker chose. Adding the same again
  /// is no error and adds nothing.
  func addAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal
  func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal
  func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal
  func fetchCategoriesQuery() async throws -> [Category]
  func reloadSampleDataMutation() async throws -> (animals: [Animal], categories: [Category])
}

extension PersistentSessionPersistentStore {
  /// Lets the store choose the id, for stores that know no other way.
  public func addAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await addAnimalMutation(name: name, diet: diet, categoryId: categoryId)
  }
}

/// Makes thunks that ask a persistent store, and dispatch what came of it.
///
/// Each thunk throws the store's error after it dispatched it as a failure.
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

  func addAnimalMutation<D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>>(
    id: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher) {
        let animal = try await store.addAnimalMutation(
          animalId: id, name: name, diet: diet, categoryId: categoryId)
        return .didAddAnimal(id: id, result: .success(animal: animal))
      } failure: {
        .didAddAnimal(id: id, result: .failure(error: $0))
      }
    }
  }

  func updateAnimalMutation<
    D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>
  >(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher, abandoning: animalId) {
        let animal = try await store.updateAnimalMutation(
          animalId: animalId, name: name, diet: diet, categoryId: categoryId)
        return .didUpdateAnimal(animalId: animalId, result: .success(animal: animal))
      } failure: {
        .didUpdateAnimal(animalId: animalId, result: .failure(error: $0))
      }
    }
  }

  func deleteAnimalMutation<
    D: Dispatcher<AnimalsState, AnimalsAction>, S: Selector<AnimalsState>
  >(animalId: Animal.ID) -> Thunk<D, S> {
    { [store] dispatcher, _ in
      try await Self.run(on: dispatcher, abandoning: animalId) {
        let animal = try await store.deleteAnimalMutation(animalId: animalId)
        return .didDeleteAnimal(animalId: animalId, result: .success(animal: animal))
      } failure: {
        .didDeleteAnimal(animalId: animalId, result: .failure(error: $0))
      }
    }
  }

  /// Runs one operation, and dispatches how it ended: the action that it
  /// makes, or the one for its error.
  private static func run(
    on dispatcher: some Dispatcher<AnimalsState, AnimalsAction>,
    abandoning animalId: Animal.ID? = nil,
    success: () async throws -> Action,
    failure: (String) -> Action
  ) async throws {
    let action: Action
    do {
      action = try await success()
    } catch {
      try await dispatch(failure(error.localizedDescription), on: dispatcher, abandoning: animalId)
      throw error
    }
    try await dispatch(action, on: dispatcher, abandoning: animalId)
  }

  /// Dispatches an outcome. Where the state refuses it, as when the animal
  /// has gone meanwhile, the operation is given up, so that it does not wait
  /// for ever.
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
