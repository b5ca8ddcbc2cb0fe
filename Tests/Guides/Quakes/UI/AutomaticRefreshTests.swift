import Foundation
import Testing

@testable import QuakesData
@testable import QuakesUI

/// The feed that the automatic refresh loads.
@Suite struct AutomaticRefreshTests {
  private static let now = Date(timeIntervalSince1970: 1_750_000_000)

  /// Returns the time of feeds, of so many days that ended so many days ago.
  private static func known(_ feeds: [(length: Double, age: Double)]) -> KnownTime {
    KnownTime(
      feeds.map { length, age in
        let end = now - age * 86_400
        return end - length * 86_400..<end
      })
  }

  private static let quarter = 1.0 / 96

  @Test(
    arguments: [
      // The first start.
      ([], .allMonth),
      // Each quarter of an hour after a month was loaded.
      ([(30, quarter)], .allDay), ([(30, 0)], .allDay), ([(90, 0.95)], .allDay),
      // The clock of the feed is ahead.
      ([(30, -quarter)], .allDay),
      // After a gap, the hour of overlap included.
      ([(30, 0.97)], .allWeek), ([(30, 6.9)], .allWeek), ([(30, 7)], .allMonth),
      ([(30, 29)], .allMonth), ([(30, 400)], .allMonth),
      // A visitor or an earlier version loaded less than a month.
      ([(1.0 / 24, 0)], .allMonth), ([(1, 0)], .allMonth), ([(7, quarter)], .allMonth),
      // A gap that a visitor left, and one of more than a month ago.
      ([(1, 0), (30, 3)], .allWeek), ([(1, 0), (30, 8)], .allMonth),
      ([(29.99, 0), (30, 50)], .allDay),
    ] as [([(Double, Double)], QuakesFeed.Range)])
  func `The smallest feed that leaves no gap in the past month is loaded`(
    _ feeds: [(Double, Double)], _ range: QuakesFeed.Range
  ) {
    #expect(
      QuakesGuide.range(known: Self.known(feeds), lastRefresh: nil, now: Self.now) == range)
  }

  /// The minutes since the last feed of any length and since the end of the known time, and the
  /// minutes since a quarter of an hour began.
  @Test(
    arguments: [
      (1, 1, 1, .allHour), (1, 1, 14, .allHour), (1, 29, 5, .allHour),
      // The first one in a quarter of an hour, and after a gap.
      (1, 1, 0, .allDay), (3, 3, 2, .allDay), (20, 20, 10, .allDay), (1, 31, 5, .allDay),
      (1, 60 * 25, 5, .allWeek),
      // The clock of the feed is ahead.
      (-1, -1, 5, .allHour), (-1, -1, 14, .allDay),
    ] as [(Double, Double, Double, QuakesFeed.Range)])
  func `Feeds of the hour follow one of the day`(
    _ last: Double, _ known: Double, _ minutes: Double, _ range: QuakesFeed.Range
  ) {
    let now = Date(timeIntervalSince1970: 900 * 1_944_444 + minutes * 60)
    let period = now - 30 * 86_400 - known * 60..<(now - known * 60)
    #expect(
      QuakesGuide.range(known: KnownTime([period]), lastRefresh: now - last * 60, now: now)
        == range)
  }

  @Test func `Events that were deleted all together are not loaded again`() {
    var known = Self.known([(30, Self.quarter)])
    known.forget(at: Self.now)
    #expect(QuakesGuide.range(known: known, lastRefresh: nil, now: Self.now) == .allDay)
  }
}
