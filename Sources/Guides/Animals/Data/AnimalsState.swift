package import HashTreeCollections
package import ImmutableData
public import Records
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

extension AnimalsState: RecordsHolding {
  public var recordsState: RecordsState<Animal> { animals.records }
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
    /// The animals as records, with the progress of operations and the last ones.
    package var records: RecordsState<Animal>
    /// The place of each animal in the order of insertion.
    package private(set) var numbers: TreeDictionary<Animal.ID, Int> = [:]
    private var lists = Lists()
    private(set) var lastNumber = 0

    /// Animals with their numbers.
    package struct Replaced: Hashable, Sendable {
      let data: TreeDictionary<Animal.ID, Animal>
      let numbers: TreeDictionary<Animal.ID, Int>
      let changes: LastChanges

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
      records = RecordsState(status: status, queue: queue)
      for animal in recentlyDeleted.reversed() {
        records.remember(RecordsOperation(id: animal.id, old: animal, new: nil))
      }
      self.data = data
    }

    /// The animals by id. Those that a new value adds are the newest ones, by id.
    package var data: TreeDictionary<Animal.ID, Animal> {
      get { records.records }
      set {
        let new = newValue.keys.filter { numbers[$0] == nil }.sorted()
        numbers = numbers.filter { newValue[$0.key] != nil }
        for id in new { number(id) }
        records.replaceRecords(by: newValue)
        lists = Lists()
      }
    }

    package var status: Status? {
      get { records.status }
      set { records.status = newValue }
    }

    package var queue: TreeDictionary<Animal.ID, Status> {
      get { records.queue }
      set { records.queue = newValue }
    }

    /// The lists of pages, derived from the animals and their numbers.
    var index: AnimalsIndex { lists.value(of: present) { AnimalsIndex($0, after: $1) } }

    /// The animals of the last deletions, the newest first.
    package var recentlyDeleted: [Animal] { records.deleted.map(\.record) }

    /// The ids of the animals added last, the newest first, at most `count`.
    package func newest(_ count: Int) -> [Animal.ID] {
      let ages = index[nil].ages
      return ages[max(0, ages.count - count)..<ages.count].reversed().map(\.id)
    }

    /// The animals with their numbers.
    var present: Replaced {
      Replaced(data: data, numbers: numbers, changes: records.lastChanges)
    }

    /// Replaces all animals by those that were loaded. O(n).
    mutating func load(_ animals: [NumberedAnimal]) {
      clear()
      for animal in animals { load(animal) }
      forgetEarlier()
      // The first page need not wait for it.
      _ = index
    }

    /// Adds an animal while all of them are loaded.
    mutating func load(_ animal: NumberedAnimal) {
      records.load(animal.animal, id: animal.animal.id)
      if let change = animal.change { records.lastChanges.load(change, of: animal.animal.id) }
      numbers[animal.animal.id] = animal.number
      lastNumber = max(lastNumber, animal.number)
    }

    /// Replaces all animals by others in the order of their insertion. O(n).
    ///
    /// - Parameter operation: the operation that did; `nil` if it is not known.
    package mutating func replace(
      by animals: [Animal], in operation: RecordsOperation<Animal>? = nil
    ) {
      clear()
      for animal in animals {
        records.load(animal, id: animal.id)
        number(animal.id)
      }
      forgetEarlier()
      guard let operation else { return }
      records.remember(operation)
      for edit in operation.edits {
        records.lastChanges.note(edit.id, isDeletion: edit.new == nil)
      }
    }

    private mutating func clear() {
      records.replaceRecords(by: [:])
      numbers = [:]
      lastNumber = 0
    }

    /// Forgets what was derived from the earlier animals.
    private mutating func forgetEarlier() {
      lists = Lists()
      records.endLoad()
      records.changes.noteAll()
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
      perform(RecordsOperation(id: animalId, old: data[animalId], new: new))
    }

    /// Performs the changes of an operation, and remembers it.
    ///
    /// - Parameter firstNumber: the number of the first animal that it adds; `nil` for the next
    ///   one.
    package mutating func perform(
      _ operation: RecordsOperation<Animal>, firstNumber: Int? = nil
    ) {
      var next = firstNumber ?? lastNumber + 1
      for edit in operation.edits {
        lists.note(
          edit.id,
          in: Replaced(
            data: records.records, numbers: numbers, changes: records.lastChanges))
        if edit.new == nil {
          numbers[edit.id] = nil
        } else if numbers[edit.id] == nil {
          numbers[edit.id] = next
          next += 1
        }
      }
      lastNumber = max(lastNumber, next - 1)
      records.apply(operation)
    }
  }
}

// The index, the numbers and the notes about changes follow from the history of the state: equal
// states show the same animals.
extension AnimalsState.Animals: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.queue == right.queue
      && left.records.parts == right.records.parts
      && left.data == right.data
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
        "data": data, "status": status as Any, "queue": queue, "parts": records.parts,
        "operations": records.operations,
      ], displayStyle: .struct)
  }
}
