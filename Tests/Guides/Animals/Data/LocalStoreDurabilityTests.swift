import AnimalsData
import Durable
import Foundation
import GRDB
import Records
import TestSupport
import Testing

/// A mutation is durable when it returns.
@Suite struct LocalStoreDurabilityTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofAnimals() }

  /// Makes a change of each kind, and returns the expected rows.
  private func change(_ store: AnimalsFile) async throws -> [[String]] {
    _ = try await store.addAnimalMutation(.eagle, by: ChangeOrigin())
    _ = try await store.updateAnimalMutation(
      animalId: "Dog", name: "Dog, moved", diet: .carnivorous, categoryId: "Bird")
    _ = try await store.deleteAnimalMutation(animalId: "Cat")
    return [.eagle, .dog.moved(to: "Bird"), .kangaroo, .gibbon, .sparrow, .newt]
      .byId.map(\.columns)
  }

  @Test func `Changes survive reopening`() async throws {
    let store = AnimalsFile(url: folder.file)
    let expected = try await change(store)
    try await store.close()
    let again = AnimalsFile(url: folder.file)
    #expect(try await again.fetchAnimalsQuery().byId.map(\.columns) == expected)
  }

  /// Files copied while the store is open, as a crash would leave them.
  @Test func `Changes survive a crash`() async throws {
    let store = AnimalsFile(url: folder.file)
    let expected = try await change(store)
    let crashed = try DatabaseFolder.ofAnimals()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.file.path + suffix, toPath: crashed.file.path + suffix)
    }
    let again = AnimalsFile(url: crashed.file)
    #expect(try await again.fetchAnimalsQuery().byId.map(\.columns) == expected)
    try await store.close()
  }

  /// After closing, a single file contains everything, and can be copied.
  @Test func `Closing leaves one file`() async throws {
    let store = AnimalsFile(url: folder.file)
    let expected = try await change(store)
    // The store has open readers as well.
    _ = try await store.fetchAnimalsQuery()
    try await store.close()
    let copied = try DatabaseFolder.ofAnimals()
    try FileManager.default.copyItem(at: folder.file, to: copied.file)
    #expect(try copied.animals() == expected)
  }

  @Test func `A closed store reports that it is closed`() async throws {
    let store = AnimalsFile(url: folder.file)
    _ = try await store.fetchAnimalsQuery()
    try await store.close()
    try await store.close()
    await #expect(throws: DurableError.closed) {
      try await store.deleteAnimalMutation(animalId: "Dog")
    }
  }
}
