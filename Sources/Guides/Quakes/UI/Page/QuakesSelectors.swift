import Foundation
import Geography
import ImmutableData
import ImmutableUI
import QuakesData
import WebClient

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
    mapFilter.frame = nil
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

/// The matches of a query, as the list, the map and the charts show them.
struct QuakesPageResult: Equatable, Sendable {
  let listed: Listed
  let mapped: Mapped
  /// The number of quakes in each magnitude class, whatever magnitudes the query
  /// asks for.
  let countsOfAnyMagnitude: [MagnitudeClass: Int]
  /// The number of quakes in each range of time, whatever time the query asks
  /// for.
  let countsOfAnyTime: [Int]
  /// The clusters of the most quakes, for the sentence about the filter.
  let clusters: [QuakeCluster]

  /// A page of the list.
  struct Listed: Equatable, Sendable {
    static let pageLength = 100

    /// The number of quakes on all pages.
    let count: Int
    /// The number of quakes that are no longer in the feed.
    let missingCount: Int
    /// The quakes of the page.
    let quakes: [Quake]
  }

  /// The map.
  struct Mapped: Equatable, Sendable {
    static let pinCount = 64

    /// The number of quakes, within the frame and beyond.
    let count: Int
    /// The number of quakes within the frame.
    let countInFrame: Int
    /// The dots.
    let grid: QuakeGrid
    /// The largest quakes within the frame, in descending order, to which the map
    /// links.
    let largest: [Quake]
    /// The bounding box of all quakes; `nil` if there are none.
    let box: QuakesQuery.Box?
  }
}

extension QuakesPageQuery {
  /// Returns the result. Each part takes at most one pass over the matches.
  func result(_ state: QuakesState) -> QuakesPageResult {
    let matches = QuakesState.selectMatches(of: filter)(state)
    return QuakesPageResult(
      listed: listed(matches),
      mapped: mapped(
        mapFilter == filter ? matches : QuakesState.selectMatches(of: mapFilter)(state),
        listing: matches, state),
      countsOfAnyMagnitude: matches.countsOfAnyMagnitude,
      countsOfAnyTime: matchesOfAnyTime(matches, state).counts(of: ranges),
      clusters: clusters(of: matches, state))
  }

  private func listed(_ matches: QuakeMatches) -> QuakesPageResult.Listed {
    let length = QuakesPageResult.Listed.pageLength
    let start = (page - 1) * length
    return QuakesPageResult.Listed(
      count: matches.count, missingCount: matches.missingCount,
      quakes: matches.quakes(sortedBy: sort, order: order, in: start..<start + length))
  }

  private func mapped(
    _ matches: QuakeMatches, listing listed: QuakeMatches, _ state: QuakesState
  ) -> QuakesPageResult.Mapped {
    var (shown, box) = (matches, QuakesQuery.Box?.none)
    if !camera.showsGlobe {
      if camera.projection == .equirectangular {
        box = camera.box
      } else {
        var query = mapFilter
        query.frame = camera.frame
        shown = QuakesState.selectMatches(of: query)(state)
      }
    }
    return QuakesPageResult.Mapped(
      count: matches.count,
      countInFrame: box.map { $0 == filter.box ? listed.count : matches.count(within: $0) }
        ?? shown.count,
      grid: matches.grid(of: camera.frame, shading: shading),
      largest: shown.largest(QuakesPageResult.Mapped.pinCount, within: box), box: matches.box)
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

/// A query whose matches are counted in ranges of time.
private struct QueryInRanges: Hashable, Sendable {
  let query: QuakesQuery
  let ranges: [ClosedRange<Date>]
}

extension ViewSelector where State == QuakesState, Action == QuakesAction {
  typealias Selects<Value: Sendable> = ViewSelector<QuakesState, QuakesAction, Value>

  /// A page of the list and the map.
  static func quakesValues(_ query: QuakesPageQuery) -> Selects<QuakesPageResult> {
    .init(id: query, filter: QuakesFilter.filterQuakes(), select: query.result)
  }

  /// The number of matches of a query.
  static func matchCount(_ query: QuakesQuery) -> Selects<Int> {
    .init(id: query, filter: QuakesFilter.filterQuakes()) {
      QuakesState.selectMatches(of: query)($0).count
    }
  }

  /// The strongest matches of a query with a known magnitude, the newer of two first.
  static func strongestQuakes(_ count: Int, of query: QuakesQuery) -> Selects<[Quake]> {
    .init(id: query, filter: QuakesFilter.filterQuakes()) { state in
      let matches = QuakesState.selectMatches(of: query)(state)
      return matches.quakes(sortedBy: .magnitude, order: .reverse, in: 0..<count)
        .filter(\.isMagnitudeKnown)
    }
  }

  /// The newest matches of a query.
  static func newestQuakes(_ count: Int, of query: QuakesQuery) -> Selects<NewestQuakes> {
    .init(id: query, filter: QuakesFilter.filterQuakes()) { state in
      let matches = QuakesState.selectMatches(of: query)(state)
      return NewestQuakes(
        count: matches.count,
        quakes: matches.quakes(sortedBy: .time, order: .reverse, in: 0..<count))
    }
  }

  /// The numbers of matches of a query in ranges of time.
  static func counts(of query: QuakesQuery, in ranges: [ClosedRange<Date>]) -> Selects<[Int]> {
    .init(id: QueryInRanges(query: query, ranges: ranges), filter: QuakesFilter.filterQuakes()) {
      QuakesState.selectMatches(of: query)($0).counts(of: ranges)
    }
  }

  static var quakesCount: Selects<Int> { .init(select: QuakesState.selectQuakesCount()) }
  static var quakesStatus: Selects<Status?> { .init(select: QuakesState.selectQuakesStatus()) }
  static var received: Selects<DownloadProgress?> { .init(select: QuakesState.selectReceived()) }
  static var ledger: Selects<QuakesState.Ledger> { .init(select: QuakesState.selectLedger()) }
  static var knownTime: Selects<KnownTime> { .init(select: QuakesState.selectKnownTime()) }
  static var oldestQuake: Selects<Quake?> { .init(select: QuakesState.selectOldestQuake()) }
  static var newestQuake: Selects<Quake?> { .init(select: QuakesState.selectNewestQuake()) }

  static var deletions: Selects<QuakesState.Deletions> {
    .init(select: QuakesState.selectDeletions())
  }

  /// A quake by any of its IDs.
  static func quake(_ quakeId: Quake.ID?) -> Selects<Quake?> {
    .init(id: quakeId, select: QuakesState.selectQuake(anyId: quakeId))
  }

  /// The report of a quake, and the status of loading it.
  static func report(_ quakeId: Quake.ID?) -> Selects<QuakesState.Reports.Entry?> {
    .init(id: quakeId, select: QuakesState.selectReport(quakeId: quakeId))
  }
}
