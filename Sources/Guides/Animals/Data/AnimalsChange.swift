/// A change in the log of a store that several instances share.
///
/// The names of the cases and their labels are the format of the log.
public enum AnimalsChange: Codable, Hashable, Sendable {
  /// An animal was added or updated. An updated animal keeps its number.
  case put(animal: Animal, number: Int)
  case removed(animalId: Animal.ID)
  /// Changes of one operation, with its id.
  case several(id: String, changes: [AnimalsChange])
  /// All categories and animals were replaced.
  case everything(categories: [Category], animals: [NumberedAnimal])
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

  /// Numbers animals relative to a position. The last one gets the position
  /// itself, so that later animals are newer.
  package static func all(of animals: [Animal]) -> [NumberedAnimal] {
    animals.enumerated().map { index, animal in
      NumberedAnimal(animal: animal, number: index - animals.count + 1)
    }
  }
}

extension AnimalsChange {
  /// The change to the sample data, numbered relative to a position.
  package static var samples: AnimalsChange {
    .everything(categories: Category.samples, animals: NumberedAnimal.all(of: Animal.samples))
  }

  /// Returns the change with absolute numbers.
  ///
  /// A change is written before its position is known, so its numbers are
  /// relative to the position.
  package func numbered(from position: Int) -> AnimalsChange {
    switch self {
    case .put(let animal, let number): .put(animal: animal, number: position + number)
    case .removed: self
    case .several(let id, let changes):
      .several(
        id: id, changes: changes.map { $0.numbered(from: position) })
    case .everything(let categories, let animals):
      .everything(
        categories: categories,
        animals: animals.map {
          NumberedAnimal(animal: $0.animal, number: position + $0.number)
        })
    }
  }
}
