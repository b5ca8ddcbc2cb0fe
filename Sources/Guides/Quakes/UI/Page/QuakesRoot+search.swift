import ImmutableUI
import Look
import Markup
import QuakesData
import TextSearch
import WebSite

extension QuakesRoot {
  /// Returns the newest earthquakes at places with the words of a search.
  func search(_ query: SearchQuery) -> SearchHits {
    let now = ClockMinute(now()).start
    let location = QuakesLocation().filtering {
      $0.setTime(.any)
      $0.magnitude = .init()
      $0.text = query.text
    }
    let found = selectors.read()(
      .newestQuakes(SearchHits.limit, of: location.query(now: now)))
    let words = FoundPlaceWords(query.text)
    let hits = found.quakes.map { quake in
      let row = QuakeList.ViewState.Row(
        quake, among: QuakeLinks(on: location), at: QuakesLocation().event(quake.id).href,
        now: now)
      return SearchHit(
        FoundText(row.name, where: words.contains), note: row.note, end: row.ago,
        time: (row.clock, row.time), href: row.href, lead: QuakeList.Presenter.magnitude(row))
    }
    let noun = location.filter.noun
    return SearchHits(hits, count: found.count, noun.one, noun.many, at: location.href)
  }
}

/// The newest matches of a query.
struct NewestQuakes: Equatable, Sendable {
  /// The number of all matches.
  let count: Int
  let quakes: [Quake]
}

/// The words of places that a search by words has found, in any of their spellings.
private struct FoundPlaceWords {
  private var whole: Set<SearchText> = []
  private var parts: [SearchText] = []

  init(_ text: String) {
    for spelling in PlaceSearch.terms(of: text).flatMap(\.spellings) {
      let words = String(decoding: spelling.text.bytes, as: UTF8.self)
        .split { !$0.isLetter && !$0.isNumber }.map { SearchText(String($0)) }
      if spelling.isWholeWord { whole.formUnion(words) } else { parts += words }
    }
  }

  func contains(_ word: String) -> Bool {
    let word = SearchText(word)
    return whole.contains(word) || parts.contains { word.contains($0) }
  }
}
