import Foundation
import Testing
import WebClient

@testable import QuakesData

/// Documents that are refused, and the metadata of feeds.
@Suite struct FeedDocumentTests {
  private static let feature =
    #"{"id":"us1","properties":{"time":0},"geometry":{"coordinates":[1,2]}}"#

  private func decode(_ document: String, maximumEvents: Int = 100) throws -> FeedDecoder.Feed {
    try FeedDecoder.decode(Array(document.utf8), maximumEvents: maximumEvents)
  }

  @Test(
    arguments: [
      (#"{"features":[]}"#, nil),
      (#"{"metadata":{"generated":1753585188000,"status":200},"features":[]}"#, 1_753_585_188),
      (#"{"features":[],"bbox":[1,2],"metadata":{"generated":1753585188000}}"#, 1_753_585_188),
      (#"{"metadata":null,"features":[]}"#, nil), (#"{"metadata":[1],"features":[]}"#, nil),
      (#"{"metadata":{},"features":[]}"#, nil),
      (#"{"metadata":{"generated":null,"status":null},"features":[]}"#, nil),
      (#"{"metadata":{"generated":"now"},"features":[]}"#, nil),
      (#"{"metadata":{"generated":1e300},"features":[]}"#, nil),
      (#"{"metadata":{"generated":"1753585188000"},"features":[]}"#, 1_753_585_188),
      (#"{"metadata":{"generated":NaN},"features":[]}"#, nil),
      (#"{"bbox":[NaN,1,2],"features":[]}"#, nil), (#"{"features":[],"bbox":-Infinity}"#, nil),
      ("\u{FEFF}{\"features\":[]}", nil),
      (#"{"metadata":{"count":99,"api":"1.14.1","x":[{}]},"features":[]}"#, nil),
    ] as [(String, Double?)])
  func `The time of a feed is decoded`(_ document: String, _ seconds: Double?) throws {
    let feed = try decode(document)
    #expect(feed.generated == seconds.map { Date(timeIntervalSince1970: $0) })
    #expect(feed.quakes.isEmpty)
    #expect(feed.skipped.isEmpty)
  }

  @Test(
    arguments: [
      ("", .malformed(offset: 0, problem: "the data ends early")),
      ("<html>", .malformed(offset: 0, problem: "the data is not valid JSON")),
      (#"{"features":[{]}"#, .malformed(offset: 14, problem: "the data is not valid JSON")),
      (#"{"features":[1 2]}"#, .malformed(offset: 15, problem: "the data is not valid JSON")),
      (#"{"features":["#, .malformed(offset: 13, problem: "the data ends early")),
      (#"{"features":[]}}"#, .malformed(offset: 15, problem: "more data follows the end")),
      // Features with unbalanced brackets and quotes.
      (#"{"features":[{"id":"us1]}"#, .malformed(offset: 25, problem: "the data ends early")),
      (
        #"{"features":[{"id":1,"x":[}]}"#,
        .malformed(offset: 26, problem: "the data is not valid JSON")
      ),
      (
        #"{"features":[{"id":1}},{}]}"#,
        .malformed(offset: 21, problem: "the data is not valid JSON")
      ),
      ("{}", .noFeed), ("[]", .noFeed), ("null", .noFeed), ("\"text\"", .noFeed), ("1", .noFeed),
      (#"{"features":null}"#, .noFeed), (#"{"features":{}}"#, .noFeed),
      (#"{"Features":[]}"#, .noFeed),
      (#"{"metadata":{"status":404},"features":[]}"#, .status(404)),
      (#"{"metadata":{"status":500}}"#, .status(500)),
      (#"{"features":[\#(feature)],"metadata":{"status":503}}"#, .status(503)),
      (#"{"features":[],"metadata":{"status":200.5}}"#, .status(0)),
    ] as [(String, RemoteStoreError)])
  func `An invalid feed is refused`(_ document: String, _ error: RemoteStoreError) {
    #expect(throws: error) { try decode(document) }
  }

  @Test(arguments: [(4, true), (5, true), (6, false), (7, false)])
  func `A feed with too many features is refused`(_ count: Int, _ isTaken: Bool) throws {
    // Invalid features are counted as well.
    let features = (0..<count).map { $0.isMultiple(of: 2) ? Self.feature : "{}" }
    let document = #"{"features":[\#(features.joined(separator: ","))]}"#
    if isTaken {
      let feed = try decode(document, maximumEvents: 5)
      #expect(feed.quakes.count + feed.skipped.count == count)
    } else {
      #expect(throws: RemoteStoreError.tooManyEvents(limit: 5)) {
        try decode(document, maximumEvents: 5)
      }
    }
  }

  /// Malformed JSON within the brackets of a feature affects only that feature.
  /// It has no readable IDs.
  @Test(
    arguments: [
      (#"{"rms":01}"#, "rms: the data is not valid JSON"),
      (#"{"a":1,}"#, "a: the data is not valid JSON"),
      (#"{"a" 1}"#, "the data is not valid JSON"),
      (#"{"\x":1}"#, "a text contains an invalid escape"),
    ])
  func `A malformed feature is skipped`(_ feature: String, _ reason: String) throws {
    let feed = try decode(#"{"features":[\#(Self.feature),\#(feature),\#(Self.feature)]}"#)
    #expect(feed.quakes.map(\.id) == ["us1", "us1"])
    #expect(feed.skipped == [FeedDecoder.Skipped(index: 1, id: nil, reason: reason)])
    #expect(feed.skippedIds == nil)
  }

  @Test func `A feature with a key that is not UTF-8 is skipped`() throws {
    let feature = Array(#"{"id":"us2","properties":{""#.utf8) + [0xC3] + Array("\":1}}".utf8)
    let feed = try FeedDecoder.decode(
      Array(#"{"features":["#.utf8) + feature + Array(",\(Self.feature)]}".utf8))
    #expect(feed.quakes.map(\.id) == ["us1"])
    #expect(feed.skipped.map(\.reason) == ["properties: a text is not valid UTF-8"])
  }

  /// The IDs of skipped features, each after a feature with the ID us0.
  @Test(
    arguments: [
      (#"{"id":"us1"}"#, ["us1"]), (#"{"id":"us1","properties":7}"#, ["us1"]),
      (#"{"id":"us1","properties":{"ids":",us1,ci2,","mag":"x"}}"#, ["us1", "us1", "ci2"]),
      (#"{"id":"us1","properties":{"ids":7,"mag":"x"}}"#, ["us1"]),
      (#"{"properties":{"net":"us","code":"1"}}"#, ["us1"]),
      (#"{"id":7,"properties":{"net":"us","code":"1"}}"#, ["us1"]),
      (#"{"id":"a b","properties":{"ids":",ci2,"}}"#, ["ci2"]),
      (#"{"properties":{"net":"us"}}"#, nil), (#"{"properties":{"code":"1"}}"#, nil),
      ("{}", nil), ("7", nil), ("null", nil), ("[{}]", nil), (#"{"id":"a b"}"#, nil),
      (#"{"id":"us1","x":tru}"#, ["us1"]), (#"{"id":"us1","x":01}"#, nil),
    ] as [(String, [String]?)])
  func `The IDs of skipped features are reported`(_ feature: String, _ ids: [String]?) throws {
    let feed = try decode(#"{"features":[{"id":"us0"},\#(feature),\#(Self.feature)]}"#)
    #expect(feed.skipped.count == 2)
    #expect(feed.skippedIds == ids.map { ["us0"] + $0 })
    // An unidentified feature makes the IDs of the feed unknown.
    let first = try decode(#"{"features":[\#(feature),{"id":"us0"}]}"#)
    #expect(first.skippedIds == ids.map { $0 + ["us0"] })
  }

  @Test func `Features with the same ID are all decoded`() throws {
    let feed = try decode(#"{"features":[\#(Self.feature),\#(Self.feature)]}"#)
    #expect(feed.quakes.map(\.id) == ["us1", "us1"])
  }

  @Test func `The depth is counted for each feature`() throws {
    let deep = #"{"id":1,"x":[[[[[[[[[["# + #"]]]]]]]]]]}"#
    let features = Array(repeating: deep, count: 50).joined(separator: ",")
    #expect(try decode(#"{"features":[\#(features)]}"#).skipped.count == 50)
  }

  @Test(
    arguments: [
      (.fetching(.timedOut), "The service took too long. Try again in a few minutes."),
      (.fetching(.status(503)), "The service answered with error 503. Try again later."),
      (
        .malformed(offset: 12, problem: "the data ends early"),
        "The earthquake feed is damaged at byte 12: the data ends early."
      ),
      (.noFeed, "The server did not send an earthquake feed: “features” is missing."),
      (
        .noneReadable(events: 3, reason: "the time is missing or not a number"),
        "The server sent a feed of another format: none of its 3 events could be read "
          + "(the time is missing or not a number)."
      ),
      (
        .noneReadable(events: 1, reason: "time: out of range"),
        "The server sent a feed of another format: its event could not be read "
          + "(time: out of range)."
      ),
      (.status(404), "The earthquake feed reports error 404."),
      (.tooManyEvents(limit: 200_000), "The earthquake feed has more than 200000 events."),
    ] as [(RemoteStoreError, String)])
  func `Each error has a message for visitors`(_ error: RemoteStoreError, _ sentence: String) {
    #expect((error as any Error).localizedDescription == sentence)
  }

  @Test(
    arguments: [
      (
        .fetching(.unreachable("connection refused")),
        "The service could not be reached. Check this machine's connection. (connection refused)"
      ),
      (.status(404), "The earthquake feed reports error 404."),
    ] as [(RemoteStoreError, String)])
  func `The log has the details of an error`(_ error: RemoteStoreError, _ sentence: String) {
    #expect("\(error)" == sentence)
  }
}
