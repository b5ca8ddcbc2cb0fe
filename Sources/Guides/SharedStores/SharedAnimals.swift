public import AnimalsData
public import Foundation
public import ImmutableData
import Postgres
public import Records
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
  /// - Throws: see `addAnimalMutation(_:by:)`.
  public func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID
  ) async throws -> Animal {
    try await addAnimalMutation(
      Animal(animalId: UUID().uuidString, name: name, diet: diet, categoryId: categoryId),
      by: ChangeOrigin())
  }

  /// Adds an animal under an id that the caller chose. Idempotent: adding the
  /// same animal again has no effect, even after it was deleted.
  ///
  /// - Throws: `StaleAnimalError` if a different animal has the id,
  ///   `LocalStoreError.animalNotFound` if the animal was added before and has been
  ///   deleted since, `.categoryNotFound` if the category is unknown,
  ///   `SharedLogError` and `PostgresError`.
  public func addAnimalMutation(_ animal: Animal, by origin: ChangeOrigin) async throws -> Animal {
    let operation = RecordsOperation(
      id: animal.id, edits: [RecordEdit(id: animal.id, old: nil, new: animal)], by: origin)
    if try await write(operation, of: animal.id) { return animal }
    switch try await self.animal(animal.id) {
    case animal:
      return animal
    case nil:
      try await checkCategory(animal.categoryId)
      throw LocalStoreError.animalNotFound
    default:
      throw StaleAnimalError()
    }
  }

  /// Updates the name, diet and category of an animal, whatever they are.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown, and
  ///   see `updateAnimalMutation(_:replacing:by:)`.
  public func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID
  ) async throws -> Animal {
    guard let old = try await animal(animalId) else { throw LocalStoreError.animalNotFound }
    return try await updateAnimalMutation(
      Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId, note: old.note),
      replacing: old, by: ChangeOrigin())
  }

  /// Updates an animal that has the content of `old`.
  ///
  /// - Throws: `StaleAnimalError` if it has another content,
  ///   `LocalStoreError.categoryNotFound` if the category is unknown,
  ///   `SharedLogError` and `PostgresError`.
  public func updateAnimalMutation(
    _ animal: Animal, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    guard let old else { throw LocalStoreError.animalNotFound }
    do {
      try await changeAnimalsMutation(
        RecordsOperation(
          id: animal.id, edits: [RecordEdit(id: animal.id, old: old, new: animal)], by: origin))
    } catch let error as StaleAnimalError {
      try await checkCategory(animal.categoryId)
      throw error
    }
    return animal
  }

  /// Deletes an animal, whatever its content, and returns its last value.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown, and
  ///   see `deleteAnimalMutation(animalId:replacing:by:)`.
  public func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    let old = try await animal(animalId)
    return try await deleteAnimalMutation(
      animalId: animalId, replacing: old, by: ChangeOrigin())
  }

  /// Deletes an animal that has the content of `old`.
  ///
  /// - Throws: `StaleAnimalError` if it has another content, `SharedLogError` and
  ///   `PostgresError`.
  public func deleteAnimalMutation(
    animalId: Animal.ID, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    guard let old else { throw LocalStoreError.animalNotFound }
    try await changeAnimalsMutation(
      RecordsOperation(
        id: animalId, edits: [RecordEdit(id: animalId, old: old, new: nil)], by: origin))
    return old
  }

  /// Performs all changes of an operation, or none.
  ///
  /// - Throws: `StaleAnimalError` if an animal is not as its change expects, or a category is
  ///   unknown, `RecordsError.mixed` if it both deletes and saves, `SharedLogError` and
  ///   `PostgresError`.
  public func changeAnimalsMutation(_ operation: RecordsOperation<Animal>) async throws {
    let form = operation.isForSeveral ? operation.id : nil
    guard try await write(operation, of: form) else { throw StaleAnimalError() }
  }

  /// Replaces all data, in one change.
  public func replaceMutation(
    categories: [AnimalsData.Category], animals: [Animal]
  ) async throws {
    let numbered = NumberedAnimal.all(of: animals)
    var statements: [PostgresStatement] = [
      "DELETE FROM animal", "DELETE FROM category", Self.insert(categories),
    ]
    var start = 0
    // The last part is the statement that returns rows.
    while numbered.count - start > Self.batch {
      statements.append(Self.insert(numbered[start...].prefix(Self.batch)))
      start += Self.batch
    }
    _ = try await changes.write(
      .everything(categories: categories, animals: numbered), after: statements,
      rows: numbered.isEmpty
        ? nil : Self.insert(numbered[start...]) + " RETURNING animal_id",
      within: .seconds(60))
  }

  /// Returns the changes of an animal, the newest first, as far as they are kept.
  public func historyQuery(animalId: Animal.ID) async throws -> [RecordVersion] {
    try await changes.read { connection in
      try await SharedHistory<Animal>.versions(of: animalId, on: connection)
    }
  }

  /// Writes the changes of an operation and its history.
  ///
  /// - Returns: false if nothing was changed, because an animal is not as its change expects.
  private func write(
    _ operation: RecordsOperation<Animal>, of form: String?
  ) async throws -> Bool {
    let isDeletion = operation.edits.first?.new == nil
    guard operation.edits.allSatisfy({ ($0.new == nil) == isDeletion }) else {
      throw StaleAnimalError()
    }
    // An existing animal keeps its number.
    let puts = operation.edits.map { edit in
      edit.new.map { AnimalsChange.put(animal: $0, number: 0) } ?? .removed(animalId: edit.id)
    }
    guard let first = puts.first else { return true }
    let edits = SharedEdits(operation)
    return try await changes.write(
      operation.isForSeveral ? .several(id: operation.id, changes: puts) : first, of: form,
      after: edits.history(if: Self.isPossible),
      rows: isDeletion ? Self.deletion(edits) : Self.insertion(edits),
      within: .seconds(operation.edits.count > 1 ? 60 : 4))
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
      SELECT animal_id, name, diet, category_id, note, number FROM animal
      ORDER BY number, animal_id
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
        SELECT animal_id, name, diet, category_id, note, number FROM animal
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

  /// The condition of an operation: each animal is as its change expects, and each category
  /// exists.
  private static var isPossible: PostgresStatement {
    """
    NOT EXISTS (
      SELECT FROM edit LEFT JOIN animal ON animal_id = edit."id"
      WHERE (edit."old" IS NULL) <> (animal_id IS NULL)
        OR edit."old" IS NOT NULL AND ROW(animal.name, animal.diet, category_id, note)
          IS DISTINCT FROM ROW(edit."old"->>'name', edit."old"->>'diet',
            edit."old"->>'categoryId', coalesce(edit."old"->>'note', ''))
        OR edit."new" IS NOT NULL AND NOT EXISTS (
          SELECT FROM category WHERE category.category_id = edit."new"->>'categoryId'))
    """
  }

  private static func insertion(_ edits: SharedEdits<Animal>) -> PostgresStatement {
    """
    \(edits.edit) INSERT INTO animal (animal_id, name, diet, category_id, note, number)
    SELECT edit."id", edit."new"->>'name', edit."new"->>'diet', edit."new"->>'categoryId',
      coalesce(edit."new"->>'note', ''), \(position)
    FROM edit WHERE \(isPossible)
    ON CONFLICT (animal_id) DO UPDATE SET name = excluded.name, diet = excluded.diet,
      category_id = excluded.category_id, note = excluded.note
    RETURNING animal_id
    """
  }

  private static func deletion(_ edits: SharedEdits<Animal>) -> PostgresStatement {
    """
    \(edits.edit) DELETE FROM animal
    WHERE animal_id IN (SELECT edit."id" FROM edit) AND \(isPossible) RETURNING animal_id
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
          \(animal.note), \(position) + \(numbered.number))
        """
    }
    return "INSERT INTO animal (animal_id, name, diet, category_id, note, number) VALUES "
      + rows.joined(", ")
  }

  /// Copies the animals of a file in their order, and returns their number as
  /// text.
  private static func copy(_ file: URL, to connection: PostgresConnection) async throws -> String {
    let store = LocalStore<UUID>(url: file)
    let categories = try await store.fetchCategoriesQuery()
    let animals = try await store.fetchAnimalsQuery()
    try await connection.query(insert(categories))
    let numbered = NumberedAnimal.all(of: animals)
    for start in stride(from: 0, to: numbered.count, by: batch) {
      try await connection.query(insert(numbered[start...].prefix(batch)))
    }
    try await SharedHistory<Animal>.copy(to: connection) {
      try await store.history(after: $0, limit: $1)
    }
    try await store.close()
    return counted(animals)
  }

  /// Copies the animals to a file, and returns their number as text.
  private static func copy(from connection: PostgresConnection, to file: URL) async throws -> String
  {
    let categories = try await categories(on: connection)
    let animals = try await animals(on: connection).map(\.animal)
    let store = LocalStore<UUID>(url: file)
    try await store.replaceMutation(categories: categories, animals: animals)
    try await SharedHistory<Animal>.copy(from: connection) { try await store.append($0) }
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
          """),
        Step("ALTER TABLE animal ADD COLUMN note text NOT NULL DEFAULT ''"),
        Step(SharedHistory<Animal>.script),
      ])
  }
}

extension NumberedAnimal {
  fileprivate init(row: PostgresRow) throws {
    func text(_ index: Int) throws -> String { try row.decode(String.self, at: index) }
    let diet = try text(2)
    guard let known = Animal.Diet(rawValue: diet) else { throw LocalStoreError.unknownDiet(diet) }
    self.init(
      animal: Animal(
        animalId: try text(0), name: try text(1), diet: known, categoryId: try text(3),
        note: try text(4)),
      number: try row.decode(Int.self, at: 5))
  }
}
