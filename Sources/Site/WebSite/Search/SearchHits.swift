public import ImmutableUI
public import Look
public import Markup

/// The results of a guide in a search of the whole site.
///
/// ```swift
/// import Markup
///
/// func search(_ query: SearchQuery, in names: [String]) -> SearchHits {
///   let found = names.filter { $0.contains(query.text) }
///   let list = Href(path: ["plants"], query: [("search", query.text)])
///   return SearchHits(
///     found.prefix(SearchHits.limit).map { SearchHit(query.marked($0), href: list) },
///     count: found.count, "plant", "plants", at: list)
/// }
/// ```
public struct SearchHits: Sendable {
  /// The number of hits of each guide that the page shows.
  public static let limit = 5

  /// The first hits, the best ones first.
  public let hits: [SearchHit]
  /// The number of all hits.
  public let count: Int
  /// The link to the guide's own list of all hits; `nil` if the page shows them all, or if
  /// the guide has no such list.
  public let all: Link?

  /// - Parameters:
  ///   - hits: the first hits; those beyond `limit` are left out.
  ///   - count: the number of all hits.
  ///   - one: the noun for one hit.
  ///   - many: the noun for several.
  ///   - href: the guide's own list of all hits; `nil` if it has none.
  public init(
    _ hits: some Sequence<SearchHit>, count: Int, _ one: String, _ many: String, at href: Href?
  ) {
    self.hits = Array(hits.prefix(Self.limit))
    self.count = count
    all =
      count > self.hits.count
      ? href.map { href in
        Link(label: "All \(counted(count, one, many))", href: href)
      } : nil
  }
}

/// A result of a search, as a link to its page.
public struct SearchHit: Sendable {
  let name: FoundText
  let note: String
  let end: String
  let time: (label: String, exact: String)?
  let href: Href
  let lead: (any HTML)?

  /// - Parameters:
  ///   - name: the name, in which what was found is marked.
  ///   - note: a few words below the name; empty for none.
  ///   - end: a few words at the end of the row, such as an age; empty for none.
  ///   - time: a time in words and in UTC like `2024-05-04T05:06:48Z`: the script of the page
  ///     shows it in the visitor’s zone. `nil` for none.
  ///   - href: the page of the thing.
  ///   - lead: an element before the name, such as a picture; `nil` for none.
  public init(
    _ name: FoundText, note: String = "", end: String = "",
    time: (label: String, exact: String)? = nil, href: Href,
    lead: (any HTML)? = nil
  ) {
    self.name = name
    self.note = note
    self.end = end
    self.time = time
    self.href = href
    self.lead = lead
  }
}
