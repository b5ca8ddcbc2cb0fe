package import HashTreeCollections

/// All that the guide of animals knows, in two domains.
public struct AnimalsState: Hashable, Sendable {
  package var categories: Categories
  package var animals: Animals

  package init(categories: Categories, animals: Animals) {
    self.categories = categories
    self.animals = animals
  }
}

extension AnimalsState {
  /// A state in which nothing was asked for yet.
  public init() {
    self.init(categories: Categories(), animals: Animals())
  }
}

extension AnimalsState {
  /// The categories, by id, and how far loading them has come.
  package struct Categories: Hashable, Sendable {
    package var data: TreeDictionary<Category.ID, Category>
    package var status: Status?

    package init(data: TreeDictionary<Category.ID, Category> = [:], status: Status? = nil) {
      self.data = data
      self.status = status
    }
  }
}

extension AnimalsState {
  /// The animals, by id, how far loading them has come, and how far each
  /// operation on one has come: by the animal's id, or by the id that was
  /// made for it where it is being added.
  package struct Animals: Hashable, Sendable {
    package var data: TreeDictionary<Animal.ID, Animal>
    package var status: Status?
    package var queue: TreeDictionary<Animal.ID, Status>
    /// Those that came last, the last one first: some of them.
    package private(set) var newest: [Animal.ID]

    package init(
      data: TreeDictionary<Animal.ID, Animal> = [:], status: Status? = nil,
      queue: TreeDictionary<Animal.ID, Status> = [:], newest: [Animal.ID] = []
    ) {
      self.data = data
      self.status = status
      self.queue = queue
      self.newest = newest
    }

    /// Of how many of them it is known that they came last.
    package static let mostNewest = 16

    /// Notes in which order animals came, of which the last is the newest.
    package mutating func recordInsertions(of animals: some BidirectionalCollection<Animal>) {
      newest = []
      for animal in animals.suffix(Self.mostNewest) { recordInsertion(of: animal.id) }
    }

    /// Notes that an animal came after all others.
    package mutating func recordInsertion(of animalId: Animal.ID) {
      newest = [animalId] + newest.filter { $0 != animalId }.prefix(Self.mostNewest - 1)
    }

    /// Notes that an animal is gone.
    package mutating func note(left animalId: Animal.ID) { newest.removeAll { $0 == animalId } }
  }
}
