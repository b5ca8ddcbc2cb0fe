import Foundation
import TestSupport
import Testing

@testable import QuakesData

extension KnownTime {
  /// Creates a value from periods in days after `noon`.
  init(days: [(Double, Double)]) {
    self.init(days.map { .days($0.0, $0.1) })
  }
}

extension Range<Date> {
  /// Returns a period in days after `noon`.
  static func days(_ first: Double, _ last: Double) -> Self {
    .noon + first * 86_400..<(.noon + last * 86_400)
  }
}

/// The time that the loaded feeds cover.
@Suite struct KnownTimeTests {
  @Test(
    arguments: [
      ([], []), ([(1, 2)], [(1, 2)]), ([(1, 1)], []),
      ([(3, 4), (1, 2)], [(1, 2), (3, 4)]),
      ([(1, 2), (2, 3)], [(1, 3)]), ([(2, 3), (1, 2)], [(1, 3)]),
      ([(1, 3), (2, 4)], [(1, 4)]), ([(1, 9), (2, 3)], [(1, 9)]), ([(2, 3), (1, 9)], [(1, 9)]),
      ([(1, 2), (3, 4), (5, 6), (2, 5)], [(1, 6)]),
      ([(1, 2), (4, 5), (7, 8), (3, 6)], [(1, 2), (3, 6), (7, 8)]),
    ] as [([(Double, Double)], [(Double, Double)])])
  func `Periods that overlap or touch are one`(
    _ inserted: [(Double, Double)], _ periods: [(Double, Double)]
  ) {
    #expect(KnownTime(days: inserted).periods == periods.map { .days($0.0, $0.1) })
  }

  @Test func `Beyond a hundred periods the oldest is dropped`() {
    let known = KnownTime((0..<110).map { .days(Double($0), Double($0) + 0.5) })
    #expect(known.periods.count == 100)
    #expect(known.periods.first == .days(10, 10.5))
    #expect(known.start == .noon + 109 * 86_400)
  }

  @Test func `Gaps are the time between, before and after the periods`() {
    let known = KnownTime(days: [(1, 2), (4, 5)])
    let (before, between) = (Date.distantPast..<(.noon + 86_400), Range.days(2, 4))
    let after = .noon + 5 * 86_400..<Date.distantFuture
    #expect(known.gaps(overlapping: .days(0, 9)) == [before, between, after])
    #expect(known.gaps(overlapping: .days(1, 5)) == [between])
    #expect(known.gaps(overlapping: .days(3, 3.5)) == [between])
    #expect(known.gaps(overlapping: .days(1, 2)) == [])
    #expect(known.gaps(overlapping: .days(-9, -8)) == [before])
    #expect(known.gaps(overlapping: .distantPast..<(.noon)) == [before])
    #expect(KnownTime().gaps(overlapping: .days(0, 1)) == [.distantPast..<(.distantFuture)])
  }

  /// A deletion of all events, and what undoes it.
  @Test func `The time of deleted events comes back with the last of them`() throws {
    let known = QuakesState.loaded.ledger.known
    let deleted = try QuakesState.loaded.after(.deleteAll)
    #expect(deleted.ledger.known.periods == [])
    #expect(deleted.ledger.known.loaded.periods == known.periods)
    #expect(try deleted.after(.restore(.deletion(date: .noon))).ledger.known == known)
    #expect(try deleted.after(.restore(.all)).ledger.known == known)
    // One after the other.
    let two = try deleted.after(
      .restore(.quake(quakeId: "ash")), .restore(.quake(quakeId: "birch")))
    #expect(two.ledger.known.periods == [])
    #expect(try two.after(.restore(.quake(quakeId: "cedar"))).ledger.known == known)
    // A single deletion leaves the time known.
    #expect(try QuakesState.loaded.after(.delete("ash")).ledger.known == known)
  }

  @Test func `The time of a feed after a deletion is known`() throws {
    let deleted = try QuakesState.loaded.after(.deleteAll)
    let refreshed = try deleted.after(.fetched(.of([.cedar], .allDay, at: 60)))
    let day: Range<Date> = (.noon - 86_340)..<(.noon + 60)
    #expect(refreshed.ledger.known.periods == [day])
    let restored = try refreshed.after(.restore(.all))
    var known = QuakesState.loaded.ledger.known
    known.insert(.noon - 60..<(.noon + 60))
    #expect(restored.ledger.known == known)
  }

  @Test func `The time of a deletion that cannot be undone any more is dropped`() throws {
    let deleted = try QuakesState.loaded.after(.deleteAll)
    let later = try deleted.after(.fetched(.of([], at: 31 * 86_400)))
    let generated = Date.noon + 31 * 86_400
    #expect(later.ledger.known == KnownTime([generated - 3_600..<generated]))
  }

  @Test func `Rows of a table may overlap`() {
    func row(_ number: Int, _ first: Double, _ last: Double, _ deleted: Date? = nil) -> KnownTimeRow
    {
      KnownTimeRow(number, .days(first, last), deleted: deleted)
    }
    var known = KnownTime()
    for row in [
      row(0, 3, 5), row(1, 1, 4), row(2, 7, 9, .noon), row(3, 6, 8, .noon), row(4, 1, 2, .noon + 1),
      row(5, 1, 1),
    ] {
      known.insert(row)
    }
    #expect(known.periods == [.days(1, 5)])
    #expect(known.rows == [row(0, 1, 5), row(1, 6, 9, .noon), row(2, 1, 2, .noon + 1)])
  }
}

/// Recorded feeds.
@Suite(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
struct KnownTimeRecordedTests {
  @Test(
    arguments: [
      (.allHour, "all_hour_2013-07-20_one-event-no-bbox.geojson"),
      (.allHour, "all_hour_2021-12-04.geojson"),
      (.allHour, "all_hour_2022-10-01_m5.9-alert.geojson"),
      (.allDay, "all_day_2019-11-21.geojson"), (.allWeek, "all_week_2018-02-07_vega.json"),
      (.allWeek, "all_week_2020-07-16_null-mag-null-island.geojson"),
      (.allWeek, "all_week_2024-05-04.geojson"),
      (.allMonth, "all_month_2025-07-27_from-csv.geojson"),
    ] as [(QuakesFeed.Range, String)])
  func `A feed has events of the time that it makes known`(
    _ range: QuakesFeed.Range, _ file: String
  ) throws {
    let feed = try QuakesFeed.recorded(file, range)
    let state = try QuakesState().after(.fetched(feed))
    let period = try #require(state.ledger.known.periods.first)
    #expect(state.ledger.known.periods.count == 1)
    #expect(period.upperBound.timeIntervalSince(period.lowerBound) == range.seconds)
    let times = feed.quakes.map(\.time)
    let (first, last) = (try #require(times.min()), try #require(times.max()))
    #expect(period.contains(first) && period.contains(last))
    // The oldest event is in the first fifth, unless there are hardly any.
    if times.count > 1 {
      #expect(first.timeIntervalSince(period.lowerBound) < range.seconds / 5)
    }
  }

  @Test func `The sample knows its own month`() async throws {
    let date = Date.noon
    let feed = try #require(
      try await SampleStore(now: { date }).fetchRemoteFeedQuery(range: .allMonth))
    let state = try QuakesState().after(.fetched(feed))
    #expect(state.ledger.known.periods == [.days(-30, 0)])
    #expect(feed.quakes.allSatisfy { state.ledger.known.periods[0].contains($0.time) })
  }
}
