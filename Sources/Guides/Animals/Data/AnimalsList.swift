import HashTreeCollections
import TextSearch

/// A list of animals: a category or all of them, a search, and an order.
public struct AnimalsList: Hashable, Sendable {
  /// An order of animals.
  public enum Order: String, CaseIterable, Hashable, Sendable {
    case name, newest, changed
  }

  /// The category; `nil` for all animals.
  public var categoryId: Category.ID?
  /// The words that names have to contain; `nil` for all animals.
  public var search: String?
  /// The order.
  public var order: Order

  /// Creates a list, by default of all animals by name.
  public init(categoryId: Category.ID? = nil, search: String? = nil, order: Order = .name) {
    self.categoryId = categoryId
    self.search = search
    self.order = order
  }

  /// The number of animals on a page.
  public static let pageLength = 100

  /// The folded words of the search.
  fileprivate var words: [SearchText] {
    (search ?? "").split(whereSeparator: \.isWhitespace).map { SearchText(String($0)) }
      .filter { !$0.isEmpty }
  }
}

/// A page of a list, and the place of the selected animal in the list.
public struct AnimalsListPage: Hashable, Sendable {
  /// The animals of the page, in order.
  public let animals: [Animal]
  /// The number of the page, from 1.
  public let page: Int
  /// The number of animals on all pages.
  public let count: Int
  /// The place of the selected animal; `nil` if the list does not have it.
  public let selection: Selection?

  /// The place of an animal in a list.
  public struct Selection: Hashable, Sendable {
    /// The position, from 0.
    public let rank: Int
    /// The animal before it.
    public let previous: Animal.ID?
    /// The animal after it.
    public let next: Animal.ID?
  }
}

extension AnimalsState {
  /// Selects a page of a list. Without a number it is the page with the selected animal, or the
  /// first one; a number beyond the end means the last page. O(√n), with a search O(n).
  public static func selectAnimalsPage(
    of list: AnimalsList, page: Int? = nil, animalId: Animal.ID? = nil
  ) -> @Sendable (AnimalsState) -> AnimalsListPage {
    { state in
      let ranking = Ranking(list, in: state.animals)
      let rank = animalId.flatMap { state.animals.data[$0] }.flatMap(ranking.rank)
      let length = AnimalsList.pageLength
      let last = max(1, (ranking.count + length - 1) / length)
      let number = min(max(page ?? (rank ?? 0) / length + 1, 1), last)
      let ids = ranking.ids((number - 1) * length..<min(number * length, ranking.count))
      return AnimalsListPage(
        animals: ids.compactMap { state.animals.data[$0] }, page: number, count: ranking.count,
        selection: rank.map { rank in
          AnimalsListPage.Selection(
            rank: rank, previous: rank > 0 ? ranking.ids(rank - 1..<rank).first : nil,
            next: rank + 1 < ranking.count ? ranking.ids(rank + 1..<rank + 2).first : nil)
        })
    }
  }

  /// Selects all animals of a list. O(n).
  public static func selectAnimals(
    of list: AnimalsList
  ) -> @Sendable (AnimalsState) -> [Animal] {
    { state in
      let ranking = Ranking(list, in: state.animals)
      return ranking.ids(0..<ranking.count).compactMap { state.animals.data[$0] }
    }
  }

  /// Selects the number of animals by category that a search finds, or of all animals without
  /// one. Categories without such animals are omitted. O(number of categories), with a search
  /// O(n).
  public static func selectAnimalsCounts(
    search: String? = nil
  ) -> @Sendable (AnimalsState) -> [Category.ID: Int] {
    { state in
      let words = AnimalsList(search: search).words
      let counts = state.animals.index.counts
      if words.isEmpty { return counts }
      return counts.reduce(into: [:]) { found, category in
        let count = state.animals.index[category.key].names.ids(containing: words).count
        if count > 0 { found[category.key] = count }
      }
    }
  }

  /// Selects another animal of a category with the same name, without regard to case and accents;
  /// `nil` if there is none. O(n).
  public static func selectAnimal(
    likeName name: String, categoryId: Category.ID, besides animalId: Animal.ID
  ) -> @Sendable (AnimalsState) -> Animal? {
    { state in
      let text = SearchText(name)
      if text.isEmpty { return nil }
      return state.animals.index[categoryId].names.ids(containing: [text]).lazy
        .compactMap { state.animals.data[$0] }
        .first { $0.id != animalId && SearchText($0.name) == text }
    }
  }
}

/// The ids of a list by position.
private struct Ranking {
  let count: Int
  let ids: (Range<Int>) -> [Animal.ID]
  let rank: (Animal) -> Int?

  init(_ list: AnimalsList, in animals: AnimalsState.Animals) {
    let lists = animals.index[list.categoryId]
    let words = list.words
    if !words.isEmpty {
      var found = lists.names.ids(containing: words)
      if list.order != .name {
        let present = animals.present
        found = found.map { list.order == .newest ? present.age(of: $0) : present.change(of: $0) }
          .sorted().reversed().map(\.id)
      }
      count = found.count
      ids = { [found] in Array(found[$0]) }
      rank = { [found] animal in found.firstIndex(of: animal.id) }
      return
    }
    let count = lists.names.count
    self.count = count
    switch list.order {
    case .name:
      ids = { lists.names[$0].map(\.id) }
      rank = { lists.names.rank(of: ListedName($0)) }
    case .newest, .changed:
      let (present, isAge) = (animals.present, list.order == .newest)
      let ages = isAge ? lists.ages : lists.changes
      ids = { range in
        ages[count - range.upperBound..<count - range.lowerBound].reversed().map(\.id)
      }
      rank = { animal in
        ages.rank(of: isAge ? present.age(of: animal.id) : present.change(of: animal.id)).map {
          count - 1 - $0
        }
      }
    }
  }
}
