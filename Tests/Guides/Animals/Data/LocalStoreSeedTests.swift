import Foundation
import TestSupport
import Testing

@testable import AnimalsData

/// The sample data is inserted into a new file, once.
@Suite struct LocalStoreSeedTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofAnimals() }

  @Test func `A store that is not used creates no file`() {
    _ = AnimalsFile(url: folder.file)
    #expect(!FileManager.default.fileExists(atPath: folder.file.path))
  }

  @Test(
    arguments: [
      { _ = try await $0.fetchAnimalsQuery() },
      { _ = try await $0.fetchCategoriesQuery() },
      {
        _ = try await $0.updateAnimalMutation(
          animalId: "Dog", name: "Dog", diet: .carnivorous, categoryId: "Mammal")
      },
      // A rejected mutation also counts as a use.
      { _ = try? await $0.deleteAnimalMutation(animalId: "gone") },
    ] as [@Sendable (AnimalsFile) async throws -> Void])
  func `The first use seeds`(_ use: @Sendable (AnimalsFile) async throws -> Void) async throws {
    let store = AnimalsFile(url: folder.file)
    try await use(store)
    try await store.close()
    #expect(try folder.animals() == Animal.samples.byId.map(\.columns))
  }

  @Test func `Deleted animals stay deleted`() async throws {
    let store = AnimalsFile(url: folder.file)
    for animal in Animal.samples {
      #expect(try await store.deleteAnimalMutation(animalId: animal.id) == animal)
    }
    #expect(try await store.fetchAnimalsQuery() == [])
    try await store.close()

    let again = AnimalsFile(url: folder.file)
    #expect(try await again.fetchAnimalsQuery() == [])
    #expect(try await again.fetchCategoriesQuery().count == Category.samples.count)
  }
}
