import Foundation
import TestSupport
import Testing

@testable import QuakesData

/// Feeds that programs of this kind were reported to fail on, and answers of
/// other services.
@Suite(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
struct FeedReportedTests {
  private func fetch(_ file: String) async throws -> QuakesFeed? {
    let data = try #require(Fixtures.data("quakes/\(file)"))
    return try await fetch(document: String(decoding: data, as: UTF8.self))
  }

  private func fetch(document: String) async throws -> QuakesFeed? {
    let server = try FeedServer(.body(document))
    defer { withExtendedLifetime(server) {} }
    return try await server.store.fetchRemoteFeedQuery(range: .allDay)
  }

  @Test(arguments: [
    ("reported/04-every-event-unreadable.geojson", 3), ("reported/05-optional-fields.geojson", 7),
    ("reported/07-bom.geojson", 1), ("reported/08-nan-in-bbox.geojson", 1),
  ])
  func `Only id, time and position are essential`(_ file: String, _ count: Int) async throws {
    let feed = try await fetch(file)
    #expect(feed?.quakes.count == count)
    #expect(feed?.skipped == 0)
  }

  @Test func `Magnitudes written as text are magnitudes`() async throws {
    let feed = try await fetch("reported/04-every-event-unreadable.geojson")
    #expect(feed?.quakes.map(\.magnitude) == [5.1, 6.2, 7.4])
  }

  @Test func `A deleted event needs neither time nor position`() throws {
    let data = try #require(Fixtures.data("quakes/reported/06-deleted-without-time.json"))
    let steps = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    var state = QuakesState()
    for (step, count) in [("step1", 1), ("step2", 0)] {
      let feed = try QuakesFeed.decoded(steps[step], .allDay)
      #expect(feed.skipped == 0)
      state = try state.after(.fetched(feed))
      #expect(state.quakes.data.count == count)
    }
  }

  @Test(
    arguments: [
      ("fdsn/emsc_2017_6_rebuilt.json", 6, "the time is missing or not a number"),
      ("fdsn/ingv_1.geojson", 1, "the id is missing or invalid"),
    ])
  func `A feed of another service is refused with a reason`(
    _ file: String, _ events: Int, _ reason: String
  ) async throws {
    await #expect(throws: RemoteStoreError.noneReadable(events: events, reason: reason)) {
      try await fetch(file)
    }
  }

  @Test func `A single event is no feed`() async throws {
    await #expect(throws: RemoteStoreError.noFeed) {
      try await fetch("fdsn/emsc_single_INVENTED.json")
    }
  }

  /// An event in the format of 2012, invented after its documentation: times are
  /// in seconds, and without `updated`.
  @Test func `A feed of 2012 is refused with a reason`() async throws {
    let document = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"mag":5.4,
      "place":"48km SSE of Pondaguitan, Philippines","time":1348176066,"tz":480,"felt":2,"cdi":3.4,
      "status":"REVIEWED","tsunami":null,"sig":"449","net":"us","code":"c000csx3",
      "ids":",usc000csx3,"},"geometry":{"type":"Point","coordinates":[126.3832,5.9775,111.16]},
      "id":"usc000csx3"}]}
      """
    await #expect(
      throws: RemoteStoreError.noneReadable(
        events: 1, reason: "the time is in seconds, not in milliseconds")
    ) { try await fetch(document: document) }
  }
}
