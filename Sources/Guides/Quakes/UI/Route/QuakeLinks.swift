import Markup
import QuakesData

/// The links of a page that select its quakes. What they have in common is
/// computed once.
struct QuakeLinks {
  /// The page.
  let location: QuakesLocation
  /// The page without dialog and notice.
  private let plain: QuakesLocation
  private let filterQuery: [(name: String, value: String)]
  private let remainingQuery: [(name: String, value: String)]

  init(on location: QuakesLocation) {
    self.location = location
    plain = location.plain
    filterQuery = plain.filterQuery
    remainingQuery = plain.remainingQuery
  }

  /// Returns the address of the page with a quake selected, at its row or, where
  /// that may be hidden, at the map.
  func href(to quake: Quake.ID) -> Href {
    var page = plain
    page.quakeId = quake
    return Href(
      path: QuakesRoute.path(of: page),
      query: filterQuery + page.selectionQuery + remainingQuery,
      fragment: location.show == .map ? "quake-map" : "q-\(quake)")
  }
}
