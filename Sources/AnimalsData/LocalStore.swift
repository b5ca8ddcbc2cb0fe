public import Foundation
import GRDB

/// Makes ids, so that tests can have them as they like.
public protocol IncrementalStoreUUID {
  init()
  var uuidString: String { get }
}

extension UUID: IncrementalStoreUUID {}

/// Animals in an SQLite file.
///
/// When a mutation returns, its change is on disk: the file is in WAL mode
/// with `synchronous=FULL`, so neither a crash of the program nor of the
/// machine loses it.
public actor LocalStore<UUID: IncrementalStoreUUID> {
  private let database: any DatabaseWriter
  private var isSeeded = false

  /// Opens a file, made if it is missing, and brings its schema up to date.
  ///
  /// - Throws: a `DatabaseError`, or `LocalStoreError.newerSchema`.
  public init(url: URL) throws {
    let pool = try DatabasePool(path: url.path, configuration: Self.configuration)
    // The pool sets NORMAL when it turns WAL on, after the configuration.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try self.init(database: pool)
  }

  /// Opens a database in memory, or the file `default.store` in the working
  /// directory.
  public init(isStoredInMemoryOnly: Bool = false) throws {
    if isStoredInMemoryOnly {
      try self.init(database: DatabaseQueue(configuration: Self.configuration))
    } else {
      try self.init(url: URL(fileURLWithPath: "default.store"))
    }
  }

  private init(database: any DatabaseWriter) throws {
    self.database = database
    if try database.read(Self.migrator.hasBeenSuperseded) { throw LocalStoreError.newerSchema }
    try Self.migrator.migrate(database)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
    configuration.label = "animals"
    return configuration
  }

  /// Writes what is in the write-ahead log back, and closes the file.
  public func close() throws {
    if let pool = database as? DatabasePool {
      try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
    try database.close()
  }
}

/// What a `LocalStore` cannot do.
public enum LocalStoreError: Error, Hashable, Sendable {
  case animalNotFound
  case categoryNotFound
  /// Another animal has the id already.
  case animalIdInUse
  /// A row holds a diet that this version does not know.
  case unknownDiet(String)
  /// A newer version has written the file.
  case newerSchema
}

extension LocalStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .animalNotFound: "The animal is no longer there."
    case .categoryNotFound: "The category is no longer there."
    case .animalIdInUse: "Another animal was added with this form already."
    case .unknownDiet(let diet): "The diet “\(diet)” is not known."
    case .newerSchema: "A newer version of Fieldguide has written the file."
    }
  }
}

extension LocalStore {
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: categories and animals") { db in
      try db.execute(
        sql: """
          CREATE TABLE category (
            categoryId TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE animal (
            animalId TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            diet TEXT NOT NULL CHECK (diet IN ('Herbivore', 'Carnivore', 'Omnivore')),
            categoryId TEXT NOT NULL REFERENCES category (categoryId)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX animal_categoryId ON animal (categoryId);
          """)
    }
    return migrator
  }

  /// Writes, after the sample data are in a database that is new.
  private func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    let needsSeed = !isSeeded
    let result = try await database.write { db in
      if needsSeed, try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT * FROM category)") == true
      {
        try db.insertSamples()
      }
      return try updates(db)
    }
    isSeeded = true
    return result
  }
}

extension LocalStore: PersistentSessionPersistentStore {
  public func fetchAnimalsQuery() async throws -> [Animal] {
    try await write { db in
      try Row.fetchAll(db, sql: "SELECT * FROM animal").map(Animal.init(row:))
    }
  }

  public func fetchCategoriesQuery() async throws -> [Category] {
    try await write { db in
      try Row.fetchAll(db, sql: "SELECT * FROM category").map(Category.init(row:))
    }
  }

  /// Adds an animal under a new id.
  public func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await addAnimalMutation(
      animalId: UUID().uuidString, name: name, diet: diet, categoryId: categoryId)
  }

  /// - Throws: `LocalStoreError.animalIdInUse` where the id belongs to an
  ///   animal that differs, `.categoryNotFound` for an unknown category.
  public func addAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    let animal = Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId)
    return try await write { db in
      try db.checkCategory(categoryId)
      if let existing = try db.animal(animalId) {
        guard existing == animal else { throw LocalStoreError.animalIdInUse }
        return existing
      }
      try db.insert(animal)
      return animal
    }
  }

  /// - Throws: `LocalStoreError.animalNotFound` or `.categoryNotFound`.
  public func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    try await write { db in
      try db.checkCategory(categoryId)
      try db.cachedStatement(
        sql: "UPDATE animal SET name = ?, diet = ?, categoryId = ? WHERE animalId = ?"
      ).execute(arguments: [name, diet.rawValue, categoryId, animalId])
      guard db.changesCount == 1 else { throw LocalStoreError.animalNotFound }
      return Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId)
    }
  }

  /// - Throws: `LocalStoreError.animalNotFound`.
  public func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    try await write { db in
      guard let animal = try db.animal(animalId) else { throw LocalStoreError.animalNotFound }
      try db.cachedStatement(sql: "DELETE FROM animal WHERE animalId = ?")
        .execute(arguments: [animalId])
      return animal
    }
  }

  public func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [Category]
  ) {
    try await write { db in
      try db.execute(sql: "DELETE FROM animal; DELETE FROM category")
      try db.insertSamples()
    }
    return (Animal.samples, Category.samples)
  }
}

extension Database {
  fileprivate func animal(_ animalId: Animal.ID) throws -> Animal? {
    try Row.fetchOne(
      cachedStatement(sql: "SELECT * FROM animal WHERE animalId = ?"), arguments: [animalId]
    ).map(Animal.init(row:))
  }

  fileprivate func insert(_ animal: Animal) throws {
    try cachedStatement(
      sql: "INSERT INTO animal (animalId, name, diet, categoryId) VALUES (?, ?, ?, ?)"
    ).execute(
      arguments: [animal.animalId, animal.name, animal.diet.rawValue, animal.categoryId])
  }

  fileprivate func checkCategory(_ categoryId: Category.ID) throws {
    let statement = try cachedStatement(sql: "SELECT 1 FROM category WHERE categoryId = ?")
    guard try Int.fetchOne(statement, arguments: [categoryId]) != nil else {
      throw LocalStoreError.categoryNotFound
    }
  }

  fileprivate func insertSamples() throws {
    for category in Category.samples {
      try execute(
        sql: "INSERT INTO category (categoryId, name) VALUES (?, ?)",
        arguments: [category.categoryId, category.name])
    }
    for animal in Animal.samples { try insert(animal) }
  }
}

extension Animal {
  fileprivate init(row: Row) throws {
    let diet: String = row["diet"]
    guard let known = Diet(rawValue: diet) else { throw LocalStoreError.unknownDiet(diet) }
    self.init(
      animalId: row["animalId"], name: row["name"], diet: known, categoryId: row["categoryId"])
  }
}

extension Category {
  fileprivate init(row: Row) {
    self.init(categoryId: row["categoryId"], name: row["name"])
  }
}
