import GRDB
public import ImmutableData
public import Records

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
      Animal(animalId: UUID().uuidString, name: name, diet: diet, categoryId: categoryId),
      by: ChangeOrigin())
  }

  /// Adds an animal under an id that the caller chose.
  ///
  /// - Throws: `LocalStoreError.animalIdInUse` if a different animal has the
  ///   id, `.categoryNotFound` if the category is unknown.
  public func addAnimalMutation(_ animal: Animal, by origin: ChangeOrigin) async throws -> Animal {
    try await write { db in
      if let existing = try db.animal(animal.id) {
        guard existing == animal else { throw LocalStoreError.animalIdInUse }
        return existing
      }
      try db.perform([RecordEdit(id: animal.id, old: nil, new: animal)], by: origin)
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
    try await write { db in
      guard let old = try db.animal(animalId) else { throw LocalStoreError.animalNotFound }
      let animal = Animal(
        animalId: animalId, name: name, diet: diet, categoryId: categoryId, note: old.note)
      try db.perform([RecordEdit(id: animalId, old: old, new: animal)], by: ChangeOrigin())
      return animal
    }
  }

  /// Updates an animal, whatever its content.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` or `.categoryNotFound` if
  ///   either is unknown.
  public func updateAnimalMutation(
    _ animal: Animal, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    try await write { db in
      guard let old = try db.animal(animal.id) else { throw LocalStoreError.animalNotFound }
      try db.perform([RecordEdit(id: animal.id, old: old, new: animal)], by: origin)
      return animal
    }
  }

  /// Deletes an animal, and returns its last value.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown.
  public func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    try await deleteAnimalMutation(animalId: animalId, replacing: nil, by: ChangeOrigin())
  }

  /// Deletes an animal, whatever its content, and returns its last value.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown.
  public func deleteAnimalMutation(
    animalId: Animal.ID, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    try await write { db in
      guard let animal = try db.animal(animalId) else { throw LocalStoreError.animalNotFound }
      try db.perform([RecordEdit(id: animalId, old: animal, new: nil)], by: origin)
      return animal
    }
  }

  /// Performs all changes of an operation, or none.
  ///
  /// - Throws: `StaleAnimalError` if an animal is not as its change expects,
  ///   `LocalStoreError.categoryNotFound` if a category is unknown.
  public func changeAnimalsMutation(_ operation: RecordsOperation<Animal>) async throws {
    try await changeAnimalsMutation(operation) { _ in }
  }

  public func changeAnimalsMutation(
    _ operation: RecordsOperation<Animal>, progress: @escaping @Sendable (_ done: Int) -> Void
  ) async throws {
    try await write { db in
      for edit in operation.edits where try db.animal(edit.id) != edit.old {
        throw StaleAnimalError()
      }
      try db.perform(operation.edits, by: operation.origin, progress: progress)
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
    try await replaceMutation(categories: Category.samples, animals: Animal.samples)
    return (Animal.samples, Category.samples)
  }

  // MARK: History

  public func historyQuery(animalId: Animal.ID) async throws -> [RecordVersion] {
    try await read { try RecordsTable.animals.history(of: animalId, in: $0) }
  }

  /// Adds rows to the history.
  package func append(_ rows: [VersionRow]) async throws {
    try await write { db in
      for row in rows { try RecordsTable.animals.insert(row, in: db) }
    }
  }

  /// Returns some rows of the history after a number, in order.
  package func history(
    after number: Int, limit: Int
  ) async throws -> [(number: Int, row: VersionRow)] {
    try await read { try RecordsTable.animals.history(after: number, limit: limit, in: $0) }
  }
}
