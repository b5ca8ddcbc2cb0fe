package import HashTreeCollections
package import ImmutableData
package import Records
import TextSearch

/// The state of the guide to animals: its categories and its animals.
public struct AnimalsState: Hashable, Sendable {
  package var categories: Categories
  package var animals: Animals
  /// The first value of the database that this version of the program does not know.
  var unknownValue: LocalStoreError?

  package init(categories: Categories, animals: Animals) {
    self.categories = categories
    self.animals = animals
  }
}

extension AnimalsState {
  /// The state before anything was requested.
  public init() {
    self.init(categories: Categories(), animals: Animals())
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
    /// The animals by id. Those that a new value adds are the newest ones, by id.
    package var data: TreeDictionary<Animal.ID, Animal> {
      get { stored }
      set {
        let new = newValue.keys.filter { numbers[$0] == nil }.sorted()
        numbers = numbers.filter { newValue[$0.key] != nil }
        for id in new { number(id) }
        stored = newValue
        lists = Lists()
      }
    }
    private var stored: TreeDictionary<Animal.ID, Animal> = [:]
    package var status: Status?
    package var queue: TreeDictionary<Animal.ID, Status>
    /// The performed parts of the operations on several animals that are in progress or have
    /// failed, by id.
    package var parts: TreeDictionary<String, OperationPart> = [:]
    /// The place of each animal in the order of insertion.
    package private(set) var numbers: TreeDictionary<Animal.ID, Int> = [:]
    private var lists = Lists()
    /// The deletions made last, the newest first, at most `maxDeletionsCount`: their names are
    /// shown after a deletion, which can be undone.
    package var deletions: [Deletion] = []
    /// The animals before the sample data was reloaded, until the next change.
    package private(set) var beforeReload: Replaced?
    /// Numbers that change with the animals, by which pages with a history notice a new version.
    package var changes = ChangeNumbers()
    private(set) var lastNumber = 0

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
      self.status = status
      self.queue = queue
      deletions = recentlyDeleted.map { Deletion(id: $0.id, animals: [$0]) }
      self.data = data
    }

    /// The lists of pages, derived from the animals and their numbers.
    var index: AnimalsIndex { lists.value(of: present) { AnimalsIndex($0, after: $1) } }

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

    /// Replaces all animals by those that were loaded. O(n).
    mutating func load(_ animals: [NumberedAnimal]) {
      stored = [:]
      numbers = [:]
      lastNumber = 0
      for animal in animals { load(animal) }
      forgetEarlier()
      // The first page need not wait for it.
      _ = index
    }

    /// Adds an animal while all of them are loaded.
    mutating func load(_ animal: NumberedAnimal) {
      stored[animal.animal.id] = animal.animal
      numbers[animal.animal.id] = animal.number
      lastNumber = max(lastNumber, animal.number)
    }

    /// Replaces all animals by others in the order of their insertion, which a visitor has asked
    /// for, and may undo. O(n).
    package mutating func replace(by animals: [Animal]) {
      let old = present
      stored = [:]
      numbers = [:]
      lastNumber = 0
      for animal in animals {
        stored[animal.id] = animal
        number(animal.id)
      }
      forgetEarlier()
      // What an undo has brought back is not undone by its copy.
      beforeReload = old.count > 0 && animals == Animal.samples ? old : nil
      if old.count > 0 { deletions = [] }
    }

    /// Forgets what was derived from, and deleted among, the earlier animals.
    private mutating func forgetEarlier() {
      lists = Lists()
      changes.noteAll()
      deletions = deletions.compactMap { deletion in
        var deletion = deletion
        deletion.animals.removeAll { stored[$0.id] != nil }
        return deletion.animals.isEmpty ? nil : deletion
      }
      beforeReload = nil
    }

    /// Gives an animal the next number, unless it has one.
    private mutating func number(_ animalId: Animal.ID) {
      guard numbers[animalId] == nil else { return }
      lastNumber += 1
      numbers[animalId] = lastNumber
    }

    /// Adds or updates an animal, as an operation on it does.
    package mutating func put(_ animal: Animal) { edit(animal.id, to: animal) }

    /// Deletes an animal, as an operation on it does.
    package mutating func remove(_ animalId: Animal.ID) { edit(animalId, to: nil) }

    private mutating func edit(_ animalId: Animal.ID, to new: Animal?) {
      let edit = RecordEdit(id: animalId, old: stored[animalId], new: new)
      perform(RecordsOperation(id: animalId, edits: [edit]))
    }

    /// Performs the changes of an operation, and remembers the animals that it deletes.
    ///
    /// - Parameter firstNumber: the number of the first animal that it adds; `nil` for the next
    ///   one.
    package mutating func perform(
      _ operation: RecordsOperation<Animal>, firstNumber: Int? = nil
    ) {
      var next = firstNumber ?? lastNumber + 1
      var deleted: [Animal] = []
      for edit in operation.edits {
        lists.note(edit.id, in: Replaced(data: stored, numbers: numbers))
        let old = stored[edit.id]
        stored[edit.id] = edit.new
        if edit.new == nil {
          numbers[edit.id] = nil
        } else if numbers[edit.id] == nil {
          numbers[edit.id] = next
          next += 1
        }
        if edit.new == nil, let old { deleted.append(old) }
        changes.note(edit.id)
        clearFailure(of: edit.id)
      }
      lastNumber = max(lastNumber, next - 1)
      beforeReload = nil
      if !deletions.isEmpty {
        let present = Set(operation.edits.filter { $0.new != nil }.map(\.id))
        for position in deletions.indices {
          deletions[position].animals.removeAll { present.contains($0.id) }
        }
        deletions.removeAll(where: \.animals.isEmpty)
      }
      guard let first = deleted.first else { return }
      if operation.isForSeveral, deletions.first?.id == operation.id {
        deletions[0].animals += deleted
      } else {
        let id = operation.isForSeveral ? operation.id : first.id
        deletions =
          [Deletion(id: id, animals: deleted)] + deletions.prefix(Self.maxDeletionsCount - 1)
      }
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
