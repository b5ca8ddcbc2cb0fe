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

    package init(
      data: TreeDictionary<Animal.ID, Animal> = [:], status: Status? = nil,
      queue: TreeDictionary<Animal.ID, Status> = [:]
    ) {
      self.data = data
      self.status = status
      self.queue = queue
    }
  }
}
