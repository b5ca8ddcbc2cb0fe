public import Durable
import HashTreeCollections
import ImmutableData
import Records

// The changes of the animals, which are kept in a log, and the rules by which they are decided.

extension AnimalsState: DurableState {
  public typealias Change = AnimalsChange

  public var tables: [any StoredTable<AnimalsState>] {
    [
      RowTable(CategoryRow.self) { state, row in
        state.categories.data[row.id] = Category(categoryId: row.id, name: row.name)
      },
      RowTable(AnimalRow.self) { state, row in
        do throws(LocalStoreError) {
          state.animals.load(NumberedAnimal(animal: try row.animal(), number: row.number))
        } catch {
          state.unknownValue = state.unknownValue ?? error
        }
      },
    ]
  }

  public var addLastChange: (@Sendable (inout Self, _ record: String, _ number: Int) -> Void)? {
    { state, record, number in state.animals.records.lastChanges.load(number, of: record) }
  }

  public mutating func apply(_ change: AnimalsChange, at position: Int) {
    switch change {
    case .edited(let operation, let firstNumber):
      animals.perform(operation, firstNumber: firstNumber)
    case .everything(let categories, let animals, let operation):
      self.categories.replace(by: categories)
      self.animals.replace(by: animals, in: operation)
      endLoading()
    }
  }

  public func put(_ change: AnimalsChange, at position: Int, into rows: inout RowBatch) {
    switch change {
    case .edited(let operation, let firstNumber):
      var next = firstNumber
      for edit in operation.edits {
        guard let animal = edit.new else {
          rows.remove(AnimalRow.self, edit.id)
          continue
        }
        let known = animals.numbers[edit.id]
        rows.put(AnimalRow(animal, number: known ?? next))
        if known == nil { next += 1 }
      }
      operation.keepHistory(in: &rows)
    case .everything(let categories, let animals, let operation):
      operation?.keepHistory(in: &rows)
      rows.clear(CategoryRow.self)
      rows.clear(AnimalRow.self)
      for category in categories { rows.put(CategoryRow(id: category.id, name: category.name)) }
      for (index, animal) in animals.enumerated() {
        rows.put(AnimalRow(animal, number: index + 1))
      }
    }
  }

  /// Replaces all categories and animals by those that were loaded.
  mutating func load(_ categories: [Category], _ animals: [NumberedAnimal]) {
    self.categories.replace(by: categories)
    self.animals.load(animals)
    endLoading()
  }

  /// Ends a load or a reload at once, so that no page shows the data of it as waiting.
  private mutating func endLoading() {
    animals.queue = animals.queue.filter { if case .failure = $0.value { false } else { true } }
    setStatus(.success)
  }

  /// Decides on an operation: all of its changes are made, or none.
  ///
  /// - Returns: `nil` if all animals are as they shall be.
  /// - Throws: `StaleAnimalError` if an animal is not as the operation expects it; of an operation
  ///   on one animal `LocalStoreError.animalNotFound` if it does not exist, and `.animalIdInUse`
  ///   if another one has its id; `LocalStoreError.categoryNotFound`.
  func change(by operation: RecordsOperation<Animal>) throws -> AnimalsChange? {
    for edit in operation.edits {
      if let new = edit.new, categories.data[new.categoryId] == nil {
        throw LocalStoreError.categoryNotFound
      }
    }
    do throws(RecordsError) {
      guard case .edited(let operation)? = try animals.records.change(by: operation) else {
        return nil
      }
      return .edited(operation, firstNumber: animals.lastNumber + 1)
    } catch {
      switch error {
      case .notFound: throw LocalStoreError.animalNotFound
      case .idInUse: throw LocalStoreError.animalIdInUse
      case .stale, .notLoaded, .unknownValue: throw StaleAnimalError()
      }
    }
  }
}

extension AnimalsState.Categories {
  fileprivate mutating func replace(by categories: [Category]) {
    data = TreeDictionary(categories.map { ($0.id, $0) }) { _, last in last }
  }
}

private struct CategoryRow: StoredRow {
  static let table = "category"
  var id = ""
  var name = ""

  var key: String { id }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("category_id", &id)
    try format.pass("name", &name)
  }
}

private struct AnimalRow: StoredRow {
  static let table = "animal"
  private(set) var id = ""
  private var name = ""
  private var diet = Animal.Diet.herbivorous.rawValue
  private var category = ""
  private var note = ""
  private(set) var number = 0

  init() {}

  init(_ animal: Animal, number: Int) {
    (id, name, diet) = (animal.id, animal.name, animal.diet.rawValue)
    (category, note, self.number) = (animal.categoryId, animal.note, number)
  }

  var key: String { id }

  func animal() throws(LocalStoreError) -> Animal {
    guard let known = Animal.Diet(rawValue: diet) else { throw .unknownDiet(diet) }
    return Animal(animalId: id, name: name, diet: known, categoryId: category, note: note)
  }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("animal_id", &id)
    try format.pass("name", &name)
    try format.pass("diet", &diet)
    try format.pass("category_id", &category)
    try format.pass("note", &note)
    try format.pass("number", &number)
  }
}
