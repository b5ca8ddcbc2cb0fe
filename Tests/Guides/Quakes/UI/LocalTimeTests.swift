import Foundation
import Look
import QuakesData
import TestSupport
import Testing

@testable import QuakesUI

/// The time at the epicentre, which follows from the coordinates.
@Suite struct LocalTimeTests {
  private static func localTime(_ longitude: Double, _ latitude: Double, _ seconds: Int) -> String {
    Quake.example(
      at: Date(timeIntervalSince1970: Double(seconds)), longitude: longitude, latitude: latitude
    ).localTime
  }

  /// The judge is timezonefinder: `Scripts/judge-zones`.
  @Test func `Nearly all land has its offset from UTC on the date`() throws {
    let file = Fixtures.packageRoot.appending(path: "Tests/Guides/Quakes/UI/zones.tsv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      try line.split(separator: "\t").map { try #require(Double($0)) }
    }
    let wrong = rows.filter { row in
      let zone = Zone.local(longitude: row[0], latitude: row[1]).zone
      return zone.offset(at: Date(timeIntervalSince1970: row[2])) != Int(row[3]) * 60
    }
    #expect(rows.count == 2_000)
    #expect(wrong.count <= 20, "\(wrong)")
  }

  /// The `tz` of this detail is an hour off.
  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `The time of Ridgecrest is that of California in summer`() throws {
    struct Detail: Decodable {
      let properties: Properties
      let geometry: Geometry
      struct Properties: Decodable { let time: Int }
      struct Geometry: Decodable { let coordinates: [Double] }
    }
    let data = try #require(
      Fixtures.data("quakes/event/03-ridgecrest-tz-and-forecast.detail.json"))
    let detail = try JSONDecoder().decode(Detail.self, from: data)
    let point = detail.geometry.coordinates
    #expect(
      Self.localTime(point[0], point[1], detail.properties.time / 1_000)
        == "5 Jul 2019, 20:19 UTC−7 at the epicentre")
  }

  @Test(
    arguments: [
      // Kathmandu; off Honshu; the middle of the Pacific; the date line; the poles
      (85.3, 27.7, "1 Jan 2024, 17:45 UTC+5:45 at the epicentre"),
      (142.9, 38.1, "1 Jan 2024, about 21:00 UTC+9 at the epicentre"),
      (-150, 10, "1 Jan 2024, about 02:00 UTC−10 at the epicentre"),
      (180, 40, "2 Jan 2024, about 00:00 UTC+12 at the epicentre"),
      (-180, 40, "1 Jan 2024, about 00:00 UTC−12 at the epicentre"),
      (0, 40.5, "1 Jan 2024, 13:00 UTC+1 at the epicentre"),
      (0, 90, "1 Jan 2024, about 12:00 UTC at the epicentre"),
      (0, -90, "1 Jan 2024, about 12:00 UTC at the epicentre"),
    ] as [(Double, Double, String)])
  func `At sea it is about that of the coast, or of the meridian`(
    _ longitude: Double, _ latitude: Double, _ text: String
  ) {
    #expect(Self.localTime(longitude, latitude, 1_704_110_400) == text)
  }
}
