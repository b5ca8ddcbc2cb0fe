public import Durable
public import Foundation
import HashTreeCollections
public import ImmutableData
public import Records
public import Storage

/// A store of animals in a log of changes: in an SQLite file, or in a database that several
/// instances share.
///
/// The change of a mutation that has returned is durable, and in memory. Each is decided on the
/// newest animals, whichever instance has changed them.
public struct LocalStore<UUID: IncrementalStoreUUID>: Sendable {
  private let log: DurableLog<AnimalsState>
  private let memory: LogMemory<AnimalsState, AnimalsAction>
  /// The turn of the action whose operations these are.
  private var turn: ActionTurn?

  /// A store among the logs of a program.
  ///
  /// - Parameters:
  ///   - storage: the logs of the program.
  ///   - store: the store of the animals' state; `nil` if there is none before `connect(to:)`.
  public init(in storage: DurableStorage, store: Store<AnimalsState, AnimalsAction>? = nil) {
    let memory = LogMemory<AnimalsState, AnimalsAction>(AnimalsState(), in: store) { event in
      switch event {
      case .loaded(let state, _):
        if let error = state.unknownValue { throw error }
        return .data(.loaded(categories: state.sortedCategories, animals: state.animals.numbered))
      case .changed(let changes): return .data(.log(changes.map(\.change)))
      }
    }
    self.memory = memory
    log = storage.log(
      "animals", subject: "the animals", from: AnimalsState(), former: .animals,
      first: .samples(replacing: AnimalsState(), by: ChangeOrigin(cause: .sample)),
      read: { memory.state }, receive: { try await memory.receive($0) })
  }

  /// A store in a file of its own.
  ///
  /// - Parameter report: receives messages for the operator about the file.
  public init(
    url: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    self.init(in: DurableStorage(file: url, report: report))
  }

  /// A store in memory, or in the file `default.store` in the working
  /// directory.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(
      in: DurableStorage(
        file: isStoredInMemoryOnly ? nil : URL(fileURLWithPath: "default.store")))
  }

  /// The file; `nil` if the animals are in a database that several instances share.
  package var file: DatabaseFile? { log.file }

  /// Ends all mutations, and closes the file. Later ones fail.
  public func close() async throws { try await log.close() }
}

extension LocalStore: PersistentSessionPersistentStore {
  public func taking(_ turn: ActionTurn) -> LocalStore {
    var store = self
    store.turn = turn
    return store
  }

  public func connect(to store: Store<AnimalsState, AnimalsAction>) async throws {
    try await memory.move(to: store)
  }

  /// Fetches all animals in the order of insertion.
  public func fetchAnimalsQuery() async throws -> [Animal] {
    try await log.start()
    return log.state.animals.present.animals
  }

  /// Fetches all categories, sorted by id.
  public func fetchCategoriesQuery() async throws -> [Category] {
    try await log.start()
    return log.state.sortedCategories
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

  /// Adds an animal under an id that the caller chose. Idempotent: adding the same animal again
  /// has no effect, even after it was deleted.
  ///
  /// - Throws: `LocalStoreError.animalIdInUse` if a different animal has the id, `.animalNotFound`
  ///   if it was added before and has been deleted since, `.categoryNotFound` if the category is
  ///   unknown.
  public func addAnimalMutation(_ animal: Animal, by origin: ChangeOrigin) async throws -> Animal {
    let outcome = try await perform(
      RecordsOperation(id: animal.id, old: nil, new: animal, by: origin))
    if case .repeated = outcome {
      guard let stored = log.state.animals.data[animal.id] else {
        throw LocalStoreError.animalNotFound
      }
      if stored != animal { throw LocalStoreError.animalIdInUse }
    }
    return animal
  }

  /// Updates the name, diet and category of an animal, whatever they are.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` or `.categoryNotFound` if
  ///   either is unknown.
  public func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID
  ) async throws -> Animal {
    let old = try await animal(animalId)
    return try await updateAnimalMutation(
      Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId, note: old.note),
      replacing: old, by: ChangeOrigin())
  }

  /// Updates an animal that has the content of `old`, or whatever its content for `nil`.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` or `.categoryNotFound` if either is unknown,
  ///   `StaleAnimalError` if the animal has another content.
  public func updateAnimalMutation(
    _ animal: Animal, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    try await change(animal.id, from: old, to: animal, by: origin)
    return animal
  }

  /// Deletes an animal, and returns its last value.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown.
  public func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    try await deleteAnimalMutation(animalId: animalId, replacing: nil, by: ChangeOrigin())
  }

  /// Deletes an animal that has the content of `old`, or whatever its content for `nil`, and
  /// returns its last value.
  ///
  /// - Throws: `LocalStoreError.animalNotFound` if the animal is unknown, `StaleAnimalError` if it
  ///   has another content.
  public func deleteAnimalMutation(
    animalId: Animal.ID, replacing old: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    try await change(animalId, from: old, to: nil, by: origin)
  }

  /// Performs all changes of an operation, or none: many of them in parts, see
  /// `RecordsStorage/write(_:)`.
  ///
  /// - Throws: `StaleAnimalError` if an animal is not as its change expects, `LocalStoreError` if
  ///   an animal or a category is unknown.
  public func changeAnimalsMutation(_ operation: RecordsOperation<Animal>) async throws {
    try await perform(operation)
  }

  /// Replaces all data by the sample data.
  public func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [Category]
  ) {
    try await reloadSampleDataMutation(by: ChangeOrigin(cause: .reset))
  }

  public func reloadSampleDataMutation(
    by origin: ChangeOrigin
  ) async throws -> (animals: [Animal], categories: [Category]) {
    try await log.start()
    try await log.perform(isLarge: true, within: .seconds(60)) {
      .samples(replacing: $0, by: origin)
    }
    let state = log.state
    return (state.animals.present.animals, state.sortedCategories)
  }

  /// Returns changes of the history.
  public func changesQuery(_ query: VersionQuery) async throws -> [RecordVersion] {
    try await log.start()
    return try await log.history(query).compactMap(RecordVersion.init)
  }

  public func hasPerformed(_ operation: String) async throws -> Bool {
    try await log.start()
    let outcome = try await log.perform(log.operation(of: operation)) { _ in nil }
    return if case .repeated = outcome { true } else { false }
  }
}

extension LocalStore {
  private func animal(_ animalId: Animal.ID) async throws -> Animal {
    try await log.start()
    guard let animal = log.state.animals.data[animalId] else {
      throw LocalStoreError.animalNotFound
    }
    return animal
  }

  /// Changes or deletes an animal, and returns its last value.
  @discardableResult
  private func change(
    _ animalId: Animal.ID, from old: Animal?, to new: Animal?, by origin: ChangeOrigin
  ) async throws -> Animal {
    var last = old
    if last == nil { last = try await animal(animalId) }
    try await perform(RecordsOperation(id: animalId, old: last, new: new, by: origin))
    return last ?? Animal()
  }

  @discardableResult
  private func perform(_ operation: RecordsOperation<Animal>) async throws -> DurableOutcome {
    try await log.start()
    // Operations that wait at the same time share a transaction.
    turn?.pass()
    return try await log.perform(operation) { try $0.change(by: $1) }
  }
}

extension AnimalsState {
  fileprivate var sortedCategories: [Category] { categories.data.values.sorted { $0.id < $1.id } }
}

extension AnimalsState.Animals {
  /// The animals with their numbers, in no particular order.
  var numbered: [NumberedAnimal] {
    data.values.map {
      NumberedAnimal(
        animal: $0, number: numbers[$0.id] ?? 0, change: records.lastChanges[$0.id])
    }
  }
}
