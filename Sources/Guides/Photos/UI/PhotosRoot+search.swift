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
    // Pages of the site load pictures from the site alone.
    let hits = found.photos.prefix(SearchHits.limit).map { photo in
      let tile = PhotoGrid.Tile(photo, search: query.text, pictures: [])
      return SearchHit(
        tile.title, note: tile.album, href: list.with { $0.photo = photo.id }.href,
        lead: span { tile.plate }.class("thumb"))
    }
    return SearchHits(hits, count: found.count, "photo", "photos", at: list.href)
  }
}
