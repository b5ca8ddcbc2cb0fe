import Foundation
import Testing

@testable import QuakesData

private let previews: [(String, Double, @Sendable () -> Quake)] = [
  ("xxsmall", 0.5, { .xxsmall }), ("xsmall", 1.5, { .xsmall }), ("small", 2.5, { .small }),
  ("medium", 3.5, { .medium }), ("large", 4.5, { .large }), ("xlarge", 5.5, { .xlarge }),
  ("xxlarge", 6.5, { .xxlarge }), ("xxxlarge", 7.5, { .xxxlarge }),
]

@Suite struct QuakeTests {
  @Test(arguments: previews)
  func `The previews have their values`(
    _ id: String, _ magnitude: Double, _ preview: @Sendable () -> Quake
  ) {
    let before = Date.now
    let quake = preview()
    let after = Date.now
    #expect(quake.quakeId == id)
    #expect(quake.id == id)
    #expect(quake.magnitude == magnitude)
    #expect(quake.name == "West of California")
    #expect(quake.longitude == -125)
    #expect(quake.latitude == 35)
    #expect(quake.updated == quake.time)
    #expect((before...after).contains(quake.time))
  }

  @Test func `Omitted values have defaults`() {
    let quake = Quake(
      quakeId: "q", magnitude: 1.25, time: .noon, updated: .noon + 1, name: "N", longitude: 2,
      latitude: 3)
    #expect(quake.isMagnitudeKnown)
    #expect(quake.depth == nil)
    #expect(quake.magnitudeType == nil)
    #expect(quake.type == "earthquake")
    #expect(quake.status == .automatic)
    #expect(quake.alert == nil)
    let isTsunamiPossible = quake.isTsunamiPossible
    #expect(!isTsunamiPossible)
    #expect(quake.felt == nil)
    #expect(quake.reportedIntensity == nil)
    #expect(quake.estimatedIntensity == nil)
    #expect(quake.significance == 0)
    #expect(quake.network == "")
    #expect(quake.ids == ["q"])
    #expect(quake.otherIds == [])
    #expect(quake.ownURL == nil)
    #expect(quake.url == "https://earthquake.usgs.gov/earthquakes/eventpage/q")
    #expect(quake.missingSince == nil)
  }

  @Test func `Given values are stored`() {
    let quake = Fields().quake
    #expect(quake.quakeId == "q")
    #expect(quake.magnitude == 1.25)
    #expect(quake.time == .noon)
    #expect(quake.updated == .noon + 1)
    #expect(quake.name == "N")
    #expect(quake.longitude == 2)
    #expect(quake.latitude == 3)
    #expect(quake.depth == 12.3)
    #expect(quake.magnitudeType == "mww")
    #expect(quake.type == "quarry blast")
    #expect(quake.status == .reviewed)
    #expect(quake.alert == .green)
    #expect(quake.isTsunamiPossible)
    #expect(quake.felt == 0)
    #expect(quake.reportedIntensity == 4.5)
    #expect(quake.estimatedIntensity == 5.25)
    #expect(quake.significance == 500)
    #expect(quake.network == "us")
    #expect(quake.ids == ["q", "r", "s"])
    #expect(quake.otherIds == ["r", "s"])
    #expect(quake.url == "https://example.org/q")
    #expect(quake.missingSince == .noon + 2)
  }

  /// A `Float` of 4.6 is 4.599999904632568.
  @Test func `Intensities are not rounded`() {
    var fields = Fields()
    (fields.reportedIntensity, fields.estimatedIntensity) = (4.6, 8.46)
    #expect(fields.quake.reportedIntensity == 4.6)
    #expect(fields.quake.estimatedIntensity == 8.46)
  }

  @Test(arguments: [(-1, 0), (0, 0), (7, 7), (3_000_000_000, 2_147_483_647)])
  func `Reports are counted from 0`(_ felt: Int, _ expected: Int) {
    var fields = Fields()
    fields.felt = felt
    #expect(fields.quake.felt == expected)
  }
}

/// All fields of a quake.
private struct Fields {
  var quakeId = "q"
  var magnitude = 1.25
  var time = Date.noon
  var updated = Date.noon + 1
  var name = "N"
  var longitude = 2.0
  var latitude = 3.0
  var isMagnitudeKnown = true
  var depth: Double? = 12.3
  var magnitudeType: String? = "mww"
  var type = "quarry blast"
  var status = Quake.ReviewStatus.reviewed
  var alert: Quake.Alert? = .green
  var isTsunamiPossible = true
  var felt: Int? = 0
  var reportedIntensity: Double? = 4.5
  var estimatedIntensity: Double? = 5.25
  var significance = 500
  var network = "us"
  var ids = ["r", "q", "s"]
  var formerIds: [String] = []
  var url: String? = "https://example.org/q"
  var missingSince: Date? = .noon + 2

  var quake: Quake {
    Quake(
      quakeId: quakeId, magnitude: magnitude, time: time, updated: updated, name: name,
      longitude: longitude, latitude: latitude, isMagnitudeKnown: isMagnitudeKnown, depth: depth,
      magnitudeType: magnitudeType, type: type, status: status, alert: alert,
      isTsunamiPossible: isTsunamiPossible, felt: felt, reportedIntensity: reportedIntensity,
      estimatedIntensity: estimatedIntensity, significance: significance, network: network,
      ids: ids, formerIds: formerIds, url: url, missingSince: missingSince)
  }
}

/// A change to one field.
private struct FieldRow: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var change: @Sendable (inout Fields) -> Void

  init(_ name: String, _ change: @escaping @Sendable (inout Fields) -> Void) {
    testDescription = name
    self.change = change
  }
}

private let fieldsRows = [
  FieldRow("quakeId") { $0.quakeId = "p" },
  FieldRow("magnitude") { $0.magnitude = 1.26 },
  FieldRow("time") { $0.time = .noon + 0.001 },
  FieldRow("updated") { $0.updated = .noon + 1.001 },
  FieldRow("name") { $0.name = "n" },
  FieldRow("longitude") { $0.longitude = 2.0001 },
  FieldRow("latitude") { $0.latitude = 3.0001 },
  FieldRow("isMagnitudeKnown") { $0.isMagnitudeKnown = false },
  FieldRow("depth") { $0.depth = 12.4 },
  FieldRow("depth, none") { $0.depth = nil },
  FieldRow("magnitudeType") { $0.magnitudeType = "mb" },
  FieldRow("magnitudeType, none") { $0.magnitudeType = nil },
  FieldRow("type") { $0.type = "earthquake" },
  FieldRow("status") { $0.status = .automatic },
  FieldRow("alert") { $0.alert = .red },
  FieldRow("alert, none") { $0.alert = nil },
  FieldRow("isTsunamiPossible") { $0.isTsunamiPossible = false },
  FieldRow("felt") { $0.felt = 1 },
  FieldRow("felt, none") { $0.felt = nil },
  FieldRow("reportedIntensity") { $0.reportedIntensity = 4.75 },
  FieldRow("reportedIntensity, none") { $0.reportedIntensity = nil },
  FieldRow("estimatedIntensity") { $0.estimatedIntensity = 5 },
  FieldRow("estimatedIntensity, none") { $0.estimatedIntensity = nil },
  FieldRow("significance") { $0.significance = 501 },
  FieldRow("network") { $0.network = "ci" },
  FieldRow("ids") { $0.ids = ["r", "q"] },
  FieldRow("ids, in another order") { $0.ids = ["s", "r"] },
  FieldRow("url") { $0.url = "https://example.org/" },
  FieldRow("url, none") { $0.url = nil },
  FieldRow("missingSince") { $0.missingSince = .noon },
  FieldRow("missingSince, none") { $0.missingSince = nil },
]

@Suite struct QuakeEqualityTests {
  @Test(arguments: fieldsRows)
  fileprivate func `Each field matters for equality`(_ row: FieldRow) {
    var fields = Fields()
    row.change(&fields)
    let quake = fields.quake
    #expect(quake != Fields().quake)
    #expect(quake == fields.quake)
    #expect(quake.hashValue == fields.quake.hashValue)
  }

  @Test func `Quakes with the same values are equal`() {
    #expect(Fields().quake == Fields().quake)
    #expect(Quake.of("q", nil, depth: nil) == Quake.of("q", nil, depth: nil))
    #expect(Set([Fields().quake, Fields().quake]).count == 1)
  }

  @Test func `The preferred ID is not among the others`() {
    #expect(Quake.of("q", ids: ["q", "r"]) == Quake.of("q", ids: ["r"]))
  }

  @Test func `Previews of the same magnitude differ`() {
    let first = Quake.small
    var second = Quake.small
    // The clock may be coarser than this loop.
    while second.time == first.time { second = Quake.small }
    #expect(first != second)
  }
}

@Suite struct QuakeChangesTests {
  @Test(
    arguments: [
      (["r", "s"], nil, []), ([], nil, []), (["t"], ["r", "s"], ["r", "s"]),
      (["t"], (0..<70).map { "f\($0)" }, (6..<70).map { "f\($0)" }),
    ] as [([Quake.ID], [Quake.ID]?, [Quake.ID])])
  func `A quake gets other and former IDs`(
    _ otherIds: [Quake.ID], _ formerIds: [Quake.ID]?, _ expected: [Quake.ID]
  ) {
    var fields = Fields()
    fields.ids = otherIds
    fields.formerIds = expected
    #expect(Fields().quake.with(otherIds: otherIds, formerIds: formerIds) == fields.quake)
  }

  @Test(arguments: [nil, .noon, .noon + 2] as [Date?])
  func `A quake can be marked as missing`(_ date: Date?) {
    var fields = Fields()
    fields.missingSince = date
    #expect(Fields().quake.missing(since: date) == fields.quake)
  }

  @Test func `Absent values stay absent`() {
    let bare = Quake.of("q", nil, depth: nil)
    #expect(bare.with(otherIds: ["r"]) == Quake.of("q", nil, depth: nil, ids: ["r"]))
    #expect(bare.missing(since: .noon).missing(since: nil) == bare)
  }
}

@Suite struct UndatedQuakeTests {
  private let undated = Quake.of("ash", updated: nil, ids: ["b1", "b2"])

  @Test func `A missing date defaults to that of the event`() {
    #expect(undated.updated == undated.time)
    #expect(undated.dated(undated.time) == undated)
    #expect(undated.dated(.noon + 7).updated == .noon + 7)
    #expect(undated.dated(.noon + 7).dated(.noon + 8).updated == .noon + 7)
    #expect(Quake.ash.dated(.noon) == .ash)
  }

  @Test func `Other changes keep the date missing`() {
    #expect(!undated.with(otherIds: ["z"]).isUpdateKnown)
    #expect(!undated.missing(since: .noon).isUpdateKnown)
  }

  @Test func `A recording keeps the date missing`() throws {
    let data = try JSONEncoder().encode([undated, .ash])
    let quakes = try JSONDecoder().decode([Quake].self, from: data)
    #expect(quakes == [undated, .ash])
    #expect(quakes.map(\.isUpdateKnown) == [false, true])
  }
}

@Suite struct QuakeCodingTests {
  /// The names in the log of a shared store and in recordings.
  @Test func `The fields in JSON have their names`() throws {
    var fields = Fields()
    fields.formerIds = ["f"]
    #expect(
      try json(fields.quake) == """
        {"alert":"green","depth":12.3,"estimatedIntensity":5.25,"felt":0,"formerIds":["f"],\
        "isMagnitudeKnown":true,"isTsunamiPossible":true,"latitude":3,"longitude":2,\
        "magnitude":1.25,"magnitudeType":"mww","missingSince":\(seconds(2)),"name":"N",\
        "network":"us","otherIds":["r","s"],"quakeId":"q","reportedIntensity":4.5,\
        "significance":500,"status":"reviewed","time":\(seconds(0)),"type":"quarry blast",\
        "updated":\(seconds(1)),"url":"https://example.org/q"}
        """)
  }

  @Test func `Absent fields are not in JSON`() throws {
    let quake = Quake.of("q", nil, updated: nil, depth: nil)
    #expect(
      try json(quake) == """
        {"isMagnitudeKnown":false,"isTsunamiPossible":false,"latitude":20,"longitude":10,\
        "magnitude":0,"name":"Somewhere","network":"","otherIds":[],"quakeId":"q",\
        "significance":0,"status":"automatic","time":\(seconds(0)),"type":"earthquake"}
        """)
  }

  private func json(_ quake: Quake) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(quake)
    #expect(try JSONDecoder().decode(Quake.self, from: data) == quake)
    return String(decoding: data, as: UTF8.self)
  }

  private func seconds(_ number: Double) -> Int {
    Int((Date.noon + number).timeIntervalSinceReferenceDate)
  }
}
