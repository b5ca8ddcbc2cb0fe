public import Records

/// A change of the animals. Its coding is the format of the log.
public enum AnimalsChange: Codable, Hashable, Sendable {
  /// The changes of an operation. The animals that it adds get the next numbers, from the first
  /// one on.
  case edited(_ operation: RecordsOperation<Animal>, firstNumber: Int)
  /// All categories and animals were replaced. The animals are in the order of their insertion.
  case everything(categories: [Category], animals: [Animal])

  /// The change to the sample data.
  static var samples: AnimalsChange {
    .everything(categories: Category.samples, animals: Animal.samples)
  }
}

/// An animal with its place in the order of insertion.
public struct NumberedAnimal: Codable, Hashable, Sendable {
  public let animal: Animal
  /// The newest animal has the highest number.
  public let number: Int

  package init(animal: Animal, number: Int) {
    self.animal = animal
    self.number = number
  }
}
