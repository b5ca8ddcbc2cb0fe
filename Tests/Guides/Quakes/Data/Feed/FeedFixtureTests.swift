import Foundation
import TestSupport
import Testing

@testable import QuakesData

/// Recorded feeds.
@Suite(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
struct FeedFixtureTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let file: String
    let generated: Double
    let count: Int
    let magnitudes: ClosedRange<Double>
    var unknownMagnitudes = 0
    var negativeMagnitudes = 0
    let depths: ClosedRange<Double>
    /// The number of events by type, except earthquakes.
    var types: [String: Int] = [:]
    var severalIds = 0
    var reviewed = 0
    var felt = 0
    var alerts = 0
    var tsunamis = 0

    var testDescription: String { file }
  }

  @Test(arguments: [
    Row(
      file: "all_hour_2013-07-20_one-event-no-bbox.geojson", generated: 1_374_338_016, count: 1,
      magnitudes: 1.2...1.2, depths: 24.8...24.8),
    Row(
      file: "all_hour_2021-12-04.geojson", generated: 1_638_588_629, count: 14,
      magnitudes: 0.36...4.4, depths: 0.1...208.5, severalIds: 1, reviewed: 1, felt: 1),
    Row(
      file: "all_hour_2022-10-01_m5.9-alert.geojson", generated: 1_664_590_219, count: 5,
      magnitudes: 1.3...5.9, depths: 0...76.6, reviewed: 1, felt: 2, alerts: 1),
    Row(
      file: "all_day_2019-11-21.geojson", generated: 1_574_359_324, count: 268,
      magnitudes: -0.51...6.1, negativeMagnitudes: 1, depths: -2...607.78,
      types: ["ice quake": 4, "explosion": 1, "quarry blast": 3], severalIds: 3, reviewed: 147,
      felt: 19, alerts: 2),
    Row(
      file: "all_week_2018-02-07_vega.json", generated: 1_517_968_154, count: 1_707,
      magnitudes: -0.8...6.4, negativeMagnitudes: 44, depths: -2.79...573.76,
      types: ["explosion": 15, "quarry blast": 13], severalIds: 94, reviewed: 1_214, felt: 127,
      alerts: 12, tsunamis: 4),
    Row(
      file: "all_week_2020-07-16_null-mag-null-island.geojson", generated: 1_594_870_759,
      count: 2_694, magnitudes: -1.15...5.8, unknownMagnitudes: 1, negativeMagnitudes: 58,
      depths: -3.50999999046326...623.56,
      types: ["explosion": 19, "quarry blast": 19, "ice quake": 2], severalIds: 149,
      reviewed: 1_544, felt: 87, alerts: 6, tsunamis: 1),
    Row(
      file: "all_week_2024-05-04.geojson", generated: 1_714_806_408, count: 2_588,
      magnitudes: -1.14...6.5, negativeMagnitudes: 173, depths: -2.96...631.289,
      types: ["quarry blast": 26, "explosion": 14], severalIds: 135, reviewed: 1_580, felt: 140,
      alerts: 11, tsunamis: 4),
    Row(
      file: "significant_month_2023-10-11_pager-red.geojson", generated: 1_697_055_391, count: 18,
      magnitudes: 4.2...6.9, depths: 3.51...176, severalIds: 5, reviewed: 18, felt: 13,
      alerts: 17, tsunamis: 4),
    Row(
      file: "all_month_2025-07-27_from-csv.geojson", generated: 1_753_584_588, count: 11_475,
      magnitudes: -1.21...7.4, unknownMagnitudes: 2, negativeMagnitudes: 641,
      depths: -3.46...663.019,
      types: [
        "quarry blast": 121, "explosion": 44, "ice quake": 15, "landslide": 1, "sonic boom": 1,
        "volcanic eruption": 1,
      ], reviewed: 9_547),
  ])
  func `A recorded feed is decoded completely`(_ row: Row) throws {
    let feed = try Self.feed(row.file)
    let quakes = feed.quakes
    #expect(feed.skipped.isEmpty)
    #expect(feed.generated == Date(timeIntervalSince1970: row.generated))
    #expect(quakes.count == row.count)
    #expect(Set(quakes.map(\.id)).count == row.count)
    let known = quakes.filter(\.isMagnitudeKnown).map(\.magnitude)
    #expect(known.min() == row.magnitudes.lowerBound)
    #expect(known.max() == row.magnitudes.upperBound)
    #expect(row.count - known.count == row.unknownMagnitudes)
    #expect(known.count { $0 < 0 } == row.negativeMagnitudes)
    let depths = quakes.compactMap(\.depth)
    #expect(depths.min() == row.depths.lowerBound)
    #expect(depths.max() == row.depths.upperBound)
    let types = Dictionary(grouping: quakes, by: \.type).mapValues(\.count)
    #expect(types.filter { $0.key != "earthquake" } == row.types)
    #expect(quakes.count { !$0.otherIds.isEmpty } == row.severalIds)
    #expect(quakes.count { $0.status == .reviewed } == row.reviewed)
    #expect(quakes.count { $0.felt != nil } == row.felt)
    #expect(quakes.count { $0.alert != nil } == row.alerts)
    #expect(quakes.count(where: \.isTsunamiPossible) == row.tsunamis)
    // All events have the default page.
    #expect(quakes.allSatisfy { $0.ownURL == nil })
    // Newest first.
    #expect(quakes.map(\.time) == quakes.map(\.time).sorted(by: >))
  }

  @Test func `An empty feed is decoded`() throws {
    let feed = try Self.feed("synthetic_empty.geojson")
    #expect(feed == FeedDecoder.Feed(generated: Date(timeIntervalSince1970: 1_753_585_188)))
  }

  /// A feed as decoded by `JSONDecoder`.
  private struct Document: Decodable {
    struct Feature: Decodable {
      struct Properties: Decodable {
        let mag: Double?
        let place: String?
        let time: Double
        let updated: Double
        let url: String
        let felt: Int?
        let cdi: Double?
        let mmi: Double?
        let sig: Int
        let net: String
        let magType: String?
      }
      struct Geometry: Decodable {
        let coordinates: [Double?]
      }
      let id: String
      let properties: Properties
      let geometry: Geometry
    }
    let features: [Feature]
  }

  @Test(arguments: [
    "all_day_2019-11-21.geojson", "all_week_2018-02-07_vega.json",
    "all_week_2020-07-16_null-mag-null-island.geojson", "all_week_2024-05-04.geojson",
    "odd_rows.geojson",
  ])
  func `The decoder agrees with JSONDecoder`(_ file: String) throws {
    let data = try #require(Fixtures.data("quakes/\(file)"))
    let features = try JSONDecoder().decode(Document.self, from: data).features
    let quakes = try Self.feed(file).quakes
    try #require(quakes.count == features.count)
    var wrong: [Quake.ID] = []
    for (quake, feature) in zip(quakes, features) {
      let properties = feature.properties
      let expected = Quake(
        quakeId: feature.id, magnitude: properties.mag ?? 0,
        time: Date(timeIntervalSince1970: properties.time / 1_000),
        updated: Date(timeIntervalSince1970: properties.updated / 1_000),
        name: properties.place ?? "", longitude: feature.geometry.coordinates[0] ?? .nan,
        latitude: feature.geometry.coordinates[1] ?? .nan,
        isMagnitudeKnown: properties.mag != nil, depth: feature.geometry.coordinates[2],
        magnitudeType: properties.magType, type: quake.type, status: quake.status,
        alert: quake.alert, isTsunamiPossible: quake.isTsunamiPossible, felt: properties.felt,
        reportedIntensity: properties.cdi, estimatedIntensity: properties.mmi,
        significance: properties.sig, network: properties.net, ids: quake.ids)
      let url =
        properties.url.hasPrefix("http://") ? "https" + properties.url.dropFirst(4) : properties.url
      if quake != expected || quake.url != url { wrong.append(quake.id) }
    }
    // A single expectation, because each one takes time.
    #expect(wrong == [])
  }

  static func feed(_ file: String) throws -> FeedDecoder.Feed {
    try FeedDecoder.decode([UInt8](try #require(Fixtures.data("quakes/\(file)"))))
  }
}

extension QuakesFeed {
  /// Returns a recorded feed.
  static func recorded(_ file: String, _ range: Range = .allMonth) throws -> QuakesFeed {
    try QuakesFeed(FeedFixtureTests.feed(file), range)
  }

  /// Creates a feed from its JSON as an object.
  static func decoded(_ json: Any?, _ range: Range = .allMonth) throws -> QuakesFeed {
    let data = try JSONSerialization.data(withJSONObject: try #require(json))
    return try QuakesFeed(FeedDecoder.decode([UInt8](data)), range)
  }

  private init(_ feed: FeedDecoder.Feed, _ range: Range) throws {
    let generated = try #require(feed.generated)
    self.init(
      range: range, generated: generated, quakes: feed.quakes, skipped: feed.skipped.count)
  }
}
