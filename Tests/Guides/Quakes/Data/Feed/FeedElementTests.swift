import Foundation
import Testing

@testable import QuakesData

private let noId = "the id is missing or invalid"
private let noTime = "the time is missing or not a number"
private let noPlace = "the coordinates are missing or not numbers"

/// IDs, coordinates, and elements that are not features.
@Suite struct FeedElementTests {
  private func feed(coordinates: String) throws -> FeedDecoder.Feed {
    try FeedDecoderTests.feed(
      #"{"id":"us1","geometry":{"coordinates":\#(coordinates)},"properties":{"time":0}}"#)
  }

  @Test(
    arguments: [
      ("[10.5,20.25,33]", 10.5, 20.25, 33), ("[10,20,0]", 10, 20, 0),
      ("[-180,-90,-10]", -180, -90, -10), ("[180,90,663.008]", 180, 90, 663.008),
      ("[0,0,null]", 0, 0, nil), ("[0,0]", 0, 0, nil), ("[1,2,3,4,[5]]", 1, 2, 3),
      ("[1,2,1e999]", 1, 2, nil), ("[1,2,7000]", 1, 2, nil), ("[1,2,NaN]", 1, 2, nil),
      (#"["1.5","-2","3"]"#, 1.5, -2, 3),
    ] as [(String, Double, Double, Double?)])
  func `Valid coordinates are decoded`(
    _ coordinates: String, _ longitude: Double, _ latitude: Double, _ depth: Double?
  ) throws {
    let quake = try #require(try feed(coordinates: coordinates).quakes.first)
    #expect(quake.longitude == longitude)
    #expect(quake.latitude == latitude)
    #expect(quake.depth == depth)
  }

  @Test(
    arguments: [
      ("[]", noPlace), ("[1]", noPlace), ("[null,1]", noPlace), ("[1,null,1]", noPlace),
      ("null", noPlace), ("{}", noPlace), ("[\"1 E\",\"2\"]", noPlace), ("[[1,2]]", noPlace),
      ("[180.1,0]", "longitude: out of range"),
      ("[-180.0001,0]", "longitude: out of range"),
      ("[0,90.1]", "latitude: out of range"), ("[0,-91]", "latitude: out of range"),
      ("[1e999,0]", "longitude: out of range"),
    ])
  func `A feature with invalid coordinates is skipped`(_ coordinates: String, _ reason: String)
    throws
  {
    let feed = try feed(coordinates: coordinates)
    #expect(feed.quakes.isEmpty)
    #expect(feed.skipped.map(\.reason) == [reason])
    #expect(feed.skipped.map(\.id) == ["us1"])
  }

  @Test(
    arguments: [
      (#""us7000good""#, true), (#""a""#, true), (#""aka2026abcdef""#, true),
      (#""\u0061b""#, true), (#""~!/?#<>""#, true),
      ("\"\(String(repeating: "a", count: 64))\"", true),
      ("\"\(String(repeating: "a", count: 65))\"", false), (#""""#, false), (#"" ""#, false),
      (#""us 1""#, false), (#""us1,us2""#, false), (#""us1\n""#, false), (#""us1\u0000""#, false),
      (#""usé""#, false), ("null", false), ("1", false), ("[]", false),
    ])
  func `An ID is accepted or skipped`(_ id: String, _ isTaken: Bool) throws {
    let feed = try FeedDecoderTests.feed(
      #"{"properties":{"time":0},"geometry":{"coordinates":[1,2]},"id":\#(id)}"#)
    #expect(feed.quakes.count == (isTaken ? 1 : 0))
    #expect(feed.skipped.count == (isTaken ? 0 : 1))
  }

  /// A log entry must fit on a line.
  @Test func `The ID of a skipped feature is sanitised`() throws {
    let feed = try FeedDecoderTests.feed(#"{"id":"a\n\#(String(repeating: "b", count: 99))"}"#)
    #expect(feed.skipped.map(\.id) == ["a " + String(repeating: "b", count: 62)])
  }

  @Test(
    arguments: [
      ("null", noId), ("1", noId), ("[]", noId), ("\"us1\"", noId), ("{}", noId),
      (#"{"id":"us1","geometry":{"coordinates":[1,2]}}"#, noTime),
      (#"{"id":"us1","properties":{"time":0}}"#, noPlace),
      (#"{"id":"us1","properties":{"time":0},"geometry":{}}"#, noPlace),
      (#"{"id":"us1","properties":{"time":0},"geometry":null}"#, noPlace),
      (#"{"id":"us1","properties":null}"#, noTime), (#"{"id":"us1","properties":[]}"#, noTime),
    ])
  func `An element that is not a feature is skipped`(_ feature: String, _ reason: String) throws {
    let good = #"{"id":"us2","properties":{"time":0},"geometry":{"coordinates":[1,2]}}"#
    let feed = try FeedDecoderTests.feed("\(good),\(feature),\(good)")
    // The other features are decoded in their order.
    #expect(feed.quakes.map(\.id) == ["us2", "us2"])
    #expect(feed.skipped.map(\.index) == [1])
    #expect(feed.skipped.map(\.reason) == [reason])
  }
}
