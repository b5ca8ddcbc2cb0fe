import AnimalsData
import Foundation
import GRDB
import Records
import TestSupport
import Testing

/// Names are stored byte for byte, and are never interpreted as SQL.
@Suite struct LocalStoreNamesTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofAnimals() }

  @Test(
    arguments: [
      "", " ", "'", "\"", "''", "`", "\\", "\\'", "?", "?1", ":name", "@name", "$name", "--", ";",
      "Robert'); DROP TABLE animal;--", "“Tiger”", "L’éléphant", "🦊", "👩🏽‍🚀", "é", "e\u{301}",
      "שפן", "\u{202E}abc\u{202C}", "\u{FEFF}bom", "\u{FFFD}", "a\tb", "a\r\nb",
      String((1...31).map { Character(Unicode.Scalar($0)) }) + "\u{7F}",
      "\u{80}\u{9F}\u{2028}\u{2029}", "\u{10FFFF}", "\u{FFFE}",
      String(repeating: "ä", count: 100_000),
    ])
  func `A name is stored byte for byte`(_ name: String) async throws {
    let store = AnimalsFile(url: folder.file)
    let added = try await store.addAnimalMutation(
      Animal(animalId: "new", name: name, diet: .omnivorous, categoryId: "Fish"), by: ChangeOrigin()
    )
    #expect(Array(added.name.utf8) == Array(name.utf8))
    _ = try await store.updateAnimalMutation(
      animalId: "Dog", name: name, diet: .omnivorous, categoryId: "Fish")
    try await store.close()

    let again = AnimalsFile(url: folder.file)
    let animals = try await again.fetchAnimalsQuery()
    #expect(animals.count == Animal.samples.count + 1)
    for id in ["new", "Dog"] {
      let animal = try #require(animals.first { $0.id == id })
      #expect(Array(animal.name.utf8) == Array(name.utf8))
    }
  }

  private static let payloads = Fixtures.lines("security/patt-sqli-generic.txt")

  @Test(.enabled(if: payloads != nil, "needs the fixtures: see FIELDGUIDE_FIXTURES"))
  func `SQL in a name is not executed`() async throws {
    let payloads = try #require(Self.payloads)
    #expect(!payloads.isEmpty)
    let store = AnimalsFile(url: folder.file)
    for (number, payload) in payloads.enumerated() {
      // Each payload is used as an id, as a name, and as an unknown id.
      _ = try await store.addAnimalMutation(
        Animal(animalId: "name \(number)", name: payload, diet: .omnivorous, categoryId: "Fish"),
        by: ChangeOrigin())
      _ = try await store.addAnimalMutation(
        Animal(animalId: "id \(payload)", name: payload, diet: .omnivorous, categoryId: "Fish"),
        by: ChangeOrigin())
      await #expect(throws: LocalStoreError.animalNotFound) {
        try await store.deleteAnimalMutation(animalId: payload)
      }
      await #expect(throws: LocalStoreError.animalNotFound) {
        try await store.updateAnimalMutation(
          animalId: payload, name: "N", diet: .omnivorous, categoryId: "Fish")
      }
      await #expect(throws: LocalStoreError.categoryNotFound) {
        try await store.addAnimalMutation(name: "N", diet: .omnivorous, categoryId: payload)
      }
    }
    try await store.close()
    let names = try folder.animals().filter { $0[0].hasPrefix("name ") }.map { $0[1] }
    #expect(names.sorted() == payloads.sorted())
    let expectedCount: Int = Animal.samples.count + 2 * payloads.count
    #expect(try folder.animals().count == expectedCount)
    let dog = try folder.animals().first { $0[0] == "Dog" }
    #expect(dog == Animal.dog.columns)
  }
}
