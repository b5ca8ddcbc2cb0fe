import Foundation
import HashTreeCollections
import TestSupport
import Testing

@testable import QuakesData

/// Recorded feeds in which events share IDs.
@Suite(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
struct MergeRecordedTests {
  private func tohoku() throws -> QuakesFeed {
    try .recorded("reported/01-tohoku-shared-ids.geojson")
  }

  /// The event before and after one of its IDs got a record of its own.
  private func split() throws -> (QuakesFeed, QuakesFeed) {
    let file = try #require(Fixtures.data("quakes/reported/03-split-event.json"))
    let steps = try #require(JSONSerialization.jsonObject(with: file) as? [String: Any])
    return (try .decoded(steps["step1"]), try .decoded(steps["step2"]))
  }

  @Test func `The earthquake of Tohoku and its aftershocks are three events`() throws {
    let feed = try tohoku()
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0]] {
      var feed = feed
      feed.quakes = order.map { feed.quakes[$0] }
      var state = QuakesState()
      #expect(state.merge(feed) == .init(new: 3))
      #expect(state.values.map(\.magnitude) == [9.1, 7.9, 7.7])
      checkDerived(of: state)
      // One after the other, each in a feed of its own.
      var single = QuakesState()
      for quake in feed.quakes { _ = single.merge([quake]) }
      #expect(single.values.map(\.magnitude) == [9.1, 7.9, 7.7])
      checkDerived(of: single)
      // In both cases, all three again change nothing.
      for var state in [state, single] {
        _ = state.merge(feed)
        let before = state
        #expect(state.merge(feed) == .init(unchanged: 3))
        #expect(state == before)
      }
    }
  }

  @Test func `Events that were joined by mistake separate with the next feed`() throws {
    let feed = try tohoku()
    let main = try #require(feed.quakes.first)
    let newest = try #require(feed.quakes.last)
    let joined = newest.with(otherIds: main.ids.filter { $0 != newest.id })
    var state = QuakesState([joined])
    _ = state.merge(feed)
    #expect(state.values.map(\.magnitude) == [9.1, 7.9, 7.7])
    checkDerived(of: state)
  }

  @Test func `An event that is split becomes two`() throws {
    let (first, second) = try split()
    var state = QuakesState()
    _ = state.merge(first)
    #expect(QuakesState.selectQuake(anyId: "ci40000001")(state)?.id == "us7000aaaa")
    #expect(state.merge(second) == .init(new: 1, changed: 1))
    #expect(state.values.map(\.id) == ["ci40000001", "us7000aaaa"])
    checkDerived(of: state)
    let deleted = try state.after(.delete("us7000aaaa"))
    var later = deleted
    _ = later.merge(second)
    #expect(later.values.map(\.id) == ["ci40000001"])
    #expect(later.ledger.deleted == ["us7000aaaa"])
  }

  @Test func `A deletion from before the split stays with its event`() throws {
    let (first, second) = try split()
    var state = QuakesState()
    _ = state.merge(first)
    state = try state.after(.delete("us7000aaaa"))
    _ = state.merge(second)
    #expect(state.values.map(\.id) == ["ci40000001"])
    checkDerived(of: state)
  }

  /// No recorded feed with unique IDs loses an event. In the last one, events list
  /// the ID of another.
  @Test(arguments: [
    ("all_hour_2013-07-20_one-event-no-bbox.geojson", 1), ("all_hour_2021-12-04.geojson", 14),
    ("all_hour_2022-10-01_m5.9-alert.geojson", 5), ("all_day_2019-11-21.geojson", 268),
    ("all_week_2018-02-07_vega.json", 1_707),
    ("all_week_2020-07-16_null-mag-null-island.geojson", 2_694),
    ("all_week_2024-05-04.geojson", 2_588),
    ("all_month_2025-07-27_from-csv.geojson", 11_475),
    ("significant_month_2023-10-11_pager-red.geojson", 18),
    ("fdsn/usgs_1727-1758_no-depth_15.geojson", 15),
    ("fdsn/usgs_1904-1912_M5.9_85.geojson", 85),
    ("fdsn/usgs_2011-2021_S-America_667.geojson", 667),
    ("fdsn/usgs_2018-01-18_null-mag_3.geojson", 3),
    ("fdsn/usgs_2019-07-06_M3.6-5.0_123.geojson", 123),
    ("reported/05-optional-fields.geojson", 7),
  ])
  func `Every event of a recorded feed is stored`(_ file: String, _ count: Int) throws {
    let feed = try QuakesFeed.recorded(file)
    var state = QuakesState()
    #expect(state.merge(feed) == .init(new: count))
    #expect(Set(state.quakes.data.keys) == Set(feed.quakes.map(\.id)))
  }
}
