/// A category of animals.
public struct Category: Hashable, Codable, Sendable, Identifiable {
  /// The unique identifier, which never changes.
  public let categoryId: String
  /// The display name.
  public let name: String

  public var id: String { categoryId }

  package init(categoryId: String, name: String) {
    self.categoryId = categoryId
    self.name = name
  }
}

extension Category {
  package static let amphibian = Category(categoryId: "Amphibian", name: "Amphibian")
  package static let bird = Category(categoryId: "Bird", name: "Bird")
  package static let fish = Category(categoryId: "Fish", name: "Fish")
  package static let invertebrate = Category(categoryId: "Invertebrate", name: "Invertebrate")
  package static let mammal = Category(categoryId: "Mammal", name: "Mammal")
  package static let reptile = Category(categoryId: "Reptile", name: "Reptile")

  /// The sample data.
  package static let samples: [Category] = [
    amphibian, bird, fish, invertebrate, mammal, reptile,
  ]
}
