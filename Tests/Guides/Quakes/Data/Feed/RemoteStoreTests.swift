import Foundation
import TestSupport
import Testing
import WebClient

@testable import QuakesData

/// Fetches, cached feeds and conditional requests.
@Suite(.timeLimit(.minutes(1)))
struct RemoteStoreTests {
  private func ids(_ server: FeedServer, _ range: QuakesFeed.Range = .allDay) async throws
    -> [String]
  {
    try await server.store.fetchRemoteQuakesQuery(range: range).map(\.id)
  }

  @Test(
    arguments: [
      (.allHour, "all_hour"), (.allDay, "all_day"), (.allWeek, "all_week"),
      (.allMonth, "all_month"),
    ] as [(QuakesFeed.Range, String)])
  func `Each range has its address`(_ range: QuakesFeed.Range, _ name: String) async throws {
    let server = try FeedServer(.feed(["us1"], eTag: "\"1\""))
    #expect(try await ids(server, range) == ["us1"])
    let head = try #require(server.requests.first)
    #expect(head.hasPrefix("GET /feeds/\(name).geojson HTTP/1.1\r\n"))
    #expect(!head.contains("If-"))
  }

  @Test func `The default address is that of the USGS`() {
    #expect(
      RemoteStore.usgs.absoluteString
        == "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary")
  }

  @Test func `A feed is fetched`() async throws {
    let server = try FeedServer(
      .body(
        #"{"metadata":{"generated":1753585188000},"features":[{},{"id":"us1","properties":{"time":"#
          + #"1753580000000},"geometry":{"coordinates":[1,2]}}]}"#))
    let feed = try await server.store.fetchRemoteFeedQuery(range: .allWeek)
    let quake = Quake(
      quakeId: "us1", magnitude: 0, time: Date(timeIntervalSince1970: 1_753_580_000),
      updated: Date(timeIntervalSince1970: 1_753_580_000), name: "", longitude: 1, latitude: 2,
      isMagnitudeKnown: false)
    #expect(
      feed
        == QuakesFeed(
          range: .allWeek, generated: Date(timeIntervalSince1970: 1_753_585_188), quakes: [quake],
          skipped: 1, skippedIds: nil))
  }

  /// A time in the future would make all later feeds outdated.
  @Test(arguments: [
    #"{"features":[]}"#, #"{"metadata":{"generated":4102444800000},"features":[]}"#,
  ])
  func `A feed without a time or of the future has the current time`(_ body: String) async throws {
    let server = try FeedServer(.body(body))
    let before = Date.now
    let feed = try #require(try await server.store.fetchRemoteFeedQuery(range: .allDay))
    #expect((before...Date.now).contains(feed.generated))
  }

  @Test func `A feed is cached for a minute`() async throws {
    let server = try FeedServer(
      .feed(["us1"], eTag: "\"1\""), .feed(["us1", "us2"], eTag: "\"2\""))
    #expect(try await ids(server) == ["us1"])
    server.clock.advance(by: .milliseconds(59_999))
    #expect(try await ids(server) == ["us1"])
    #expect(server.requests.count == 1)
    server.clock.advance(by: .milliseconds(1))
    #expect(try await ids(server) == ["us1", "us2"])
    #expect(server.requests.count == 2)
  }

  @Test func `Each range is cached separately`() async throws {
    let server = try FeedServer(.feed(["us1"], eTag: "\"1\""), .feed(["us2"], eTag: "\"2\""))
    #expect(try await ids(server, .allHour) == ["us1"])
    #expect(try await ids(server, .allDay) == ["us2"])
    #expect(try await ids(server, .allHour) == ["us1"])
    // Neither request sent the validator of the other range.
    #expect(!server.requests.joined().contains("If-None-Match"))
    #expect(server.requests.count == 2)
  }

  @Test func `An unchanged feed is revalidated`() async throws {
    let server = try FeedServer(
      .feed(["us1"], eTag: "W/\"a, b\""), .notModified, .notModified,
      .feed(["us2"], eTag: "\"c\""))
    let first = try await server.store.fetchRemoteFeedQuery(range: .allDay)
    for number in 2...3 {
      server.clock.advance(by: .seconds(60))
      #expect(try await server.store.fetchRemoteFeedQuery(range: .allDay) == first)
      // A revalidation restarts the interval.
      server.clock.advance(by: .seconds(59))
      #expect(try await server.store.fetchRemoteFeedQuery(range: .allDay) == first)
      try #require(server.requests.count == number)
      // The validator is sent byte for byte.
      #expect(server.requests[number - 1].contains("\r\nIf-None-Match: W/\"a, b\"\r\n"))
    }
    server.clock.advance(by: .seconds(60))
    #expect(try await ids(server) == ["us2"])
  }

  @Test func `A 304 response without a cached feed is an error`() async throws {
    let server = try FeedServer(.notModified)
    await #expect(throws: RemoteStoreError.fetching(.status(304))) { try await ids(server) }
  }

  @Test func `A failure is not cached`() async throws {
    let server = try FeedServer(
      .status(500), .body("<html>"), .body(#"{"features":[1 2]}"#), .feed(["us1"], eTag: "\"1\""))
    await #expect(throws: RemoteStoreError.fetching(.status(500))) { try await ids(server) }
    await #expect(
      throws: RemoteStoreError.malformed(offset: 0, problem: "the data is not valid JSON")
    ) {
      try await ids(server)
    }
    await #expect(
      throws: RemoteStoreError.malformed(offset: 15, problem: "the data is not valid JSON")
    ) {
      try await ids(server)
    }
    #expect(try await ids(server) == ["us1"])
    #expect(server.requests.count == 4)
  }

  /// The cached feed and its validators remain.
  @Test func `Fetching resumes after an outage`() async throws {
    let server = try FeedServer(
      .feed(["us1"], eTag: "\"1\""), .status(503), .body("{}"), .notModified)
    #expect(try await ids(server) == ["us1"])
    server.clock.advance(by: .seconds(60))
    await #expect(throws: RemoteStoreError.fetching(.status(503))) { try await ids(server) }
    await #expect(throws: RemoteStoreError.noFeed) { try await ids(server) }
    #expect(try await ids(server) == ["us1"])
    #expect(server.requests.last?.contains("\r\nIf-None-Match: \"1\"\r\n") == true)
  }

  @Test func `An unreachable server is an error`() async throws {
    let server = try FeedServer(.feed(["us1"], eTag: "\"1\""))
    #expect(try await ids(server) == ["us1"])
    server.stop()
    // The feed is cached: no request is made.
    #expect(try await ids(server) == ["us1"])
    server.clock.advance(by: .seconds(60))
    let error = await #expect(throws: RemoteStoreError.self) { try await ids(server) }
    #expect(
      error?.localizedDescription
        == "The service could not be reached. Check this machine's connection.")
  }

  @Test func `Skipped features are logged`() async throws {
    let server = try FeedServer(
      .body(#"{"features":[{"id":"us1"},{"id":"us\n2","properties":7},8,\#(Self.good)]}"#))
    #expect(try await ids(server) == ["us9"])
    #expect(
      server.log.lines == [
        "notice An event of the feed could not be read id=us1 index=0 range=allDay "
          + "reason=the time is missing or not a number",
        "notice An event of the feed could not be read id=us 2 index=1 range=allDay "
          + "reason=the id is missing or invalid",
        "notice An event of the feed could not be read id=- index=2 range=allDay "
          + "reason=the id is missing or invalid",
      ])
    // A cached feed is not logged again.
    #expect(try await ids(server) == ["us9"])
    #expect(server.log.lines.count == 3)
  }

  @Test func `Many skipped features are counted`() async throws {
    let features = Array(repeating: "{}", count: 25).joined(separator: ",")
    let server = try FeedServer(.body(#"{"features":[\#(features),\#(Self.good)]}"#))
    #expect(try await ids(server) == ["us9"])
    #expect(server.log.lines.count == 21)
    #expect(
      server.log.lines.last
        == "notice More events of the feed could not be read count=5 range=allDay")
  }

  private static let good =
    #"{"id":"us9","properties":{"time":0},"geometry":{"coordinates":[1,2]}}"#

  /// A feed that is fetched, but has no readable event, is a failure.
  @Test func `A feed of which nothing can be read is an error`() async throws {
    let server = try FeedServer(
      .feed(["us1"], eTag: "\"1\""), .body(#"{"features":[{"id":"us1"},{"id":"us2"}]}"#),
      .notModified)
    let first = try await server.store.fetchRemoteFeedQuery(range: .allDay)
    server.clock.advance(by: .seconds(60))
    await #expect(
      throws: RemoteStoreError.noneReadable(
        events: 2, reason: "the time is missing or not a number")
    ) { try await ids(server) }
    #expect(server.log.lines.count == 2)
    // It does not replace the cached one.
    #expect(try await server.store.fetchRemoteFeedQuery(range: .allDay) == first)
  }

  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `A recorded feed is fetched`() async throws {
    let data = try #require(Fixtures.data("quakes/all_week_2024-05-04.geojson"))
    let server = try FeedServer(.body(String(decoding: data, as: UTF8.self)))
    let feed = try #require(try await server.store.fetchRemoteFeedQuery(range: .allWeek))
    #expect(feed.quakes.count == 2_588)
    #expect(feed.skipped == 0)
    #expect(server.log.lines.isEmpty)
  }
}
