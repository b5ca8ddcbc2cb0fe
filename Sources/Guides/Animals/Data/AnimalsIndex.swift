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

    fileprivate struct Elements {
      private(set) var names: [ListedName] = []
      private(set) var ages: [ListedAge] = []

      mutating func add(_ animal: Animal, _ number: Int?) {
        names.append(ListedName(animal))
        ages.append(ListedAge(animal.id, number))
      }
    }
  }

  /// The lists by category; those of all animals under `nil`. No list is empty.
  private var lists: [Category.ID?: Lists] = [:]

  /// Creates an index. O(n log n).
  init(_ animals: some Collection<Animal>, numbers: TreeDictionary<Animal.ID, Int>) {
    let names = animals.map { ListedName($0) }.sorted()
    let ages = animals.map { ListedAge($0.id, numbers[$0.id]) }.sorted()
    let categories = TreeDictionary(animals.map { ($0.id, $0.categoryId) }) { _, last in last }
    let namesByCategory = Dictionary(grouping: names) { categories[$0.id] }
    let agesByCategory = Dictionary(grouping: ages) { categories[$0.id] }
    for (category, names) in namesByCategory {
      lists[category] = Lists(
        names: SortedList(sorted: names), ages: SortedList(sorted: agesByCategory[category] ?? []))
    }
    if !names.isEmpty {
      lists[nil as Category.ID?] = Lists(
        names: SortedList(sorted: names), ages: SortedList(sorted: ages))
    }
  }

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
    guard let changes else {
      self.init(animals.data.values, numbers: animals.numbers)
      return
    }
    self = changes.earlier.value
    var edits: [Category.ID?: Edits] = [:]
    func edit(
      _ id: Animal.ID, of animals: AnimalsState.Animals.Replaced,
      _ list: WritableKeyPath<Edits, Lists.Elements>
    ) {
      guard let animal = animals.data[id] else { return }
      for category in [nil, animal.categoryId] as [Category.ID?] {
        edits[category, default: Edits()][keyPath: list].add(animal, animals.numbers[id])
      }
    }
    for id in changes.keys {
      edit(id, of: changes.earlier.state, \.removed)
      edit(id, of: animals, \.inserted)
    }
    for (category, edits) in edits {
      var changed = lists.removeValue(forKey: category) ?? Lists()
      changed.names.change(removing: edits.removed.names, inserting: edits.inserted.names)
      changed.ages.change(removing: edits.removed.ages, inserting: edits.inserted.ages)
      if changed.names.count > 0 { lists[category] = changed }
    }
  }

  private struct Edits {
    var removed = Lists.Elements()
    var inserted = Lists.Elements()
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

/// An animal in the order in which they were added.
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
