import GRDB
import Records

// The statements on the tables of animals and categories.

extension RecordsTable<Animal> {
  /// The statements on the history of animals.
  static let animals = RecordsTable()
}

extension Database {
  /// Fetches all animals in the order of insertion.
  func animals() throws -> [Animal] {
    try Row.fetchAll(self, sql: "SELECT * FROM animal ORDER BY number, animalId")
      .map(Animal.init(row:))
  }

  func animal(_ animalId: Animal.ID) throws -> Animal? {
    let statement = try cachedStatement(sql: "SELECT * FROM animal WHERE animalId = ?")
    return try Row.fetchOne(statement, arguments: [animalId]).map(Animal.init(row:))
  }

  /// Performs changes, and writes them to the history.
  ///
  /// - Parameters:
  ///   - edits: the changes.
  ///   - origin: the origin of the changes.
  ///   - progress: called from time to time with the number of changes that were made.
  /// - Throws: `LocalStoreError.categoryNotFound` for an unknown category.
  func perform(
    _ edits: [RecordEdit<Animal>], by origin: ChangeOrigin,
    progress: (_ done: Int) -> Void = { _ in }
  ) throws {
    for (index, edit) in edits.enumerated() {
      if let animal = edit.new {
        try checkCategory(animal.categoryId)
        if edit.old == nil { try insert(animal) } else { try update(animal) }
      } else {
        try deleteAnimal(edit.id)
      }
      try RecordsTable.animals.note(edit, by: origin, in: self)
      if (index + 1).isMultiple(of: OperationPart.step) { progress(index + 1) }
    }
    try RecordsTable.animals.expire(at: origin.date, in: self)
  }

  func insert(_ animal: Animal) throws {
    try cachedStatement(
      sql: """
        INSERT INTO animal (animalId, name, diet, categoryId, note, number)
        VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(number), 0) + 1 FROM animal))
        """
    ).execute(
      arguments: [
        animal.animalId, animal.name, animal.diet.rawValue, animal.categoryId, animal.note,
      ])
  }

  func update(_ animal: Animal) throws {
    try cachedStatement(
      sql: "UPDATE animal SET name = ?, diet = ?, categoryId = ?, note = ? WHERE animalId = ?"
    ).execute(
      arguments: [
        animal.name, animal.diet.rawValue, animal.categoryId, animal.note, animal.animalId,
      ])
  }

  func deleteAnimal(_ animalId: Animal.ID) throws {
    try cachedStatement(sql: "DELETE FROM animal WHERE animalId = ?")
      .execute(arguments: [animalId])
  }
}

extension Database {
  func categories() throws -> [Category] {
    try Row.fetchAll(self, sql: "SELECT * FROM category").map(Category.init(row:))
  }

  func hasNoCategories() throws -> Bool {
    try Row.fetchOne(self, sql: "SELECT * FROM category LIMIT 1") == nil
  }

  /// - Throws: `LocalStoreError.categoryNotFound` for an unknown category.
  func checkCategory(_ categoryId: Category.ID) throws {
    let statement = try cachedStatement(sql: "SELECT * FROM category WHERE categoryId = ?")
    guard try Row.fetchOne(statement, arguments: [categoryId]) != nil else {
      throw LocalStoreError.categoryNotFound
    }
  }

  func insert(_ category: Category) throws {
    try execute(
      sql: "INSERT INTO category (categoryId, name) VALUES (?, ?)",
      arguments: [category.categoryId, category.name])
  }

  func insertSamples() throws {
    for category in Category.samples { try insert(category) }
    for animal in Animal.samples { try insert(animal) }
  }

  func deleteEverything() throws {
    try execute(sql: "DELETE FROM animal; DELETE FROM category")
  }
}

extension Animal {
  fileprivate init(row: Row) throws {
    let diet: String = row["diet"]
    guard let known = Diet(rawValue: diet) else { throw LocalStoreError.unknownDiet(diet) }
    self.init(
      animalId: row["animalId"], name: row["name"], diet: known, categoryId: row["categoryId"],
      note: row["note"])
  }
}

extension Category {
  fileprivate init(row: Row) {
    self.init(categoryId: row["categoryId"], name: row["name"])
  }
}
