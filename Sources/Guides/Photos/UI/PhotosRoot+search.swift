import ImmutableUI
import Look
import Markup
import PhotosData
import WebSite

extension PhotosRoot {
  /// Returns the photos whose titles contain the text of a search.
  func search(_ query: SearchQuery) -> SearchHits {
    let list = PhotosLocation().with { $0.search = query.text }
    let found = selectors.read()(.photosValues(PhotosPageQuery(list)))
    let hits = found.photos.prefix(SearchHits.limit).map { photo in
      let swatch = PhotoGrid.Swatch(photo, search: query.text)
      // Photos have no pages of their own.
      return SearchHit(
        swatch.title, note: "Photo \(swatch.id)", href: list.href,
        lead: svg { rect().width(4).height(3).fill(swatch.colour ?? "none") }
          .viewBox(ViewBox(0, 0, 4, 3)).aria(.hidden, "true"))
    }
    return SearchHits(hits, count: found.count, "photo", "photos", at: list.href)
  }
}
