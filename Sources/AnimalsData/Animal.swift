/// An animal of the guide.
public struct Animal: Hashable, Codable, Sendable, Identifiable {
  /// Tells it from all others, for good.
  public let animalId: String
  /// What people call it: 1 to 200 characters.
  public let name: String
  /// What it eats.
  public let diet: Diet
  /// The category it belongs to.
  public let categoryId: String

  public var id: String { animalId }

  package init(animalId: String, name: String, diet: Diet, categoryId: String) {
    self.animalId = animalId
    self.name = name
    self.diet = diet
    self.categoryId = categoryId
  }
}

extension Animal {
  /// What an animal eats. The order is that of the editor's choices.
  public enum Diet: String, CaseIterable, Hashable, Codable, Sendable {
    case herbivorous = "Herbivore"
    case carnivorous = "Carnivore"
    case omnivorous = "Omnivore"
  }
}

extension Animal {
  package static let dog = Animal(
    animalId: "Dog", name: "Dog", diet: .carnivorous, categoryId: "Mammal")
  package static let cat = Animal(
    animalId: "Cat", name: "Cat", diet: .carnivorous, categoryId: "Mammal")
  package static let kangaroo = Animal(
    animalId: "Kangaroo", name: "Red kangaroo", diet: .herbivorous, categoryId: "Mammal")
  // The id is spelt so in the data that this sample continues.
  package static let gibbon = Animal(
    animalId: "Bibbon", name: "Southern gibbon", diet: .herbivorous, categoryId: "Mammal")
  package static let sparrow = Animal(
    animalId: "Sparrow", name: "House sparrow", diet: .omnivorous, categoryId: "Bird")
  package static let newt = Animal(
    animalId: "Newt", name: "Newt", diet: .carnivorous, categoryId: "Amphibian")

  /// The sample data.
  package static let samples: [Animal] = [dog, cat, kangaroo, gibbon, sparrow, newt]
}
