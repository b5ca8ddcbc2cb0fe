import GRDB

extension LocalStore: PersistentSessionPersistentStore {
  /// All animals, in no order.
  public func fetchAnimalsQuery() async throws -> [Animal] {
    try await read { try $0.animals() }
  }

  /// All categories, in no order.
  public func fetchCategoriesQuery() async throws -> [Category] {
    try await read { try $0.categories() }
  }

  /// Adds an animal under a new id.
  ///
  /// - Throws: `LocalStoreError.categoryNotFound`.
  public func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await addAnimalMutation(
      animalId: UUID().uuidString, name: name, diet: diet, categoryId: categoryId)
  }

  /// Adds an animal under an id that its maker chose.
  ///
  /// - Throws: `LocalStoreError.animalIdInUse` where the id belongs to an
  ///   animal that differs, `.categoryNotFound` for an unknown category.
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

  /// Gives an animal another name, diet and category.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` or `.categoryNotFound`.
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

  /// Deletes an animal, and returns it as it was.
  ///
  /// - Throws: `LocalStoreError.animalNotFound`.
  public func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    try await write { db in
      guard let animal = try db.animal(animalId) else { throw LocalStoreError.animalNotFound }
      try db.deleteAnimal(animalId)
      return animal
    }
  }

  /// Deletes everything, and puts the sample data in its place.
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
