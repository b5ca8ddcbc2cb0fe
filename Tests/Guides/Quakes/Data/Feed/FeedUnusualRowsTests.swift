import Foundation
import TestSupport
import Testing

@testable import QuakesData

/// The features of `odd_rows.geojson`: recorded features with unusual values.
@Suite(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
struct FeedUnusualRowsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let why: String
    let magnitude: Double?
    let type: String
    let name: String
    let coordinates: [Double]

    init(
      _ id: String, _ why: String, _ magnitude: Double?, _ type: String, _ name: String,
      _ coordinates: [Double]
    ) {
      (self.id, self.why, self.magnitude) = (id, why, magnitude)
      (self.type, self.name, self.coordinates) = (type, name, coordinates)
    }

    var testDescription: String { "\(id): \(why)" }
  }

  private static let rows = [
    Row(
      "av62194196", "mag null, magType null, rms null, at 0,0,0 ('null island')", nil, "earthquake",
      "off the south coast of Northwest Africa", [0, 0, 0]),
    Row(
      "ci39284823", "type quarry blast", 1.35, "quarry blast",
      "3km ENE of Rancho San Diego, CA", [-116.9033333, 32.7608333, 3.62]),
    Row(
      "uw61656411", "type explosion", 1.09, "explosion",
      "30 km N of Amboy, Washington", [-122.431333333333, 46.1801666666667, -1.34]),
    Row(
      "ak0219bx954w", "type ice quake", 1.6, "ice quake",
      "41 km NNE of Whittier, Alaska", [-148.3559, 61.1076, 3.9]),
    Row(
      "ak02410k4qfq", "type other event", 1.6, "other event",
      "46 km NW of Tatitlek, Alaska", [-147.2895, 61.1617, 0]),
    Row(
      "nc73468901", "type chemical explosion", 1.55, "chemical explosion",
      "9km WSW of Mountain House, CA", [-121.6356667, 37.7531667, -0.12]),
    Row(
      "us7000emme", "type experimental explosion", 3.9, "experimental explosion",
      "187 km ENE of Flagler Beach, Florida", [-79.3167, 30.0885, 0]),
    Row(
      "us6000c604", "type rock burst", 1.4, "rock burst",
      "14 km E of Paonia, Colorado", [-107.4245, 38.8817, 1]),
    Row(
      "hv70311776", "type volcanic eruption", 5.2, "volcanic eruption",
      "5km WSW of Volcano, Hawaii", [-155.2868333, 19.4103333, -1.14]),
    Row(
      "us6000m5ez", "type debris avalanche", 2.4, "debris avalanche",
      "9 km S of Cardston, Canada", [-113.3123, 49.117, 11.643]),
    Row(
      "av70899049", "lowest magnitude", -1.64, "earthquake",
      "87 km NNW of Karluk, Alaska", [-155.1598333, 58.2593333, 4.23]),
    Row(
      "av70906219", "mag exactly -1", -1, "earthquake",
      "41 km ENE of Adak, Alaska", [-176.086, 52.0363333, 4.69]),
    Row(
      "ci39280287", "mag exactly 0", 0, "earthquake",
      "13km WNW of Anza, CA", [-116.8083333, 33.5901667, 6.62]),
    Row(
      "us7000lsze", "mag is a JSON integer", 7, "earthquake",
      "129 km WNW of Aykol, China", [78.649, 41.2689, 13]),
    Row(
      "pr2020184022", "mag 2.45 (listed in the 2.5 feed)", 2.45, "earthquake",
      "5 km WSW of Guánica, Puerto Rico", [-66.9575, 17.9521, 10]),
    Row(
      "ak0219a4ens8", "depth -10 km", 0.6, "earthquake",
      "108 km WNW of Yakutat, Alaska", [-141.406, 60.0312, -10]),
    Row(
      "us6000rk66", "deepest", 4.8, "earthquake",
      "209 km ESE of Levuka, Fiji", [-179.038, -19.124, 663.008]),
    Row(
      "nn00758258", "depth exactly 0", 1.2, "earthquake",
      "28 km SSE of Mina, Nevada", [-118.015, 38.1433, 0]),
    Row(
      "us6000rdlp", "farthest west", 4.5, "earthquake",
      "south of the Fiji Islands", [-179.9944, -23.4533, 536.206]),
    Row(
      "us7000gyfg", "farthest east", 3.9, "earthquake",
      "299 km SW of Adak, Alaska", [179.9959, 50.2241, 10]),
    Row(
      "usc000pia1", "farthest north", 4.6, "earthquake",
      "North of Franz Josef Land", [45.393, 86.6868, 10]),
    Row(
      "us1000ceb4", "farthest south", 5.2, "earthquake",
      "260km NE of Scott Island Bank, Antarctica", [-175.6578, -65.8617, 10]),
    Row(
      "us7000qx2g", "largest magnitude", 7.8, "earthquake",
      "127 km E of Petropavlovsk-Kamchatsky, Russia", [160.5129, 53.1928, 19.5]),
    Row(
      "us7000ajyp", "PAGER green", 4.9, "earthquake",
      "western Indian-Antarctic Ridge", [114.3848, -49.7921, 10]),
    Row(
      "us6000ldpv", "PAGER yellow", 5.9, "earthquake",
      "35 km NNW of Herāt, Afghanistan", [62.0327, 34.6391, 7.726]),
    Row(
      "us6000ldpm", "PAGER orange", 6.3, "earthquake",
      "29 km NNE of Zindah Jān, Afghanistan", [61.9037, 34.5743, 10]),
    Row(
      "us6000len8", "PAGER red", 6.3, "earthquake",
      "western Afghanistan", [62.0449, 34.5565, 9]),
    Row(
      "ak0208q8qvl8", "tsunami 1", 5.1, "earthquake",
      "100 km SSE of Akhiok, Alaska", [-153.6628, 56.0867, 4.6]),
    Row(
      "nc75240492", "most felt reports", 4.29, "earthquake",
      "2 km ESE of Berkeley, CA", [-122.254, 37.863, 7.58]),
    Row(
      "ak0239m0pnsr", "most ids", 2.4, "earthquake",
      "77 km NNW of Karluk, Alaska", [-155.0877, 58.1737, 19.6]),
    Row(
      "ak0208qi8yhv", "id is not the first of ids", 2.6, "earthquake",
      "17 km ENE of Rampart, Alaska", [-149.8435, 65.5865, 11.3]),
    Row(
      "us6000a869", "longest place", 4.9, "earthquake",
      "120km ENE of Visokoi Island, South Georgia and the South Sandwich Islands",
      [-25.3255, -56.3867, 10]),
    Row(
      "hv73508707", "macron in place (Pāhala)", 1.96000004, "earthquake",
      "9 km NE of Pāhala, Hawaii", [-155.410827636719, 19.2536659240723, 35.2200012207031]),
    Row(
      "us7000aj3u", "typographic apostrophe in place", 4.4, "earthquake",
      "147 km SE of Kuril’sk, Russia", [149.2527, 44.3372, 35]),
    Row(
      "us7000ak9w", "place is a region, no distance", 4.6, "earthquake",
      "Falkland Islands region", [-60.3892, -54.214, 10]),
    Row(
      "nc73423506", "place without space before km (old or CI style)", 0.55, "earthquake",
      "6km NW of The Geysers, CA", [-122.8028336, 38.8213348, 2.56]),
    Row(
      "hv74193997", "most decimals in coordinates", 1.85000002, "earthquake",
      "7 km S of Volcano, Hawaii", [-155.240661621094, 19.3748340606689, -0.00999999977648258]),
    Row(
      "us7000qu53", "updated years after time or the largest lag", 4.7, "earthquake",
      "Drake Passage", [-62.8163, -60.3049, 10]),
  ]

  @Test(arguments: rows)
  func `An unusual feature is decoded`(_ row: Row) throws {
    let quake = try Self.quake(row.id)
    #expect(quake.magnitude == row.magnitude ?? 0)
    #expect(quake.isMagnitudeKnown == (row.magnitude != nil))
    #expect(quake.type == row.type)
    #expect(quake.name == row.name)
    #expect([quake.longitude, quake.latitude, quake.depth] == row.coordinates)
  }

  @Test func `All unusual features are decoded`() throws {
    let feed = try FeedFixtureTests.feed("odd_rows.geojson")
    #expect(feed.skipped.isEmpty)
    #expect(Set(feed.quakes.map(\.id)) == Set(Self.rows.map(\.id)))
    #expect(feed.quakes.count == Self.rows.count)
  }

  @Test(
    arguments: [
      ("us7000ajyp", .green), ("us6000ldpv", .yellow), ("us6000ldpm", .orange),
      ("us6000len8", .red), ("av62194196", nil),
    ] as [(String, Quake.Alert?)])
  func `An unusual alert is decoded`(_ id: String, _ alert: Quake.Alert?) throws {
    #expect(try Self.quake(id).alert == alert)
  }

  @Test func `Other unusual values are decoded`() throws {
    #expect(try Self.quake("av62194196").magnitudeType == nil)
    #expect(try Self.quake("ak0208q8qvl8").isTsunamiPossible)
    #expect(try Self.quake("nc75240492").felt == 31786)
    #expect(try Self.quake("nc75240492").reportedIntensity == 4.4)
    #expect(try Self.quake("us7000qu53").updated > Self.quake("us7000qu53").time)
    #expect(
      try Self.quake("ak0239m0pnsr").otherIds == ["av91981626", "av91112043", "us6000kwem"])
    #expect(try Self.quake("ak0208qi8yhv").otherIds == ["us7000ak7h"])
  }

  private static func quake(_ id: String) throws -> Quake {
    let feed = try FeedFixtureTests.feed("odd_rows.geojson")
    return try #require(feed.quakes.first { $0.id == id })
  }
}
