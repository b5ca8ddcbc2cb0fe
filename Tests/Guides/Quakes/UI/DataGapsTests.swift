import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import TestSupport
import Testing

@testable import QuakesData
@testable import QuakesUI

/// Pages that show a time of which no feed was loaded.
@Suite struct DataGapsTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48

  private static func days(_ first: Double, _ last: Double) -> Range<Date> {
    now + first * 86_400..<(now + last * 86_400)
  }

  private static func viewState(
    knowing periods: [Range<Date>], generated: Date? = now, hoursAgo: [Double] = [1],
    at address: String
  ) throws -> QuakesPage.ViewState {
    var state = QuakesState(
      loaded: hoursAgo.map { Quake.example("q\($0)", at: now - $0 * 3_600) })
    state.ledger.known = KnownTime(periods)
    state.ledger.lastRefresh = generated.map {
      .init(range: .allDay, generated: $0, counts: .init())
    }
    return QuakesPage.Container(location: try QuakesLocation(query: address), now: now)
      .viewState(SelectQuakes(state: state))
  }

  private static let week = [days(-7, 0)]
  private static let gap = [days(-40, -20), days(-3, 0)]
  private static let none = "No stored earthquake matches these filters."
  private static let since = "all data since 27 Apr 2024, 07:06"

  @Test(
    arguments: [
      // All of the shown time is known.
      (week, "", nil), (week, "past=week", nil), (week, "date=2024-04-28", nil),
      (gap, "date=2024-04-10", nil), ([.distantPast..<now], "date=any", nil),
      // The clock of the feed differs by minutes.
      ([days(-7, -0.01)], "past=week", nil), ([days(-6.99, 0.01)], "past=week", nil),
      // It begins earlier.
      (week, "past=month", since), (week, "date=any", since), (week, "from=2024-03-01", since),
      (week, "date=2024-04-27", since),
      // A bookmark of long ago.
      (week, "date=2011-03-11", since), (week, "from=2011-03-11&to=2011-03-12", since),
      (week, "past=month&tz=Asia/Tokyo", "all data since 27 Apr 2024, 16:06"),
      // A gap within it.
      (gap, "past=month", "all data since 1 May 2024, 07:06"),
      (gap, "date=2024-04-20", "all data since 1 May 2024, 07:06"),
      (gap, "date=any", "all data since 1 May 2024, 07:06"),
      (gap, "to=2024-04-10", "all data since 25 Mar 2024, 07:06"),
      // The head says when the feed was updated.
      ([days(-9, -2)], "", nil), ([days(-9, -2)], "past=week", nil),
      // A database of an earlier version, before the first feed.
      ([], "", "some data may be missing"), ([], "date=2024-04-20", "some data may be missing"),
      // There is no such time, or it is in the future.
      (week, "from=2024-05-04&to=2011-03-11", nil), (week, "date=2024-06-01", nil),
    ] as [([Range<Date>], String, String?)])
  func `The head says since when the data reach if the shown time begins earlier`(
    _ periods: [Range<Date>], _ query: String, _ note: String?
  ) throws {
    let state = try Self.viewState(knowing: periods, at: query)
    let zone = query.contains("Tokyo") ? "16:06" : "07:06"
    let head = "USGS feed, updated 4 May 2024, \(zone) (just now)"
    #expect(Self.text(state.head) == [head, note].compactMap(\.self).joined(separator: " · "))
  }

  /// Returns the last line of the page.
  private static func text(_ head: QuakesHead.ViewState) -> String {
    head.summary.map { $0.before + ($0.moment?.dayAndClock ?? "") + $0.after }
      .joined(separator: " · ")
  }

  @Test func `A store without anything says so`() throws {
    let state = try Self.viewState(knowing: [], generated: nil, hoursAgo: [], at: "date=any")
    #expect(Self.text(state.head) == "From the USGS feed · some data may be missing")
  }

  @Test(
    arguments: [
      (week, "date=2024-04-28", "No earthquakes found", none),
      (
        week, "date=2011-03-11", "No data for this time",
        "The time before 27 Apr 2024, 07:06 UTC is not loaded."
      ),
      (
        week, "past=month&min=9", "No earthquakes found",
        "\(none) The time before 27 Apr 2024, 07:06 UTC is not loaded."
      ),
      (
        gap, "date=2024-04-20", "No data for this time",
        "The time from 14 Apr 2024, 07:06 UTC to 1 May 2024, 07:06 UTC is not loaded."
      ),
      (
        gap, "date=any&min=9", "No earthquakes found",
        "\(none) The time before 25 Mar 2024, 07:06 UTC and from 14 Apr 2024, 07:06 UTC to "
          + "1 May 2024, 07:06 UTC is not loaded."
      ),
      (
        [days(-9, -2)], "min=9", "No data for this time",
        "The time after 2 May 2024, 07:06 UTC is not loaded."
      ),
      ([], "min=9", "No data for this time", "No feed has been loaded yet."),
    ] as [([Range<Date>], String, String, String)])
  func `An empty list tells an unknown time from one without earthquakes`(
    _ periods: [Range<Date>], _ query: String, _ title: String, _ message: String
  ) throws {
    let results = try #require(Self.viewState(knowing: periods, at: query).results)
    guard case .noMatch(title, message, _, _) = results.list.empty else {
      Issue.record("\(String(describing: results.list.empty))")
      return
    }
  }

  /// The chart of a month begins on 4 April.
  @Test func `Days that are not loaded are hatched`() throws {
    let chart = try #require(
      Self.viewState(
        knowing: Self.week, hoursAgo: [1, 24 * 8, 24 * 20], at: "past=month"
      ).results?.charts.times)
    #expect(chart.bars.count == 31)
    #expect(chart.bars[0].link?.label == "4 Apr 2024: not loaded")
    #expect(chart.bars[10].link?.label == "14 Apr 2024: 1 earthquake, not all loaded")
    // It is known since the morning.
    #expect(chart.bars[23].link?.label == "27 Apr 2024: not loaded")
    #expect(chart.bars[24].link?.label == "28 Apr 2024: 0 earthquakes")
    #expect(chart.bars[30].link?.label == "4 May 2024: 1 earthquake")
    let hatching = try #require(chart.hatching)
    #expect(hatching.hasPrefix("M0 22l8-8M0 30l16-16"))
    // To 07:06 on the 24th of 31 days, at 240.5 of 320 points.
    #expect(hatching.hasSuffix("M240 78l0.5-0.5"))
    let html = QuakeCharts.Presenter(
      state: try #require(Self.viewState(knowing: Self.week, at: "past=month").results).charts
    ).body.renderedString()
    #expect(html.contains("<path d=\"M0 22l8-8"))
    #expect(html.contains("<title>Not loaded</title>"))
  }

  @Test func `A chart of a known time has no hatching`() throws {
    let charts = try #require(Self.viewState(knowing: Self.week, at: "past=week").results).charts
    #expect(
      charts.times?.bars.dropFirst().allSatisfy { $0.link?.label.contains("loaded") == false }
        == true)
    let whole = try #require(
      Self.viewState(knowing: [Self.days(-8, 0)], at: "past=week").results
    ).charts
    #expect(whole.times?.hatching == nil)
    #expect(!QuakeCharts.Presenter(state: whole).body.renderedString().contains("<title>"))
  }

  @Test func `A bar without a number is not a bar of none`() throws {
    let chart = try #require(
      Self.viewState(knowing: [Self.days(-2, 0)], at: "past=week").results?.charts.times)
    #expect(chart.numbers == [nil, nil, nil, nil, nil, nil, "0", "1"])
  }
}
