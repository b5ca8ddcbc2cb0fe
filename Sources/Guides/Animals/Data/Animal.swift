/// An animal of the guide.
///
/// Its JSON has a note only if it is not empty.
public struct Animal: Hashable, Sendable, Identifiable {
  /// The unique identifier, which never changes.
  public let animalId: String
  /// The display name, 1 to 200 characters long.
  public package(set) var name: String
  /// The diet.
  public package(set) var diet: Diet
  /// The identifier of the animal's category.
  public package(set) var categoryId: String
  /// Remarks, up to 2,000 characters in several lines; empty for none.
  public package(set) var note: String

  public var id: String { animalId }

  package init(
    animalId: String, name: String, diet: Diet, categoryId: String, note: String = ""
  ) {
    self.animalId = animalId
    self.name = name
    self.diet = diet
    self.categoryId = categoryId
    self.note = note
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

extension Animal: Codable {
  private enum CodingKeys: String, CodingKey {
    case animalId, name, diet, categoryId, note
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      animalId: try container.decode(String.self, forKey: .animalId),
      name: try container.decode(String.self, forKey: .name),
      diet: try container.decode(Diet.self, forKey: .diet),
      categoryId: try container.decode(String.self, forKey: .categoryId),
      note: try container.decodeIfPresent(String.self, forKey: .note) ?? "")
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(animalId, forKey: .animalId)
    try container.encode(name, forKey: .name)
    try container.encode(diet, forKey: .diet)
    try container.encode(categoryId, forKey: .categoryId)
    if !note.isEmpty { try container.encode(note, forKey: .note) }
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
  public static let samples: [Animal] = [dog, cat, kangaroo, gibbon, sparrow, newt]
}
