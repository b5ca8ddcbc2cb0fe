import AnimalsData
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Markup
import WebSite

extension AnimalsRoot {
  /// Returns the animals whose names contain all words of a search, as the list of the guide
  /// does.
  func search(_ query: SearchQuery) -> SearchHits {
    let state = store.snapshot.state
    let found = AnimalsState.selectAnimalsPage(of: AnimalsList(search: query.text))(state)
    let hits = found.animals.prefix(SearchHits.limit).map { animal in
      SearchHit(
        query.marked(animal.name),
        note: [state.categories.data[animal.categoryId]?.name, animal.diet.rawValue]
          .compactMap { $0 }.joined(separator: " · "),
        href: AnimalsLocation(categoryId: animal.categoryId, animalId: animal.id).href,
        lead: span { drawings(animal) }.class("plate"))
    }
    return SearchHits(
      hits, count: found.count, "animal", "animals",
      at: AnimalsLocation().with { $0.search = query.text }.href)
  }
}
