public import AnimalsData
public import Foundation
public import ImmutableData
import Postgres
public import SharedLog

/// A store of animals in a PostgreSQL database that several instances share.
///
/// A mutation compares the old content in the database, and returns when its
/// change has reached the state of this instance.
///
/// PostgreSQL has no NUL in texts: it is stored as U+FFFD.
public final class SharedAnimals: Sendable {
  private let changes: ChangeLog<AnimalsChange>
  private static let log = "animals"
  /// The number of animals that are inserted at a time.
  private static let batch = 200

  /// Registers the tables and the log.
  ///
  /// - Parameters:
  ///   - storage: the shared tables of the program.
  ///   - file: the file of the animals without a shared database.
  ///   - apply: applies changes to the state of this instance.
  public init(
    _ storage: SharedStorage, importing file: URL? = nil,
    apply: @escaping @Sendable ([AnimalsChange]) async throws -> Void
  ) {
    changes = ChangeLog(
      Self.log, in: storage, .animals,
      importing: SharedStorage.importing(file, copy: Self.copy),
      exporting: SharedStorage.exporting(file, copy: Self.copy)
    ) { log in
      try await log.begin(
        with: .init(
          .samples, after: [Self.insert(Category.samples)], rows: Self.insertSampleAnimals))
    } load: { connection in
      [
        .everything(
          categories: try await Self.categories(on: connection),
          animals: try await Self.animals(on: connection))
      ]
    } place: { change, position in
      change.numbered(from: position)
    } apply: { changes in
      try await apply(changes)
    }
  }
}

// MARK: Operations

extension SharedAnimals: PersistentSessionPersistentStore {
  /// Passes the turn: each operation is checked against the content that it was
  /// based on.
  public func taking(_ turn: ActionTurn) -> SharedAnimals {
    turn.pass()
    return self
  }

  /// Fetches all animals in the order of insertion.
  public func fetchAnimalsQuery() async throws -> [Animal] {
    try await changes.read { try await Self.animals(on: $0) }.map(\.animal)
  }

  /// Fetches all categories, sorted by id.
  public func fetchCategoriesQuery() async throws -> [AnimalsData.Category] {
    try await changes.read { try await Self.categories(on: $0) }
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
  /// same animal again has no effect, even after it was deleted.
  ///
  /// - Throws: `StaleAnimalError` if a different animal has the id,
  ///   `LocalStoreError.animalNotFound` if the animal was added before and has been
  ///   deleted since, `.categoryNotFound` if the category is unknown,
  ///   `SharedLogError` and `PostgresError`.
  public func addAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID
  ) async throws -> Animal {
    let animal = Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId)
    let hasChanged = try await changes.write(
      .put(animal: animal, number: 0), of: animalId,
      rows: """
        INSERT INTO animal (animal_id, name, diet, category_id, number)
        SELECT \(animalId), \(name), \(diet.rawValue), \(categoryId), \(Self.position)
        WHERE EXISTS (SELECT FROM category WHERE category_id = \(categoryId))
        ON CONFLICT DO NOTHING RETURNING animal_id
        """)
    if hasChanged { return animal }
    switch try await self.animal(animalId) {
    case animal:
      return animal
    case nil:
      try await checkCategory(categoryId)
      throw LocalStoreError.animalNotFound
    default:
      throw StaleAnimalError()
    }
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
    let hasChanged = try await changes.write(
      // The number of an existing animal does not change.
      .put(animal: animal, number: 0),
      rows: """
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
    let hasChanged = try await changes.write(
      .removed(animalId: animalId),
      rows: "DELETE FROM animal WHERE \(Self.isEqual(animalId, old)) RETURNING animal_id")
    guard hasChanged else { throw StaleAnimalError() }
    return old
  }

  /// Replaces all data by the sample data, in one change.
  public func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [AnimalsData.Category]
  ) {
    _ = try await changes.write(
      .samples,
      after: ["DELETE FROM animal", "DELETE FROM category", Self.insert(Category.samples)],
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
    try await changes.read { connection in
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

  private static func insert(_ categories: [AnimalsData.Category]) -> PostgresStatement {
    "INSERT INTO category (category_id, name) VALUES "
      + categories.map { "(\($0.categoryId), \($0.name))" }.joined(", ")
  }

  private static var insertSampleAnimals: PostgresStatement {
    insert(NumberedAnimal.all(of: Animal.samples)) + " RETURNING animal_id"
  }

  /// Inserts animals whose numbers are relative to the position.
  private static func insert(_ animals: some Sequence<NumberedAnimal>) -> PostgresStatement {
    let rows: [PostgresStatement] = animals.map { numbered in
      let animal = numbered.animal
      return """
        (\(animal.animalId), \(animal.name), \(animal.diet.rawValue), \(animal.categoryId),
          \(position) + \(numbered.number))
        """
    }
    return "INSERT INTO animal (animal_id, name, diet, category_id, number) VALUES "
      + rows.joined(", ")
  }

  /// Copies the animals of a file in their order, and returns their number as
  /// text.
  private static func copy(_ file: URL, to connection: PostgresConnection) async throws -> String {
    let store = LocalStore<UUID>(url: file)
    let categories = try await store.fetchCategoriesQuery()
    let animals = try await store.fetchAnimalsQuery()
    try await store.close()
    try await connection.query(insert(categories))
    let numbered = NumberedAnimal.all(of: animals)
    for start in stride(from: 0, to: numbered.count, by: batch) {
      try await connection.query(insert(numbered[start...].prefix(batch)))
    }
    return counted(animals)
  }

  /// Copies the animals to a file, and returns their number as text.
  private static func copy(from connection: PostgresConnection, to file: URL) async throws -> String
  {
    let categories = try await categories(on: connection)
    let animals = try await animals(on: connection).map(\.animal)
    let store = LocalStore<UUID>(url: file)
    try await store.replaceMutation(categories: categories, animals: animals)
    try await store.close()
    return counted(animals)
  }

  private static func counted(_ animals: [Animal]) -> String {
    "\(animals.count) animal\(animals.count == 1 ? "" : "s")"
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
