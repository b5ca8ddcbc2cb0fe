import Foundation
import ImmutableData
import ImmutableUI
import QuakesData

/// A reader of the quakes' store.
typealias SelectQuakes = Select<QuakesState, QuakesAction>

/// The query of a page of the list and the map.
struct QuakesPageQuery: Hashable, Sendable {
  /// The query of the list.
  var filter: QuakesQuery
  /// The query of the map, which continues beyond the listed area.
  var mapFilter: QuakesQuery
  var sort: QuakesSort
  var order: SortOrder
  var page: Int
  var camera: Camera
  var shading: QuakeShading
  /// The ranges of time that a chart counts, in order.
  var ranges: [ClosedRange<Date>] = []
}

extension QuakesLocation {
  /// Returns the query of the list, the map and the charts.
  ///
  /// - Parameters:
  ///   - event: the event that the page is about; `nil` for that of the filter.
  ///   - ranges: the ranges of time that a chart counts.
  func pageQuery(
    now: Date, around event: Quake? = nil, counting ranges: [ClosedRange<Date>] = []
  ) -> QuakesPageQuery {
    var filter = query(now: now)
    if let event {
      filter.time = Self.time(around: event)
      filter.magnitude = .init()
    }
    var mapFilter = filter
    mapFilter.box = self.filter.box
    return QuakesPageQuery(
      filter: filter, mapFilter: mapFilter, sort: sort, order: order, page: page,
      camera: shownCamera, shading: colouring.shading(now: now), ranges: ranges)
  }

  /// The time of foreshocks and aftershocks: from a day before an event to 30
  /// days after it.
  static func time(around event: Quake) -> ClosedRange<Date> {
    event.time.addingTimeInterval(-86_400)...event.time.addingTimeInterval(Period.month.seconds)
  }
}

/// The part of a query's matches that the list and the map show.
struct QuakesPageResult: Equatable, Sendable {
  /// The number of listed quakes on all pages.
  let count: Int
  /// The number of quakes of the map, within its frame and beyond.
  let countEverywhere: Int
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
  /// The number of quakes in each range of time, whatever time the query asks
  /// for.
  let countsOfAnyTime: [Int]
  /// The clusters of the most quakes.
  let clusters: [QuakeCluster]
}

extension QuakesPageQuery {
  static let pageLength = 100
  static let pinCount = 80

  /// Returns the result. Each part takes at most one pass over the matches.
  func result(_ state: QuakesState) -> QuakesPageResult {
    let matches = QuakesState.selectMatches(of: filter)(state)
    let mapped =
      mapFilter == filter ? matches : QuakesState.selectMatches(of: mapFilter)(state)
    let start = (page - 1) * Self.pageLength
    let box = camera.isWorld ? nil : camera.box
    return QuakesPageResult(
      count: matches.count,
      countEverywhere: mapped.count,
      missingCount: matches.missingCount,
      countOnMap: box == filter.box ? matches.count : box.map(mapped.count) ?? mapped.count,
      quakes: matches.quakes(
        sortedBy: sort, order: order, in: start..<start + Self.pageLength),
      grid: mapped.grid(of: camera.area, shading: shading),
      largest: mapped.largest(Self.pinCount, within: box),
      box: mapped.box,
      countsOfAnyMagnitude: matches.countsOfAnyMagnitude,
      countsOfAnyTime: matchesOfAnyTime(matches, state).counts(of: ranges),
      clusters: clusters(of: matches, state))
  }

  /// Returns the matches in all ranges of time.
  private func matchesOfAnyTime(_ matches: QuakeMatches, _ state: QuakesState) -> QuakeMatches {
    guard filter.time != nil, let first = ranges.first, let last = ranges.last else {
      return matches
    }
    var query = filter
    query.time = first.lowerBound...last.upperBound
    return QuakesState.selectMatches(of: query)(state)
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
    quakes("SelectQuakesValues", id: query, query.result)
  }
}

extension ViewSelector where State == QuakesState, Action == QuakesAction, Output == Int {
  /// Selects the number of matches of a query.
  static func matchCount(_ query: QuakesQuery) -> Self {
    quakes("SelectMatchCount", id: query) {
      QuakesState.selectMatches(of: query)($0).count
    }
  }

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

extension ViewSelector
where State == QuakesState, Action == QuakesAction, Output == KnownTime {
  static var knownTime: Self {
    ViewSelector(
      label: "SelectKnownTime",
      outputSelector: OutputSelector(select: QuakesState.selectKnownTime()))
  }
}

extension ViewSelector
where State == QuakesState, Action == QuakesAction, Output == QuakesState.Deletions {
  static var deletions: Self {
    ViewSelector(
      label: "SelectDeletions",
      outputSelector: OutputSelector(select: QuakesState.selectDeletions()))
  }
}

extension ViewSelector where State == QuakesState, Action == QuakesAction, Output == Quake? {
  /// Selects a quake by any of its IDs.
  static func quake(_ quakeId: Quake.ID?) -> Self {
    ViewSelector(
      id: quakeId, label: "SelectQuake(quakeId: \(quakeId ?? "nil"))",
      outputSelector: OutputSelector(select: QuakesState.selectQuake(anyId: quakeId)))
  }

  static var oldestQuake: Self {
    ViewSelector(
      label: "SelectOldestQuake",
      outputSelector: OutputSelector(select: QuakesState.selectOldestQuake()))
  }

  static var newestQuake: Self {
    ViewSelector(
      label: "SelectNewestQuake",
      outputSelector: OutputSelector(select: QuakesState.selectNewestQuake()))
  }
}
