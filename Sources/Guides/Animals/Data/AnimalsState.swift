package import HashTreeCollections
package import ImmutableData

/// The state of the guide to animals: its categories and its animals.
public struct AnimalsState: Hashable, Sendable {
  package var categories: Categories
  package var animals: Animals
  /// True if the state follows the log of a shared store. Then only the log changes
  /// categories and animals, and the outcome of an operation only ends it.
  package var isFollowing: Bool

  package init(categories: Categories, animals: Animals, isFollowing: Bool = false) {
    self.categories = categories
    self.animals = animals
    self.isFollowing = isFollowing
  }
}

extension AnimalsState {
  /// The state before anything was requested.
  ///
  /// - Parameter isFollowing: True if the state follows the log of a shared store,
  ///   which then also loads it.
  public init(isFollowing: Bool = false) {
    self.init(categories: Categories(), animals: Animals(), isFollowing: isFollowing)
  }
}

extension AnimalsState {
  /// The categories by id, and the status of loading them.
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
  /// The animals by id, the status of loading them, and the status of each
  /// operation. An operation is keyed by the id of the animal, which for an
  /// addition is the id from the form.
  package struct Animals: Hashable, Sendable {
    package var data: TreeDictionary<Animal.ID, Animal>
    package var status: Status?
    package var queue: TreeDictionary<Animal.ID, Status>
    /// The ids of the animals added last, newest first, at most
    /// `maxNewestCount`.
    package private(set) var newest: [Animal.ID]
    /// The numbers of the animals of a shared store, in which `newest` is the
    /// same on each instance; empty for other stores.
    package var numbers: TreeDictionary<Animal.ID, Int> = [:]
    /// The animals deleted last, newest first, at most
    /// `maxRecentlyDeletedCount`. Their names are shown after a deletion.
    package var recentlyDeleted: [Animal]

    package init(
      data: TreeDictionary<Animal.ID, Animal> = [:], status: Status? = nil,
      queue: TreeDictionary<Animal.ID, Status> = [:], newest: [Animal.ID] = [],
      recentlyDeleted: [Animal] = []
    ) {
      self.data = data
      self.status = status
      self.queue = queue
      self.newest = newest
      self.recentlyDeleted = recentlyDeleted
    }

    /// The maximum number of ids in `newest`.
    package static let maxNewestCount = 16

    /// The maximum number of animals in `recentlyDeleted`.
    package static let maxRecentlyDeletedCount = 16

    /// Records animals in the order of insertion; the last one is the newest.
    package mutating func recordInsertions(of animals: some BidirectionalCollection<Animal>) {
      newest = []
      for animal in animals.suffix(Self.maxNewestCount) { recordInsertion(of: animal.id) }
      recentlyDeleted.removeAll { data[$0.id] != nil }
    }

    /// Records an animal as the newest.
    package mutating func recordInsertion(of animalId: Animal.ID) {
      newest = [animalId] + newest.filter { $0 != animalId }.prefix(Self.maxNewestCount - 1)
      recentlyDeleted.removeAll { $0.id == animalId }
    }

    /// Records that an animal was removed.
    package mutating func recordRemoval(of animal: Animal) {
      newest.removeAll { $0 == animal.id }
      recentlyDeleted =
        [animal]
        + recentlyDeleted.filter { $0.id != animal.id }.prefix(Self.maxRecentlyDeletedCount - 1)
    }

    /// Stores an animal of a shared store. An animal that exists keeps its
    /// number.
    package mutating func put(_ animal: Animal, number: Int) {
      data[animal.id] = animal
      recentlyDeleted.removeAll { $0.id == animal.id }
      guard numbers[animal.id] == nil else { return }
      numbers[animal.id] = number
      insertIntoNewest(animal.id)
    }

    /// Removes an animal of a shared store, if it exists.
    package mutating func remove(_ animalId: Animal.ID) {
      guard let animal = data.removeValue(forKey: animalId) else { return }
      numbers[animalId] = nil
      let wasNewest = newest.contains(animalId)
      recordRemoval(of: animal)
      // An older animal takes its place.
      if wasNewest { renumber(by: numbers) }
    }

    /// Replaces the numbers of all animals. O(n).
    package mutating func renumber(by numbers: TreeDictionary<Animal.ID, Int>) {
      self.numbers = numbers
      newest = []
      for animalId in numbers.keys { insertIntoNewest(animalId) }
    }

    /// Inserts an animal into `newest` by its number, unless it is too old.
    private mutating func insertIntoNewest(_ animalId: Animal.ID) {
      func rank(_ animalId: Animal.ID) -> (Int, Animal.ID) {
        (numbers[animalId] ?? .min, animalId)
      }
      let own = rank(animalId)
      let index = newest.firstIndex { rank($0) < own } ?? newest.endIndex
      guard index < Self.maxNewestCount else { return }
      newest.insert(animalId, at: index)
      if newest.count > Self.maxNewestCount { newest.removeLast() }
    }
  }
}

extension AnimalsState.Animals {
  mutating func clearFailure(of animalId: Animal.ID) {
    if case .failure = queue[animalId] { queue[animalId] = nil }
  }

  mutating func replace(by animals: [NumberedAnimal]) {
    data = TreeDictionary(animals.map { ($0.animal.id, $0.animal) }) { _, last in last }
    queue = queue.filter { if case .failure = $0.value { false } else { true } }
    recentlyDeleted = []
    renumber(by: TreeDictionary(animals.map { ($0.animal.id, $0.number) }) { _, last in last })
  }
}
