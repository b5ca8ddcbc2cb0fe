import Foundation
import ImmutableUI
import QuakesData

/// A reader of the quakes' store.
typealias SelectQuakes = Select<QuakesState, QuakesAction>

/// The query of a page of the list and the map.
struct QuakesPageQuery: Hashable, Sendable {
  var filter: QuakesQuery
  var sort: QuakesSort
  var order: SortOrder
  var page: Int
  var camera: Camera
}

extension QuakesLocation {
  /// Returns the query of the list and the map.
  func pageQuery(now: Date) -> QuakesPageQuery {
    QuakesPageQuery(
      filter: query(now: now), sort: sort, order: order, page: page,
      camera: camera ?? .world)
  }
}

/// The part of a query's matches that the list and the map show.
struct QuakesPageResult: Equatable, Sendable {
  /// The number of matches on all pages.
  let count: Int
  /// The number of matches that are no longer in the feed.
  let missingCount: Int
  /// The number of matches within the frame of the map.
  let countOnMap: Int
  /// The quakes of the page.
  let quakes: [Quake]
  /// The dots of the map.
  let grid: QuakeGrid
  /// The largest quakes within the frame, in descending order. The map links to
  /// them.
  let largest: [Quake]
  /// The bounding box of all matches; `nil` if there are none.
  let box: QuakesQuery.Box?
  /// The number of quakes in each magnitude class, whatever magnitudes the query
  /// asks for.
  let countsOfAnyMagnitude: [MagnitudeClass: Int]
}

extension QuakesPageQuery {
  static let pageLength = 100
  static let pinCount = 200

  /// Returns the result. Each part takes one pass over the matches.
  func result(_ state: QuakesState) -> QuakesPageResult {
    let matches = QuakesState.selectMatches(of: filter)(state)
    let start = (page - 1) * Self.pageLength
    let box = camera.isWorld ? nil : camera.box
    return QuakesPageResult(
      count: matches.count,
      missingCount: matches.missingCount,
      countOnMap: box.map(matches.count) ?? matches.count,
      quakes: matches.quakes(
        sortedBy: sort, order: order, in: start..<start + Self.pageLength),
      grid: matches.grid(of: camera.area),
      largest: matches.largest(Self.pinCount, within: box),
      box: matches.box,
      countsOfAnyMagnitude: matches.countsOfAnyMagnitude)
  }
}

extension ViewSelector where State == QuakesState, Action == QuakesAction {
  private static func quakes(
    _ label: String, id: some Hashable & Sendable,
    _ select: @escaping @Sendable (QuakesState) -> Output
  ) -> Self where Output: Equatable {
    ViewSelector(
      id: id, label: label, filter: QuakesFilter.filterQuakes(),
      outputSelector: OutputSelector(select: select))
  }
}

extension ViewSelector
where State == QuakesState, Action == QuakesAction, Output == QuakesPageResult {
  /// Selects a page of the list and the map.
  static func quakesValues(_ query: QuakesPageQuery) -> Self {
    quakes("SelectQuakesValues(\(query))", id: query, query.result)
  }
}

extension ViewSelector where State == QuakesState, Action == QuakesAction, Output == [Int] {
  /// Selects the number of quakes on each of several consecutive days.
  static func dayCounts(_ query: QuakesQuery, days: [ClosedRange<Date>]) -> Self {
    var query = query
    if let first = days.first, let last = days.last {
      query.time = first.lowerBound...last.upperBound
    }
    return quakes("SelectDayCounts(\(query))", id: query) { [query] in
      QuakesState.selectMatches(of: query)($0).counts(of: days)
    }
  }
}

extension ViewSelector where State == QuakesState, Action == QuakesAction, Output == Int {
  static var quakesCount: Self {
    ViewSelector(
      label: "SelectQuakesCount",
      outputSelector: OutputSelector(select: QuakesState.selectQuakesCount()))
  }
}

extension ViewSelector where State == QuakesState, Action == QuakesAction, Output == Status? {
  static var quakesStatus: Self {
    ViewSelector(
      label: "SelectQuakesStatus",
      outputSelector: OutputSelector(select: QuakesState.selectQuakesStatus()))
  }
}

extension ViewSelector
where State == QuakesState, Action == QuakesAction, Output == QuakesState.Ledger {
  static var ledger: Self {
    ViewSelector(
      label: "SelectLedger", outputSelector: OutputSelector(select: QuakesState.selectLedger()))
  }
}

extension ViewSelector where State == QuakesState, Action == QuakesAction, Output == Quake? {
  /// Selects a quake by any of its IDs.
  static func quake(_ quakeId: Quake.ID?) -> Self {
    ViewSelector(
      id: quakeId, label: "SelectQuake(quakeId: \(quakeId ?? "nil"))",
      outputSelector: OutputSelector(select: QuakesState.selectQuake(anyId: quakeId)))
  }

  static var newestQuake: Self {
    ViewSelector(
      label: "SelectNewestQuake",
      outputSelector: OutputSelector(select: QuakesState.selectNewestQuake()))
  }
}
