import GRDB
public import ImmutableData

extension LocalStore: PersistentSessionPersistentStore {
  public func taking(_ turn: ActionTurn) -> LocalStore {
    var store = self
    store.turn = turn
    return store
  }

  /// Fetches all animals in the order of insertion.
  public func fetchAnimalsQuery() async throws -> [Animal] {
    try await read { try $0.animals() }
  }

  /// Fetches all categories in no particular order.
  public func fetchCategoriesQuery() async throws -> [Category] {
    try await read { try $0.categories() }
  }

  /// Adds an animal under a new id.
  ///
  /// - Throws: `LocalStoreError.categoryNotFound` if the category is unknown.
  public func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await addAnimalMutation(
      animalId: UUID().uuidString, name: name, diet: diet, categoryId: categoryId)
  }

  /// Adds an animal under an id that the caller chose.
  ///
  /// - Throws: `LocalStoreError.animalIdInUse` if a different animal has the
  ///   id, `.categoryNotFound` if the category is unknown.
  public func addAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    let animal = Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId)
    return try await write { db in
      if let existing = try db.animal(animalId) {
        guard existing == animal else { throw LocalStoreError.animalIdInUse }
        return existing
      }
      try db.checkCategory(categoryId)
      try db.insert(animal)
      return animal
    }
  }

  /// Updates the name, diet and category of an animal.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` or `.categoryNotFound` if
  ///   either is unknown.
  public func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    let animal = Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId)
    return try await write { db in
      guard try db.animal(animalId) != nil else { throw LocalStoreError.animalNotFound }
      try db.checkCategory(categoryId)
      try db.update(animal)
      return animal
    }
  }

  /// Deletes an animal, and returns its last value.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown.
  public func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    try await write { db in
      guard let animal = try db.animal(animalId) else { throw LocalStoreError.animalNotFound }
      try db.deleteAnimal(animalId)
      return animal
    }
  }

  /// Replaces all data. The animals are in the order of their insertion.
  public func replaceMutation(categories: [Category], animals: [Animal]) async throws {
    try await write { db in
      try db.deleteEverything()
      for category in categories { try db.insert(category) }
      for animal in animals { try db.insert(animal) }
    }
  }

  /// Replaces all data by the sample data.
  public func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [Category]
  ) {
    try await write { db in
      try db.deleteEverything()
      try db.insertSamples()
    }
    return (Animal.samples, Category.samples)
  }
}
