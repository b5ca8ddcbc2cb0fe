import ImmutableData
import Records
import TestSupport

@testable import AnimalsData

/// A call to a persistent store.
enum StoreCall: Hashable, Sendable {
  case fetchCategories
  case fetchAnimals
  case reloadSampleData
  case add(animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID)
  case update(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID)
  case delete(animalId: Animal.ID)
}

/// The response of a fake store to a call.
enum StoreResponse: Hashable, Sendable {
  case categories([Category])
  case animals([Animal])
  case samples(animals: [Animal], categories: [Category])
  case animal(Animal)
}

/// An error for a response that does not fit its call.
struct UnexpectedResponse: Error {
  var call: StoreCall
  var response: StoreResponse
}

/// A persistent store with responses chosen by a test.
protocol FakeStore: PersistentSessionPersistentStore {
  func response(to call: StoreCall) async throws -> StoreResponse
}

extension FakeStore {
  func fetchAnimalsQuery() async throws -> [Animal] {
    let response = try await response(to: .fetchAnimals)
    guard case .animals(let animals) = response else {
      throw UnexpectedResponse(call: .fetchAnimals, response: response)
    }
    return animals
  }

  func fetchCategoriesQuery() async throws -> [Category] {
    let response = try await response(to: .fetchCategories)
    guard case .categories(let categories) = response else {
      throw UnexpectedResponse(call: .fetchCategories, response: response)
    }
    return categories
  }

  func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [Category]
  ) {
    let response = try await response(to: .reloadSampleData)
    guard case .samples(let animals, let categories) = response else {
      throw UnexpectedResponse(call: .reloadSampleData, response: response)
    }
    return (animals, categories)
  }

  func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await animal(
      .add(animalId: "chosen by the store", name: name, diet: diet, categoryId: categoryId))
  }

  func addAnimalMutation(_ animal: Animal, by origin: ChangeOrigin) async throws -> Animal {
    try await self.animal(
      .add(
        animalId: animal.id, name: animal.name, diet: animal.diet,
        categoryId: animal.categoryId))
  }

  func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await animal(.update(animalId: animalId, name: name, diet: diet, categoryId: categoryId))
  }

  func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    try await animal(.delete(animalId: animalId))
  }

  private func animal(_ call: StoreCall) async throws -> Animal {
    let response = try await response(to: call)
    guard case .animal(let animal) = response else {
      throw UnexpectedResponse(call: call, response: response)
    }
    return animal
  }
}

/// A persistent store that responds immediately.
struct ImmediateStore: FakeStore {
  var responses: @Sendable (StoreCall) throws -> StoreResponse

  func response(to call: StoreCall) async throws -> StoreResponse { try responses(call) }
}

/// A persistent store that responds when the test ends a call.
actor ControlledStore: FakeStore {
  /// The calls, in order.
  private(set) var calls: [StoreCall] = []
  /// The calls that ended after their task was cancelled.
  private(set) var cancelled: [StoreCall] = []
  private var waiting: [CheckedContinuation<StoreResponse, any Error>] = []
  private var seen = 0
  private weak var store: AnimalsStore?

  func connect(to store: AnimalsStore) { self.store = store }

  func response(to call: StoreCall) async throws -> StoreResponse {
    let store = store
    calls.append(call)
    defer { if Task.isCancelled { cancelled.append(call) } }
    let response = try await withCheckedThrowingContinuation { waiting.append($0) }
    // As a log does, before the call ends.
    if let action = Self.action(after: call, response) {
      try await store?.dispatch(action: .data(action))
    }
    return response
  }

  /// The changes that a call has made.
  private static func action(
    after call: StoreCall, _ response: StoreResponse
  ) -> AnimalsAction.Data? {
    switch (call, response) {
    case (.delete(let id), .animal(let animal)):
      .log([.edited(.of([(id, animal, nil)]), firstNumber: 7)])
    case (_, .animal(let animal)): .log([.put(animal)])
    case (.reloadSampleData, .samples(let animals, let categories)):
      .log([.everything(categories: categories, animals: animals)])
    case (.fetchAnimals, .animals(let animals)):
      .log([.edited(.of(animals.map { ($0.id, nil, $0) }), firstNumber: 1)])
    default: nil
    }
  }

  /// Waits for the next call.
  func nextCall() async throws -> StoreCall {
    try await eventually("the store is called") { await self.calls.count > self.seen }
    seen += 1
    return calls[seen - 1]
  }

  /// Ends the oldest pending call.
  func end(with result: Result<StoreResponse, any Error>) throws {
    guard !waiting.isEmpty else { throw NoPendingCall() }
    waiting.removeFirst().resume(with: result)
  }

  /// The number of pending calls.
  var pendingCount: Int { waiting.count }

  struct NoPendingCall: Error {}
}
