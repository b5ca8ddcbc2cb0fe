import HashTreeCollections
import ImmutableData
import TestSupport
import Testing

@testable import AnimalsData

/// An operation of a session: its call of the store, and the actions it
/// dispatches.
struct SessionRow: CustomTestStringConvertible, Sendable {
  typealias Thunk = @Sendable (AnimalsStore, AnimalsStore) async throws -> Void

  var call: StoreCall
  var response: StoreResponse
  var success: AnimalsAction
  var failure: AnimalsAction
  var makeThunk: @Sendable (PersistentSession<ImmediateStore>) async -> Thunk

  var testDescription: String { "\(call)" }
}

private let sentence = TestError.message

private let rows: [SessionRow] = [
  SessionRow(
    call: .fetchAnimals, response: .animals([.eagle, .dog]),
    success: .did(.didFetchAnimals(result: .success(animals: [.eagle, .dog]))),
    failure: .did(.didFetchAnimals(result: .failure(error: sentence))),
    makeThunk: { await $0.fetchAnimalsQuery() }),
  SessionRow(
    call: .fetchCategories, response: .categories([.fish]),
    success: .did(.didFetchCategories(result: .success(categories: [.fish]))),
    failure: .did(.didFetchCategories(result: .failure(error: sentence))),
    makeThunk: { await $0.fetchCategoriesQuery() }),
  SessionRow(
    call: .reloadSampleData, response: .samples(animals: [.eagle], categories: [.bird]),
    success: .did(.didReloadSampleData(result: .success(animals: [.eagle], categories: [.bird]))),
    failure: .did(.didReloadSampleData(result: .failure(error: sentence))),
    makeThunk: { await $0.reloadSampleDataMutation() }),
  SessionRow(
    call: .add(animalId: "E", name: "N", diet: .omnivorous, categoryId: "Bird"),
    response: .animal(.eagle),
    success: .did(.didAddAnimal(id: "E", result: .success(animal: .eagle))),
    failure: .did(.didAddAnimal(id: "E", result: .failure(error: sentence))),
    makeThunk: {
      await $0.addAnimalMutation(id: "E", name: "N", diet: .omnivorous, categoryId: "Bird")
    }),
  SessionRow(
    call: .update(animalId: "Dog", name: "N", diet: .omnivorous, categoryId: "Bird"),
    response: .animal(.dog.moved(to: "Bird")),
    success: .did(
      .didUpdateAnimal(animalId: "Dog", result: .success(animal: .dog.moved(to: "Bird")))),
    failure: .did(.didUpdateAnimal(animalId: "Dog", result: .failure(error: sentence))),
    makeThunk: {
      await $0.updateAnimalMutation(
        animalId: "Dog", name: "N", diet: .omnivorous, categoryId: "Bird")
    }),
  SessionRow(
    call: .delete(animalId: "Dog"), response: .animal(.dog),
    success: .did(.didDeleteAnimal(animalId: "Dog", result: .success(animal: .dog))),
    failure: .did(.didDeleteAnimal(animalId: "Dog", result: .failure(error: sentence))),
    makeThunk: { await $0.deleteAnimalMutation(animalId: "Dog") }),
]

@Suite struct PersistentSessionTests {
  @Test(arguments: rows)
  func `Success is dispatched`(_ row: SessionRow) async throws {
    let store = AnimalsStore(.loaded)
    let session = PersistentSession(
      store: ImmediateStore { call in
        #expect(call == row.call)
        return row.response
      })
    try await store.dispatch(thunk: row.makeThunk(session))
    #expect(store.actions == [row.success])
  }

  @Test(arguments: rows)
  func `A failure is dispatched and thrown`(_ row: SessionRow) async throws {
    let store = AnimalsStore(.loaded)
    let session = PersistentSession(store: ImmediateStore { _ in throw TestError() })
    await #expect(throws: TestError()) {
      try await store.dispatch(thunk: row.makeThunk(session))
    }
    #expect(store.actions == [row.failure])
  }

  /// The errors of operations that do not fit the newest animals, and their results.
  @Test(
    arguments: rows.suffix(3),
    [
      (
        LocalStoreError.animalNotFound,
        { @Sendable id in .didAbandonOperation(animalId: id, error: "This animal no longer exists.")
        }
      ),
      (LocalStoreError.animalIdInUse, { @Sendable id in .didRejectStaleOperation(animalId: id) }),
      (StaleAnimalError(), { @Sendable id in .didRejectStaleOperation(animalId: id) }),
    ] as [(any Error, @Sendable (String) -> AnimalsAction.Data.PersistentSession)])
  func `An operation that does not fit the newest animals is no failure`(
    _ row: SessionRow,
    _ expected: (
      error: any Error, result: @Sendable (String) -> AnimalsAction.Data.PersistentSession
    )
  ) async throws {
    let store = AnimalsStore(.loaded)
    let error = expected.error
    let session = PersistentSession(store: ImmediateStore { _ in throw error })
    try await store.dispatch(thunk: row.makeThunk(session))
    let id = if case .add(let id, _, _, _) = row.call { id } else { "Dog" }
    #expect(store.actions == [.did(expected.result(id))])
  }

  /// A store that cannot accept an id chooses it.
  @Test func `The store may choose another ID`() async throws {
    let store = AnimalsStore()
    let session = PersistentSession(store: ChoosingStore())
    try await store.dispatch(
      thunk: session.addAnimalMutation(
        id: "temporary", name: "N", diet: .omnivorous, categoryId: "Bird"))
    let added = Animal(animalId: "chosen", name: "N", diet: .omnivorous, categoryId: "Bird")
    #expect(
      store.actions == [.did(.didAddAnimal(id: "temporary", result: .success(animal: added)))])
    #expect(store.select { $0.animals.queue } == ["temporary": .success])
  }
}

/// A store with only the required methods.
private struct ChoosingStore: PersistentSessionPersistentStore {
  func fetchAnimalsQuery() async throws -> [Animal] { [] }

  func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    Animal(animalId: "chosen", name: name, diet: diet, categoryId: categoryId)
  }

  func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal { throw TestError() }

  func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal { throw TestError() }

  func fetchCategoriesQuery() async throws -> [Category] { [] }

  func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [Category]
  ) { ([], []) }
}
