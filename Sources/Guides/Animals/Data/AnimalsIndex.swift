import HashTreeCollections
import Records
import TextSearch

/// The orders in which pages list the animals. It follows from that of an earlier state and the
/// animals that have changed since.
struct AnimalsIndex: Sendable {
  /// The lists of a category, or of all animals.
  struct Lists: Sendable {
    var names = SortedList<ListedName>()
    var ages = SortedList<ListedAge>()
    var changes = SortedList<ListedAge>()
  }

  /// The elements that are removed from lists, or inserted.
  fileprivate struct Elements {
    var names: [ListedName] = []
    var ages: [ListedAge] = []
    var changes: [ListedAge] = []
  }

  /// The lists by category; those of all animals under `nil`. No list is empty.
  private var lists: [Category.ID?: Lists] = [:]

  /// The lists of a category, or of all animals for `nil`.
  subscript(categoryId: Category.ID?) -> Lists { lists[categoryId] ?? Lists() }

  /// The numbers of animals by category.
  var counts: [Category.ID: Int] {
    lists.reduce(into: [:]) { counts, list in
      if let category = list.key { counts[category] = list.value.names.count }
    }
  }

  /// Creates the index of animals: from an earlier one in the time of `SortedList.change`, or in
  /// O(n log n) without changes.
  init(_ animals: AnimalsState.Animals.Replaced, after changes: AnimalsState.Animals.Lists.Changes?)
  {
    var removed: [Category.ID?: Elements] = [:]
    if let (index, state) = changes?.earlier, let keys = changes?.keys {
      self = index
      removed = state.elements(of: keys)
    }
    let inserted =
      changes.map { animals.elements(of: $0.keys) } ?? animals.elements(of: animals.data.keys)
    for category in Set(removed.keys).union(inserted.keys) {
      let (old, new) = (removed[category] ?? Elements(), inserted[category] ?? Elements())
      var changed = lists.removeValue(forKey: category) ?? Lists()
      changed.names.change(removing: old.names, inserting: new.names)
      changed.ages.change(removing: old.ages, inserting: new.ages)
      changed.changes.change(removing: old.changes, inserting: new.changes)
      if changed.names.count > 0 { lists[category] = changed }
    }
  }
}

extension AnimalsState.Animals.Replaced {
  /// Returns the elements of animals in the lists, by category, in the order of their names.
  fileprivate func elements(
    of ids: some Sequence<Animal.ID>
  ) -> [Category.ID?: AnimalsIndex.Elements] {
    let animals = ids.compactMap { data[$0] }
    // The lists of the categories need not be sorted again.
    let listed = animals.map { (ListedName($0), $0.categoryId) }.sorted { $0.0 < $1.0 }
    return listed.reduce(into: [:]) { elements, listed in
      let (name, categoryId) = listed
      for category in [nil, categoryId] {
        elements[category, default: AnimalsIndex.Elements()].names.append(name)
        elements[category, default: AnimalsIndex.Elements()].ages.append(age(of: name.id))
        elements[category, default: AnimalsIndex.Elements()].changes.append(change(of: name.id))
      }
    }
  }

  /// Returns the place of an animal in the order in which they were added.
  func age(of id: Animal.ID) -> ListedAge { ListedAge(id, numbers[id]) }

  /// Returns the place of an animal in the order in which they were changed last. Those without a
  /// known change are the first, in the order in which they were added.
  func change(of id: Animal.ID) -> ListedAge {
    ListedAge(id, changes[id] ?? .min + (numbers[id] ?? 0))
  }
}

extension AnimalsState.Animals {
  /// The lists derived from the animals and their numbers.
  typealias Lists = Derived<Replaced, Animal.ID, AnimalsIndex>
}

/// An animal in the order of names.
struct ListedName: SortedListElement {
  private let key: SortName
  private let text: SearchText
  let id: Animal.ID

  init(_ animal: Animal) {
    key = animal.sortName
    text = SearchText(animal.name)
    id = animal.id
  }

  static func < (left: ListedName, right: ListedName) -> Bool {
    left.key == right.key ? left.id < right.id : left.key < right.key
  }

  static func summary(of elements: [ListedName]) -> JoinedTexts {
    var texts = JoinedTexts()
    for element in elements { texts.append([element.text]) }
    return texts
  }
}

/// An animal in the order in which they were added, or changed last.
struct ListedAge: SortedListElement {
  private let number: Int
  let id: Animal.ID

  init(_ id: Animal.ID, _ number: Int?) {
    self.number = number ?? .min
    self.id = id
  }

  static func < (left: ListedAge, right: ListedAge) -> Bool {
    (left.number, left.id) < (right.number, right.id)
  }

  static func summary(of elements: [ListedAge]) {}
}

extension SortedList<ListedName> {
  /// Returns the ids of the animals whose names contain all words, anywhere. O(length of the
  /// names).
  func ids(containing words: [SearchText]) -> [Animal.ID] {
    chunks.flatMap { chunk in
      var ids: [Animal.ID] = []
      let hits = words.map { chunk.summary.hits(of: $0) }
      for (position, element) in chunk.elements.enumerated()
      where hits.allSatisfy({ $0[position] }) {
        ids.append(element.id)
      }
      return ids
    }
  }
}
