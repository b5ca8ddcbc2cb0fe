import AnimalsData
import HashTreeCollections
import ImmutableData
import ImmutableUI
import TextSearch
import WebSite

extension AnimalsRoot {
  /// Returns the animals whose name, category and diet contain all words of a search, those
  /// first whose name begins with it.
  func search(_ query: SearchQuery) -> SearchHits {
    let state = store.snapshot.state
    let words = query.text.split(whereSeparator: \.isWhitespace).map { SearchText(String($0)) }
    let text = SearchText(query.text)
    let found = state.animals.data.values.compactMap { animal -> Found? in
      let name = SearchText(animal.name)
      let category = state.categories.data[animal.categoryId]?.name ?? ""
      let others = SearchText("\(category) \(animal.diet.rawValue)")
      guard words.allSatisfy({ name.contains($0) || others.contains($0) }) else { return nil }
      return Found(
        animal: animal, category: category, rank: name.bytes.starts(with: text.bytes) ? 0 : 1)
    }
    .sorted { ($0.rank, $0.animal.sortName) < ($1.rank, $1.animal.sortName) }
    let hits = found.prefix(SearchHits.limit).map { found in
      SearchHit(
        query.marked(found.animal.name),
        note: [found.category, found.animal.diet.rawValue].filter { !$0.isEmpty }
          .joined(separator: ", "),
        href: AnimalsLocation(
          categoryId: found.animal.categoryId, animalId: found.animal.id
        ).href)
    }
    return SearchHits(hits, count: found.count, "animal", "animals", at: nil)
  }

  private struct Found {
    let animal: Animal
    let category: String
    /// The place among the hits: 0 comes first.
    let rank: Int
  }
}
