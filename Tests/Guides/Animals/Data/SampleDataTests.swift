import AnimalsData
import Foundation
import Testing

@Suite struct SampleDataTests {
  @Test func `The categories are the specified ones`() {
    let rows = Category.samples.map { [$0.categoryId, $0.name] }
    #expect(
      rows == [
        ["Amphibian", "Amphibian"],
        ["Bird", "Bird"],
        ["Fish", "Fish"],
        ["Invertebrate", "Invertebrate"],
        ["Mammal", "Mammal"],
        ["Reptile", "Reptile"],
      ])
    #expect(
      Category.samples == [.amphibian, .bird, .fish, .invertebrate, .mammal, .reptile])
  }

  @Test func `The animals are the specified ones`() {
    let rows = Animal.samples.map { [$0.animalId, $0.name, $0.diet.rawValue, $0.categoryId] }
    #expect(
      rows == [
        ["Dog", "Dog", "Carnivore", "Mammal"],
        ["Cat", "Cat", "Carnivore", "Mammal"],
        ["Kangaroo", "Red kangaroo", "Herbivore", "Mammal"],
        ["Bibbon", "Southern gibbon", "Herbivore", "Mammal"],
        ["Sparrow", "House sparrow", "Omnivore", "Bird"],
        ["Newt", "Newt", "Carnivore", "Amphibian"],
      ])
    #expect(Animal.samples == [.dog, .cat, .kangaroo, .gibbon, .sparrow, .newt])
  }

  @Test func `The IDs are stored in their fields`() {
    #expect(Category.samples.map(\.id) == Category.samples.map(\.categoryId))
    #expect(Animal.samples.map(\.id) == Animal.samples.map(\.animalId))
  }

  @Test func `The diets have the order of the editor`() {
    #expect(Animal.Diet.allCases == [.herbivorous, .carnivorous, .omnivorous])
    #expect(Animal.Diet.allCases.map(\.rawValue) == ["Herbivore", "Carnivore", "Omnivore"])
  }
}

@Suite struct JSONTests {
  @Test func `An animal is encoded with four fields`() throws {
    #expect(
      try json(Animal.gibbon)
        == #"{"animalId":"Bibbon","categoryId":"Mammal","diet":"Herbivore","name":"Southern gibbon"}"#
    )
  }

  @Test func `A category is encoded with two fields`() throws {
    #expect(try json(Category.bird) == #"{"categoryId":"Bird","name":"Bird"}"#)
  }

  @Test(arguments: Animal.samples)
  func `An animal decodes to its encoded value`(_ animal: Animal) throws {
    let data = try JSONEncoder().encode(animal)
    #expect(try JSONDecoder().decode(Animal.self, from: data) == animal)
  }

  @Test func `Unknown fields are ignored`() throws {
    let text = #"{"categoryId":"Bird","name":"Bird","colour":"blue"}"#
    #expect(try JSONDecoder().decode(Category.self, from: Data(text.utf8)) == .bird)
  }

  @Test(
    arguments: [
      #"{"animalId":"A","name":"A","diet":"herbivore","categoryId":"Bird"}"#,
      #"{"animalId":"A","name":"A","diet":"Fungivore","categoryId":"Bird"}"#,
      #"{"animalId":"A","name":"A","diet":null,"categoryId":"Bird"}"#,
      #"{"animalId":"A","name":"A","categoryId":"Bird"}"#,
      #"{"name":"A","diet":"Herbivore","categoryId":"Bird"}"#,
    ])
  func `An invalid animal is rejected`(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Animal.self, from: Data(text.utf8))
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
