public import AnimalsData
import Foundation
import Postgres
public import SharedLog

/// A store of animals in a PostgreSQL database that several instances share.
///
/// A mutation compares the old content in the database, and returns when its
/// change has reached the state of this instance.
///
/// PostgreSQL has no NUL in texts: it is stored as U+FFFD.
public final class SharedAnimals: Sendable {
  private let storage: SharedStorage
  private static let log = "animals"
  /// The kind of all changes in the log: an array of `AnimalsChange` as JSON,
  /// whose numbers are relative to the position of the change.
  private static let kind = "changes"

  /// Registers the tables and the log.
  ///
  /// - Parameters:
  ///   - storage: the shared tables of the program.
  ///   - apply: applies changes to the state of this instance.
  public init(
    _ storage: SharedStorage, apply: @escaping @Sendable ([AnimalsChange]) async throws -> Void
  ) {
    self.storage = storage
    storage.register(
      .animals,
      following: LogFollower.Subscription(log: Self.log) { connection in
        let everything = AnimalsChange.everything(
          categories: try await Self.categories(on: connection),
          animals: try await Self.animals(on: connection))
        return { try await apply([everything]) }
      } apply: { entries in
        var changes: [AnimalsChange] = []
        for entry in entries {
          guard entry.kind == Self.kind,
            // A newer program may write changes that this one does not know.
            let new = try? JSONDecoder().decode(
              [AnimalsChange].self, from: Data(entry.payload.utf8))
          else { return false }
          changes += new.map { $0.numbered(from: entry.position.number) }
        }
        try await apply(changes)
        return true
      },
      prepare: { try await Self.addSamples(to: storage) })
  }

  /// Adds the sample data to tables to which nobody has written yet.
  private static func addSamples(to storage: SharedStorage) async throws {
    do {
      _ = try await storage.write(
        to: log, kind: kind, payload: payload(.samples), expecting: 0,
        after: [insertSampleCategories], rows: insertSampleAnimals)
    } catch SharedLogError.positionChanged {
      // There are changes: the samples were added before.
    }
  }

  private static func payload(_ change: AnimalsChange) throws -> String {
    String(decoding: try JSONEncoder().encode([change]), as: UTF8.self)
  }

  /// Writes a change, if the condition of its rows holds.
  private func write(_ change: AnimalsChange, _ rows: PostgresStatement) async throws -> Bool {
    try await storage.write(
      to: Self.log, kind: Self.kind, payload: Self.payload(change), rows: rows)
  }
}

// MARK: Operations

extension SharedAnimals: PersistentSessionPersistentStore {
  /// Fetches all animals in the order of insertion.
  public func fetchAnimalsQuery() async throws -> [Animal] {
    try await storage.read(Self.log) { try await Self.animals(on: $0) }.map(\.animal)
  }

  /// Fetches all categories, sorted by id.
  public func fetchCategoriesQuery() async throws -> [AnimalsData.Category] {
    try await storage.read(Self.log) { try await Self.categories(on: $0) }
  }

  /// Adds an animal under a new id.
  ///
  /// - Throws: see `addAnimalMutation(animalId:name:diet:categoryId:)`.
  public func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID
  ) async throws -> Animal {
    try await addAnimalMutation(
      animalId: UUID().uuidString, name: name, diet: diet, categoryId: categoryId)
  }

  /// Adds an animal under an id that the caller chose. Idempotent: adding the
  /// same animal again has no effect.
  ///
  /// - Throws: `StaleAnimalError` if a different animal has the id,
  ///   `LocalStoreError.categoryNotFound` if the category is unknown,
  ///   `SharedLogError` and `PostgresError`.
  public func addAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID
  ) async throws -> Animal {
    let animal = Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId)
    let hasChanged = try await write(
      .put(animal: animal, number: 0),
      """
      INSERT INTO animal (animal_id, name, diet, category_id, number)
      SELECT \(animalId), \(name), \(diet.rawValue), \(categoryId), \(Self.position)
      WHERE EXISTS (SELECT FROM category WHERE category_id = \(categoryId))
      ON CONFLICT DO NOTHING RETURNING animal_id
      """)
    if !hasChanged, try await self.animal(animalId) != animal {
      try await checkCategory(categoryId)
      throw StaleAnimalError()
    }
    return animal
  }

  /// Updates the name, diet and category of an animal, whatever they are.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown, and
  ///   see `updateAnimalMutation(animalId:name:diet:categoryId:replacing:)`.
  public func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID
  ) async throws -> Animal {
    guard let old = try await animal(animalId) else { throw LocalStoreError.animalNotFound }
    return try await updateAnimalMutation(
      animalId: animalId, name: name, diet: diet, categoryId: categoryId, replacing: old)
  }

  /// Updates an animal that has the content of `old`.
  ///
  /// - Throws: `StaleAnimalError` if it has another content,
  ///   `LocalStoreError.categoryNotFound` if the category is unknown,
  ///   `SharedLogError` and `PostgresError`.
  public func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID,
    replacing old: Animal
  ) async throws -> Animal {
    let animal = Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId)
    let hasChanged = try await write(
      // The number of an existing animal does not change.
      .put(animal: animal, number: 0),
      """
      UPDATE animal
      SET name = \(name), diet = \(diet.rawValue), category_id = \(categoryId)
      WHERE \(Self.isEqual(animalId, old))
        AND EXISTS (SELECT FROM category WHERE category_id = \(categoryId))
      RETURNING animal_id
      """)
    guard hasChanged else {
      try await checkCategory(categoryId)
      throw StaleAnimalError()
    }
    return animal
  }

  /// Deletes an animal, whatever its content, and returns its last value.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown, and
  ///   see `deleteAnimalMutation(animalId:replacing:)`.
  public func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    guard let old = try await animal(animalId) else { throw LocalStoreError.animalNotFound }
    return try await deleteAnimalMutation(animalId: animalId, replacing: old)
  }

  /// Deletes an animal that has the content of `old`.
  ///
  /// - Throws: `StaleAnimalError` if it has another content, `SharedLogError` and
  ///   `PostgresError`.
  public func deleteAnimalMutation(
    animalId: Animal.ID, replacing old: Animal
  ) async throws -> Animal {
    let hasChanged = try await write(
      .removed(animalId: animalId),
      "DELETE FROM animal WHERE \(Self.isEqual(animalId, old)) RETURNING animal_id")
    guard hasChanged else { throw StaleAnimalError() }
    return old
  }

  /// Replaces all data by the sample data, in one change.
  public func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [AnimalsData.Category]
  ) {
    _ = try await storage.write(
      to: Self.log, kind: Self.kind, payload: Self.payload(.samples),
      after: ["DELETE FROM animal", "DELETE FROM category", Self.insertSampleCategories],
      rows: Self.insertSampleAnimals)
    return (Animal.samples, Category.samples)
  }
}

// MARK: Statements

extension SharedAnimals {
  /// The position of the change that is being written: the log is locked.
  private static var position: PostgresStatement {
    "(SELECT max(seq) + 1 FROM change WHERE log = \(log))"
  }

  private static func animals(on connection: PostgresConnection) async throws -> [NumberedAnimal] {
    try await connection.query(
      """
      SELECT animal_id, name, diet, category_id, number FROM animal ORDER BY number, animal_id
      """
    ).map(NumberedAnimal.init(row:))
  }

  private static func categories(
    on connection: PostgresConnection
  ) async throws -> [AnimalsData.Category] {
    try await connection.query("SELECT category_id, name FROM category ORDER BY category_id").map {
      let (categoryId, name) = try $0.decode(String.self, String.self)
      return Category(categoryId: categoryId, name: name)
    }
  }

  private func animal(_ animalId: Animal.ID) async throws -> Animal? {
    try await storage.read(Self.log) { connection in
      try await connection.query(
        """
        SELECT animal_id, name, diet, category_id, number FROM animal
        WHERE animal_id = \(animalId)
        """
      ).map(NumberedAnimal.init(row:)).first?.animal
    }
  }

  /// - Throws: `LocalStoreError.categoryNotFound` for an unknown category.
  private func checkCategory(_ categoryId: AnimalsData.Category.ID) async throws {
    guard try await fetchCategoriesQuery().contains(where: { $0.id == categoryId }) else {
      throw LocalStoreError.categoryNotFound
    }
  }

  /// The condition that an animal has the content that was read.
  private static func isEqual(_ animalId: Animal.ID, _ old: Animal) -> PostgresStatement {
    """
    animal_id = \(animalId) AND name = \(old.name) AND diet = \(old.diet.rawValue)
      AND category_id = \(old.categoryId)
    """
  }

  private static var insertSampleCategories: PostgresStatement {
    "INSERT INTO category (category_id, name) VALUES "
      + Category.samples.map { "(\($0.categoryId), \($0.name))" }.joined(", ")
  }

  private static var insertSampleAnimals: PostgresStatement {
    guard case .everything(_, let samples) = AnimalsChange.samples else { return "" }
    let rows: [PostgresStatement] = samples.map { sample in
      let animal = sample.animal
      return """
        (\(animal.animalId), \(animal.name), \(animal.diet.rawValue), \(animal.categoryId),
          \(position) + \(sample.number))
        """
    }
    return "INSERT INTO animal (animal_id, name, diet, category_id, number) VALUES "
      + rows.joined(", ") + " RETURNING animal_id"
  }
}

extension Migrations {
  /// The tables of the animals. A released step never changes.
  fileprivate static var animals: Migrations {
    Migrations(
      component: "animals",
      steps: [
        Step(
          """
          CREATE TABLE category (
            category_id text COLLATE "C" PRIMARY KEY,
            name text NOT NULL);
          CREATE TABLE animal (
            animal_id text COLLATE "C" PRIMARY KEY,
            name text NOT NULL,
            diet text NOT NULL CHECK (diet IN ('Herbivore', 'Carnivore', 'Omnivore')),
            category_id text COLLATE "C" NOT NULL REFERENCES category,
            -- The order of insertion: the position in the log.
            number bigint NOT NULL);
          """)
      ])
  }
}

extension NumberedAnimal {
  fileprivate init(row: PostgresRow) throws {
    let (animalId, name, diet, categoryId, number) = try row.decode(
      String.self, String.self, String.self, String.self, Int.self)
    guard let known = Animal.Diet(rawValue: diet) else { throw LocalStoreError.unknownDiet(diet) }
    self.init(
      animal: Animal(animalId: animalId, name: name, diet: known, categoryId: categoryId),
      number: number)
  }
}
