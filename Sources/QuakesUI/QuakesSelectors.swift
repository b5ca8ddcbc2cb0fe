import Foundation
import ImmutableUI
import QuakesData

/// A reader of the quakes' store.
typealias SelectQuakes = Select<QuakesState, QuakesAction>

/// The query of the list and the map of a page.
struct QuakesPageQuery: Hashable, Sendable {
  var filter: QuakesQuery
  var sort: QuakesSort
  var order: SortOrder
  var page: Int
  var camera: Camera
}

extension QuakesLocation {
  /// The query of the list and the map.
  func pageQuery(now: Date) -> QuakesPageQuery {
    QuakesPageQuery(
      filter: query(now: now), sort: sort, order: order, page: page,
      camera: camera ?? .world)
  }
}

/// What the list and the map show of the matches of a query.
struct QuakesPageResult: Equatable, Sendable {
  /// How many quakes there are on all pages.
  let count: Int
  /// The number of them that the feed no longer has.
  let missingCount: Int
  /// The number of them on the map.
  let countOnMap: Int
  /// Those of the page.
  let quakes: [Quake]
  /// What is drawn.
  let grid: QuakeGrid
  /// The largest on the map, largest first: those that can be selected there.
  let largest: [Quake]
  /// Where they all are; `nil` for none.
  let box: QuakesQuery.Box?
}

extension QuakesPageQuery {
  static let pageLength = 100
  static let pinCount = 200

  /// The result, in one pass over the matches for each part of it.
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
      box: matches.box)
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
  /// The quakes of a page of the list, and the map.
  static func quakesValues(_ query: QuakesPageQuery) -> Self {
    quakes("SelectQuakesValues(\(query))", id: query, query.result)
  }
}

extension ViewSelector
where State == QuakesState, Action == QuakesAction, Output == [MagnitudeClass: Int] {
  /// How many quakes there are of each class of magnitude.
  static func magnitudeCounts(_ query: QuakesQuery) -> Self {
    quakes("SelectMagnitudeCounts(\(query))", id: query) {
      QuakesState.selectMatches(of: query)($0).countsByMagnitude
    }
  }
}

extension ViewSelector where State == QuakesState, Action == QuakesAction, Output == [Int] {
  /// How many quakes there were on each of some days in a row.
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
  /// A quake by any of its ids.
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
