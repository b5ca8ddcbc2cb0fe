import AnimalsData
import Foundation
import Records
import TestSupport
import Testing

/// The operations, on a file, in memory and in a shared database.
@Suite struct LocalStoreTests {
  enum Kind: CaseIterable { case file, memory, shared }

  private let folder: DatabaseFolder
  private let place: DurablePlace

  init() throws {
    folder = try DatabaseFolder.ofAnimals()
    place = try DurablePlace(.postgres)
  }

  private func open(_ kind: Kind) async throws -> any PersistentSessionPersistentStore {
    switch kind {
    case .file: return AnimalsFile(url: folder.file)
    case .memory: return AnimalsFile(isStoredInMemoryOnly: true)
    case .shared: return AnimalsFile(in: try await place.storage())
    }
  }

  @Test(arguments: Kind.allCases)
  func `The first use seeds`(_ kind: Kind) async throws {
    let store = try await open(kind)
    #expect(try await store.fetchCategoriesQuery().sorted { $0.id < $1.id } == Category.samples)
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)
  }

  @Test(arguments: Kind.allCases)
  func `An added animal is stored`(_ kind: Kind) async throws {
    let store = try await open(kind)
    let added = try await store.addAnimalMutation(.eagle, by: ChangeOrigin())
    #expect(added == .eagle)
    #expect(try await store.fetchAnimalsQuery().byId == (Animal.samples + [.eagle]).byId)
  }

  @Test(arguments: Kind.allCases)
  func `Adding the same animal twice adds it once`(_ kind: Kind) async throws {
    let store = try await open(kind)
    for _ in 1...2 {
      let added = try await store.addAnimalMutation(.eagle, by: ChangeOrigin())
      #expect(added == .eagle)
    }
    #expect(try await store.fetchAnimalsQuery().count == Animal.samples.count + 1)
  }

  @Test(
    arguments: [
      ("Golden eagle", .carnivorous, "Mammal"), ("Golden eagle", .omnivorous, "Bird"),
      ("Eagle", .carnivorous, "Bird"),
    ] as [(String, Animal.Diet, Category.ID)])
  func `A different animal with the same ID is rejected`(
    _ name: String, _ diet: Animal.Diet, _ categoryId: Category.ID
  ) async throws {
    let store = try await open(.file)
    _ = try await store.addAnimalMutation(.eagle, by: ChangeOrigin())
    await #expect(throws: LocalStoreError.animalIdInUse) {
      try await store.addAnimalMutation(
        Animal(animalId: "Eagle", name: name, diet: diet, categoryId: categoryId),
        by: ChangeOrigin())
    }
    #expect(try await store.fetchAnimalsQuery().byId == (Animal.samples + [.eagle]).byId)
  }

  @Test(arguments: Kind.allCases)
  func `An animal of an unknown category is rejected`(_ kind: Kind) async throws {
    let store = try await open(kind)
    for categoryId in ["Fungus", "", "bird"] {
      await #expect(throws: LocalStoreError.categoryNotFound) {
        try await store.addAnimalMutation(
          Animal(animalId: "Eagle", name: "E", diet: .carnivorous, categoryId: categoryId),
          by: ChangeOrigin())
      }
      await #expect(throws: LocalStoreError.categoryNotFound) {
        try await store.addAnimalMutation(name: "E", diet: .carnivorous, categoryId: categoryId)
      }
    }
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)
  }

  @Test func `An ID is created if none is given`() async throws {
    struct FixedUUID: IncrementalStoreUUID {
      var uuidString: String { "00000000-0000-0000-0000-00000000002A" }
    }
    let store = LocalStore<FixedUUID>(url: folder.file)
    let added = try await store.addAnimalMutation(
      name: "Golden eagle", diet: .carnivorous, categoryId: "Bird")
    #expect(added.animalId == FixedUUID().uuidString)
    #expect(try await store.fetchAnimalsQuery().contains(added))
  }

  @Test(arguments: Kind.allCases)
  func `Created IDs differ`(_ kind: Kind) async throws {
    let store = try await open(kind)
    var ids: Set<Animal.ID> = []
    for _ in 0..<20 {
      let added = try await store.addAnimalMutation(
        name: "Golden eagle", diet: .carnivorous, categoryId: "Bird")
      #expect(Foundation.UUID(uuidString: added.id)?.uuidString == added.id)
      ids.insert(added.id)
    }
    #expect(ids.count == 20)
    #expect(try await store.fetchAnimalsQuery().count == Animal.samples.count + 20)
  }

  @Test(arguments: Kind.allCases, Animal.Diet.allCases)
  func `An updated animal is stored`(_ kind: Kind, _ diet: Animal.Diet) async throws {
    let store = try await open(kind)
    let updated = try await store.updateAnimalMutation(
      animalId: "Dog", name: "Sea dog", diet: diet, categoryId: "Fish")
    let expected = Animal(animalId: "Dog", name: "Sea dog", diet: diet, categoryId: "Fish")
    #expect(updated == expected)
    let others = Animal.samples.filter { $0.id != "Dog" }
    #expect(try await store.fetchAnimalsQuery().byId == (others + [expected]).byId)
  }

  @Test(
    arguments: Kind.allCases,
    [
      ("gone", "Bird", .animalNotFound), ("dog", "Bird", .animalNotFound),
      ("gone", "Fungus", .animalNotFound), ("Dog", "Fungus", .categoryNotFound),
    ] as [(Animal.ID, Category.ID, LocalStoreError)])
  func `An invalid update is rejected`(
    _ kind: Kind, _ expected: (animalId: Animal.ID, categoryId: Category.ID, error: LocalStoreError)
  ) async throws {
    let (animalId, categoryId, error) = expected
    let store = try await open(kind)
    await #expect(throws: error) {
      try await store.updateAnimalMutation(
        animalId: animalId, name: "N", diet: .omnivorous, categoryId: categoryId)
    }
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)
  }

  @Test(arguments: Kind.allCases)
  func `A deleted animal is gone`(_ kind: Kind) async throws {
    let store = try await open(kind)
    #expect(try await store.deleteAnimalMutation(animalId: "Bibbon") == .gibbon)
    #expect(
      try await store.fetchAnimalsQuery().byId
        == Animal.samples.filter { $0 != .gibbon }.byId)
    await #expect(throws: LocalStoreError.animalNotFound) {
      try await store.deleteAnimalMutation(animalId: "Bibbon")
    }
  }

  @Test(arguments: Kind.allCases)
  func `A reload restores the sample data`(_ kind: Kind) async throws {
    let store = try await open(kind)
    _ = try await store.addAnimalMutation(name: "E", diet: .carnivorous, categoryId: "Bird")
    _ = try await store.deleteAnimalMutation(animalId: "Cat")
    _ = try await store.updateAnimalMutation(
      animalId: "Dog", name: "Sea dog", diet: .omnivorous, categoryId: "Fish")
    let (animals, categories) = try await store.reloadSampleDataMutation()
    // The samples have a fixed order.
    #expect(animals == Animal.samples)
    #expect(categories == Category.samples)
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)
    #expect(try await store.fetchCategoriesQuery().count == Category.samples.count)
  }

  /// The samples are inserted once, whichever use is first.
  @Test(arguments: [Kind.file, .shared])
  func `Concurrent first uses seed once`(_ kind: Kind) async throws {
    let store = try await open(kind)
    // A busy machine has to end all writes to the shared database within its time limit.
    let count = kind == .shared ? 40 : 200
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          // Each animal is added twice.
          _ = try await store.addAnimalMutation(
            Animal(animalId: "\(number / 2)", name: "N", diet: .omnivorous, categoryId: "Fish"),
            by: ChangeOrigin())
        }
        group.addTask { _ = try await store.fetchAnimalsQuery() }
      }
      try await group.waitForAll()
    }
    #expect(try await store.fetchAnimalsQuery().count == Animal.samples.count + count / 2)
  }

  @Test func `Stores in memory share nothing`() async throws {
    let first = AnimalsFile(isStoredInMemoryOnly: true)
    _ = try await first.deleteAnimalMutation(animalId: "Dog")
    let second = AnimalsFile(isStoredInMemoryOnly: true)
    #expect(try await second.fetchAnimalsQuery().count == Animal.samples.count)
    try await first.close()
    #expect(try await second.fetchAnimalsQuery().count == Animal.samples.count)
  }
}
