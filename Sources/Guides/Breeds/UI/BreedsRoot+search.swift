import BreedsData
import ImmutableUI
import Markup
import WebSite

extension BreedsRoot {
  /// Returns the breeds and varieties that a search has found, the best one first.
  func search(_ query: SearchQuery) -> SearchHits {
    let dogs = selectors.read()(.window(at: BreedsLocation())).dogs
    let search = BreedSearch(query.text, in: dogs)
    let hits = search.hits.prefix(SearchHits.limit).map { hit in
      let kind = hit.key.subBreed.map { _ in BreedNames.breed(hit.key.breed) }
      return SearchHit(
        hit.name, note: hit.alias.map { "Also called \($0)" } ?? kind ?? "Breed",
        href: BreedsLocation(breed: hit.key).href,
        lead: span { DogDrawing(label: nil, look: .of(hit.key.breed)) }.class("thumb"))
    }
    return SearchHits(
      hits, count: search.hits.count, "dog", "dogs",
      at: BreedsLocation(filterQuery: query.text).href)
  }
}
