package import HashTreeCollections
package import ImmutableData
package import Records
import TextSearch

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
  package struct Animals: Sendable {
    package private(set) var data: TreeDictionary<Animal.ID, Animal>
    package var status: Status?
    package var queue: TreeDictionary<Animal.ID, Status>
    /// The performed parts of the operations on several animals that are in progress, by id.
    package var parts: TreeDictionary<String, OperationPart> = [:]
    /// The place of each animal in the order of insertion. In a shared store it is the same on
    /// each instance.
    package private(set) var numbers: TreeDictionary<Animal.ID, Int> = [:]
    /// The lists of pages, derived from the animals and their numbers.
    private(set) var index: AnimalsIndex
    /// The deletions made last, the newest first, at most `maxDeletionsCount`: their names are
    /// shown after a deletion, which can be undone.
    package var deletions: [Deletion] = []
    /// The animals before the sample data was reloaded, until the next change.
    package private(set) var beforeReload: Replaced?
    /// Numbers that change with the animals, by which pages with a history notice a new version.
    package var changes = ChangeNumbers()
    private var lastNumber = 0

    /// The number of animals from which on storing them makes the lists anew.
    private static let manyChanges = 500

    /// Animals that were deleted together.
    package struct Deletion: Hashable, Sendable {
      /// The id of the operation: that of the animal, if it is one.
      package let id: String
      package fileprivate(set) var animals: [Animal]
    }

    /// Animals that were replaced, with their numbers.
    package struct Replaced: Hashable, Sendable {
      let data: TreeDictionary<Animal.ID, Animal>
      let numbers: TreeDictionary<Animal.ID, Int>

      /// The animals in the order of their insertion. O(n log n).
      package var animals: [Animal] {
        data.values.sorted {
          (numbers[$0.id] ?? 0, $0.id) < (numbers[$1.id] ?? 0, $1.id)
        }
      }

      package var count: Int { data.count }
    }

    /// - Parameters:
    ///   - data: the animals, in an order of insertion by id.
    ///   - recentlyDeleted: the animals deleted last, the newest first.
    package init(
      data: TreeDictionary<Animal.ID, Animal> = [:], status: Status? = nil,
      queue: TreeDictionary<Animal.ID, Status> = [:], recentlyDeleted: [Animal] = []
    ) {
      self.data = data
      self.status = status
      self.queue = queue
      index = AnimalsIndex([], numbers: [:])
      deletions = recentlyDeleted.map { Deletion(id: $0.id, animals: [$0]) }
      replace(by: data.values.sorted { $0.id < $1.id })
    }

    /// The maximum number of deletions that are remembered.
    package static let maxDeletionsCount = 16

    /// The animals of the last deletions, the newest first.
    package var recentlyDeleted: [Animal] { deletions.flatMap(\.animals) }

    /// The ids of the animals added last, the newest first, at most `count`.
    package func newest(_ count: Int) -> [Animal.ID] {
      let ages = index[nil].ages
      return ages[max(0, ages.count - count)..<ages.count].reversed().map(\.id)
    }

    /// The animals with their numbers.
    var present: Replaced { Replaced(data: data, numbers: numbers) }

    /// Replaces all animals by others in the order of their insertion. O(n log n).
    ///
    /// - Parameter isReload: true if a visitor has asked for it, and may undo it.
    package mutating func replace(by animals: [Animal], isReload: Bool = false) {
      replace(
        by: animals.enumerated().map { NumberedAnimal(animal: $1, number: $0 + 1) },
        isReload: isReload)
    }

    /// Replaces all animals of a shared store. O(n log n).
    mutating func replace(by animals: [NumberedAnimal], isReload: Bool = false) {
      let old = present
      data = TreeDictionary(animals.map { ($0.animal.id, $0.animal) }) { _, last in last }
      numbers = TreeDictionary(animals.map { ($0.animal.id, $0.number) }) { _, last in last }
      lastNumber = animals.map(\.number).max() ?? 0
      index = AnimalsIndex(data.values, numbers: numbers)
      changes.noteAll()
      deletions = deletions.compactMap { deletion in
        var deletion = deletion
        deletion.animals.removeAll { data[$0.id] != nil }
        return deletion.animals.isEmpty ? nil : deletion
      }
      if isReload {
        // What an undo has brought back is not undone by its copy.
        beforeReload = animals.map(\.animal) == Animal.samples ? old : nil
        deletions = []
      }
    }

    /// Stores an animal, by default with the next number. One that exists keeps its number.
    /// O(√n).
    ///
    /// - Parameter animalId: the id to store it under; `nil` for its own.
    package mutating func put(
      _ animal: Animal, as animalId: Animal.ID? = nil, number: Int? = nil
    ) {
      let animalId = animalId ?? animal.id
      let known = numbers[animalId]
      let number = known ?? number ?? lastNumber + 1
      if let old = data[animalId] { index.remove(old.renamed(to: animalId), number: known) }
      data[animalId] = animal
      numbers[animalId] = number
      lastNumber = max(lastNumber, number)
      index.insert(animal.renamed(to: animalId), number: number)
      noteChange(of: animalId)
      guard !deletions.isEmpty else { return }
      for position in deletions.indices {
        deletions[position].animals.removeAll { $0.id == animalId }
      }
      deletions.removeAll(where: \.animals.isEmpty)
    }

    /// Removes animals, if they exist, and remembers them. O(√n) for each.
    ///
    /// - Parameter operation: the id of the operation; `nil` for that of the animal.
    package mutating func remove(_ animalIds: [Animal.ID], by operation: String? = nil) {
      let removed = animalIds.compactMap { animalId -> Animal? in
        guard let animal = data.removeValue(forKey: animalId) else { return nil }
        index.remove(
          animal.renamed(to: animalId), number: numbers.removeValue(forKey: animalId))
        noteChange(of: animalId)
        return animal
      }
      guard let first = removed.first else { return }
      deletions =
        [Deletion(id: operation ?? first.id, animals: removed)]
        + deletions.prefix(Self.maxDeletionsCount - 1)
    }

    /// Adds or updates fetched animals, in the order of their insertion.
    package mutating func merge(_ animals: [Animal]) {
      let new = TreeDictionary(animals.map { ($0.id, $0) }) { _, last in last }
      let old = present.animals.map { new[$0.id] ?? $0 }
      replace(by: old + animals.compactMap { data[$0.id] == nil ? new[$0.id] : nil })
    }

    /// Stores animals. Those that exist keep their numbers. O(√n) for each, or O(n log n) for
    /// many.
    mutating func put(_ animals: [NumberedAnimal]) {
      guard animals.count > Self.manyChanges else {
        for new in animals { put(new.animal, number: new.number) }
        return
      }
      let new = TreeDictionary(animals.map { ($0.animal.id, $0) }) { _, last in last }
      let kept = data.values.filter { new[$0.id] == nil }
        .map { NumberedAnimal(animal: $0, number: numbers[$0.id] ?? 0) }
      replace(
        by: kept
          + new.values.map {
            NumberedAnimal(animal: $0.animal, number: numbers[$0.animal.id] ?? $0.number)
          })
      beforeReload = nil
    }

    /// Performs the changes of an operation. The animals that it adds get the next numbers.
    package mutating func perform(_ operation: RecordsOperation<Animal>) {
      let animals = operation.edits.compactMap(\.new)
      put(
        animals.enumerated().map {
          NumberedAnimal(animal: $1, number: lastNumber + 1 + $0)
        })
      remove(
        operation.edits.filter { $0.new == nil }.map(\.id),
        by: operation.isForSeveral ? operation.id : nil)
    }

    private mutating func noteChange(of animalId: Animal.ID) {
      changes.note(animalId)
      beforeReload = nil
    }
  }
}

// The index, the numbers and the notes about changes follow from the history of the state: equal
// states show the same animals.
extension AnimalsState.Animals: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.queue == right.queue
      && left.parts == right.parts && left.deletions == right.deletions && left.data == right.data
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(queue)
    hasher.combine(data.count)
  }
}

extension AnimalsState.Animals: CustomReflectable {
  /// The properties by which states are compared, for the inspector.
  package var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "data": data, "status": status as Any, "queue": queue, "parts": parts,
        "deletions": deletions,
      ], displayStyle: .struct)
  }
}

extension AnimalsState.Animals {
  mutating func clearFailure(of animalId: Animal.ID) {
    if case .failure = queue[animalId] { queue[animalId] = nil }
  }

  mutating func clearFailures() {
    queue = queue.filter { if case .failure = $0.value { false } else { true } }
  }
}
