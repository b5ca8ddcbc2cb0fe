import HashTreeCollections
import Synchronization
import TextSearch

/// The orders in which pages list the animals, which each change keeps up to date: no page sorts
/// or counts them.
struct AnimalsIndex: Sendable {
  /// The lists of a category, or of all animals.
  struct Lists: Sendable {
    var names = SortedList<ListedName>()
    var ages = SortedList<ListedAge>()
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

  /// Inserts an animal. O(√n).
  mutating func insert(_ animal: Animal, number: Int?) {
    change(animal) { lists in
      lists.names.insert(ListedName(animal))
      lists.ages.insert(ListedAge(animal.id, number))
    }
  }

  /// Removes an animal, which has to be as it was inserted. O(√n).
  mutating func remove(_ animal: Animal, number: Int?) {
    change(animal) { lists in
      lists.names.remove(ListedName(animal))
      lists.ages.remove(ListedAge(animal.id, number))
    }
  }

  private mutating func change(_ animal: Animal, _ body: (inout Lists) -> Void) {
    for category in [nil, animal.categoryId] as [Category.ID?] {
      var changed = lists.removeValue(forKey: category) ?? Lists()
      body(&changed)
      if changed.names.count > 0 { lists[category] = changed }
    }
  }
}

/// The index of a state, which is made when it is asked for.
///
/// It is made from that of an earlier state and the animals that have changed since, so that a
/// change of the state need not touch any list.
struct LazyIndex: Sendable {
  /// An index, and the animals that it has.
  private struct Made: Sendable {
    let index: AnimalsIndex
    let data: TreeDictionary<Animal.ID, Animal>
    let numbers: TreeDictionary<Animal.ID, Int>
  }

  private final class Present: Sendable {
    let index = Mutex<AnimalsIndex?>(nil)
  }

  /// The number of changes from which on the lists are made anew.
  private static let limit = 4_096

  private var earlier: Made?
  /// The animals that have changed since.
  private var changed: TreeSet<Animal.ID> = []
  private var present = Present()

  /// Notes that an animal of a state is about to change.
  mutating func note(
    _ animalId: Animal.ID, data: TreeDictionary<Animal.ID, Animal>,
    numbers: TreeDictionary<Animal.ID, Int>
  ) {
    if let index = present.index.withLock({ $0 }) {
      earlier = Made(index: index, data: data, numbers: numbers)
      changed = []
    }
    present = Present()
    guard earlier != nil else { return }
    changed.insert(animalId)
    if changed.count > Self.limit { (earlier, changed) = (nil, []) }
  }

  /// Returns the index of a state. O(number of changes · √n), or O(n log n) after many.
  func index(
    of data: TreeDictionary<Animal.ID, Animal>, numbers: TreeDictionary<Animal.ID, Int>
  ) -> AnimalsIndex {
    present.index.withLock { present in
      if let present { return present }
      var index: AnimalsIndex
      if let earlier {
        index = earlier.index
        for id in changed {
          if let old = earlier.data[id] { index.remove(old, number: earlier.numbers[id]) }
          if let new = data[id] { index.insert(new, number: numbers[id]) }
        }
      } else {
        index = AnimalsIndex(data.values, numbers: numbers)
      }
      present = index
      return index
    }
  }
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
