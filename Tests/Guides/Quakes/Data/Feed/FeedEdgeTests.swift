import Foundation
import TestSupport
import Testing

@testable import QuakesData

/// The features of `synthetic_edge.geojson`.
@Suite(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
struct FeedEdgeTests {
  /// Returns a quake of the file with default values.
  private static func quake(
    _ id: String, magnitude: Double = 4.5, time: Double = 1_753_580_000,
    updated: Double = 1_753_580_600, name: String = "10 km N of Testville, Nowhere",
    longitude: Double = 10.5, latitude: Double = 20.25, depth: Double? = 33,
    type: String = "earthquake", status: Quake.ReviewStatus = .reviewed,
    alert: Quake.Alert? = nil, isTsunamiPossible: Bool = false, felt: Int? = nil,
    reportedIntensity: Double? = nil, estimatedIntensity: Double? = nil, significance: Int = 312,
    network: String = "us", ids: [String] = []
  ) -> Quake {
    Quake(
      quakeId: id, magnitude: magnitude, time: Date(timeIntervalSince1970: time),
      updated: Date(timeIntervalSince1970: updated), name: name, longitude: longitude,
      latitude: latitude, depth: depth, magnitudeType: "mb", type: type, status: status,
      alert: alert, isTsunamiPossible: isTsunamiPossible, felt: felt,
      reportedIntensity: reportedIntensity, estimatedIntensity: estimatedIntensity,
      significance: significance, network: network, ids: ids)
  }

  private static let expected = [
    quake("us7000good1"),
    quake("us7000place", name: ""),
    quake("us7000empty", name: ""),
    quake("us7000depth", depth: nil),
    quake("us7000twoco", depth: nil),
    // us7000nogeo has no geometry and is skipped.
    quake("us7000dele1", status: .deleted),
    quake("us7000type0"),
    quake("us7000case1", type: "quarry blast", status: .automatic, alert: .green),
    quake("us7000short"),
    quake("us7000html1", name: "<script>alert(1)</script> & \"quotes\" 'n' > O’Brien line"),
    quake("us7000like1", name: #"100% of_the_way \ back, 5 km N of %_"#),
    quake("us7000old01", time: -2_208_988_800, updated: 1_415_322_666.913),
    quake("us7000futur", time: 4_102_444_800, updated: 4_102_444_800),
    // Two records with one ID, the older one last: the reducer merges them.
    quake("us7000dup01", magnitude: 4.6, updated: 1_753_580_700),
    quake("us7000dup01"),
    quake("ci99990001", updated: 1_753_581_000, network: "ci", ids: ["us7000moved"]),
    quake("us7000moved", updated: 1_753_580_500),
    quake("aka2026abcdef", network: "ak"),
    quake("us7000west1", longitude: -180, latitude: -20, depth: 500),
    quake("us7000east1", longitude: 180, latitude: -20, depth: 500),
    quake("us7000npole", longitude: 0, latitude: 90, depth: 10),
    quake("us7000m10", magnitude: -9.99),
    quake(
      "us7000noise", magnitude: 1.96000004, longitude: -155.410827636719,
      latitude: 19.2536659240723, depth: -0.00999999977648258),
    quake("us7000round", magnitude: 2.45, name: "x"),
    quake(
      "us7000big01", magnitude: 9.5, alert: .red, isTsunamiPossible: true, felt: 153_289,
      reportedIntensity: 9.1, estimatedIntensity: 10.02, significance: 2_910),
    quake("us7000extra"),
  ]

  @Test(arguments: expected.indices)
  func `A feature at the limits of the format is decoded`(_ index: Int) throws {
    let feed = try FeedFixtureTests.feed("synthetic_edge.geojson")
    try #require(feed.quakes.count == Self.expected.count)
    #expect(feed.quakes[index] == Self.expected[index])
    #expect(feed.quakes[index].id == Self.expected[index].id)
  }

  @Test func `One feature is skipped`() throws {
    let feed = try FeedFixtureTests.feed("synthetic_edge.geojson")
    #expect(feed.generated == Date(timeIntervalSince1970: 1_753_585_188))
    #expect(
      feed.skipped == [
        FeedDecoder.Skipped(
          index: 5, id: "us7000nogeo",
          reason: "the coordinates are missing or not numbers")
      ])
  }
}
