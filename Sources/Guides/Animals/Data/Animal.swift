/// An animal of the guide.
public struct Animal: Hashable, Codable, Sendable, Identifiable {
  /// The unique identifier, which never changes.
  public let animalId: String
  /// The display name, 1 to 200 characters long.
  public let name: String
  /// The diet.
  public let diet: Diet
  /// The identifier of the animal's category.
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
  /// The diet of an animal. The editor lists the cases in this order.
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
  // The spelling of this identifier is part of the established sample data.
  package static let gibbon = Animal(
    animalId: "Bibbon", name: "Southern gibbon", diet: .herbivorous, categoryId: "Mammal")
  package static let sparrow = Animal(
    animalId: "Sparrow", name: "House sparrow", diet: .omnivorous, categoryId: "Bird")
  package static let newt = Animal(
    animalId: "Newt", name: "Newt", diet: .carnivorous, categoryId: "Amphibian")

  /// The sample data.
  package static let samples: [Animal] = [dog, cat, kangaroo, gibbon, sparrow, newt]
}
