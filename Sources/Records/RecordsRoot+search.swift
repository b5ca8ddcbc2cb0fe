import ImmutableUI
import WebSite

extension RecordsRoot {
  /// Returns the records that a search has found, as the list of the guide does; `nil` if no
  /// field is searched.
  func search(_ query: SearchQuery) -> SearchHits? {
    if Entity.fields.searched.isEmpty { return nil }
    let select = selectors.read()
    let context = context()
    let list = Location().with { $0.search = query.text }
    let rows = RecordsPage<Entity>.Container(location: list, in: context, lists: lists)
      .viewState(select).list.rows
    let found = lists.list(select(.recordsList()), at: list, in: context)
    let hits = rows.prefix(SearchHits.limit).map { row in
      SearchHit(query.marked(row.title), note: row.note, href: row.href)
    }
    return SearchHits(
      hits, count: found.count, Entity.names.one, Entity.names.many, at: list.href)
  }
}
