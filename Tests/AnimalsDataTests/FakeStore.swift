import AnimalsData
import TestSupport

/// What a persistent store is asked.
enum StoreCall: Hashable, Sendable {
  case fetchCategories
  case fetchAnimals
  case reloadSampleData
  case add(animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID)
  case update(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID)
  case delete(animalId: Animal.ID)
}

/// What it answers.
enum StoreAnswer: Hashable, Sendable {
  case categories([Category])
  case animals([Animal])
  case samples(animals: [Animal], categories: [Category])
  case animal(Animal)
}

/// A test had a store answer something that was not asked.
struct UnfitAnswer: Error {
  var call: StoreCall
  var answer: StoreAnswer
}

/// A persistent store whose answers a test makes up.
protocol FakeStore: PersistentSessionPersistentStore {
  func answer(to call: StoreCall) async throws -> StoreAnswer
}

extension FakeStore {
  func fetchAnimalsQuery() async throws -> [Animal] {
    let answer = try await answer(to: .fetchAnimals)
    guard case .animals(let animals) = answer else {
      throw UnfitAnswer(call: .fetchAnimals, answer: answer)
    }
    return animals
  }

  func fetchCategoriesQuery() async throws -> [Category] {
    let answer = try await answer(to: .fetchCategories)
    guard case .categories(let categories) = answer else {
      throw UnfitAnswer(call: .fetchCategories, answer: answer)
    }
    return categories
  }

  func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [Category]
  ) {
    let answer = try await answer(to: .reloadSampleData)
    guard case .samples(let animals, let categories) = answer else {
      throw UnfitAnswer(call: .reloadSampleData, answer: answer)
    }
    return (animals, categories)
  }

  func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await animal(
      .add(animalId: "chosen by the store", name: name, diet: diet, categoryId: categoryId))
  }

  func addAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await animal(.add(animalId: animalId, name: name, diet: diet, categoryId: categoryId))
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
    let answer = try await answer(to: call)
    guard case .animal(let animal) = answer else {
      throw UnfitAnswer(call: call, answer: answer)
    }
    return animal
  }
}

/// A persistent store that answers at once.
struct PromptStore: FakeStore {
  var answers: @Sendable (StoreCall) throws -> StoreAnswer

  func answer(to call: StoreCall) async throws -> StoreAnswer { try answers(call) }
}

/// A persistent store that answers when the test says so.
actor ControlledStore: FakeStore {
  /// All that it was asked, in order.
  private(set) var calls: [StoreCall] = []
  /// The calls that it answered after their task was cancelled.
  private(set) var cancelled: [StoreCall] = []
  private var waiting: [CheckedContinuation<StoreAnswer, any Error>] = []
  private var seen = 0

  func answer(to call: StoreCall) async throws -> StoreAnswer {
    calls.append(call)
    defer { if Task.isCancelled { cancelled.append(call) } }
    return try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  /// Waits for the next call to begin.
  func nextCall() async throws -> StoreCall {
    try await eventually("the store is asked") { await self.calls.count > self.seen }
    seen += 1
    return calls[seen - 1]
  }

  /// Ends the oldest call that is under way.
  func end(with result: Result<StoreAnswer, any Error>) throws {
    guard !waiting.isEmpty else { throw NothingUnderWay() }
    waiting.removeFirst().resume(with: result)
  }

  /// How many calls are under way.
  var underWay: Int { waiting.count }

  struct NothingUnderWay: Error {}
}
