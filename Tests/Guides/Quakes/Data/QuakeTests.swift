import Foundation
import Testing

@testable import QuakesData

extension Quake {
  /// Returns a quake without default values, except for those of `formerIds`.
  fileprivate static func given(felt: Int? = 0) -> Quake {
    Quake(
      quakeId: "q", magnitude: 1.25, time: .noon, updated: .noon + 1, name: "N", longitude: 2,
      latitude: 3, depth: 12.3, magnitudeType: "mww", type: "quarry blast", status: .reviewed,
      alert: .green, isTsunamiPossible: true, felt: felt, reportedIntensity: 4.5,
      estimatedIntensity: 5.25, significance: 500, network: "us", ids: ["r", "q", "s"],
      url: "https://example.org/q", missingSince: .noon + 2)
  }
}

@Suite struct QuakeTests {
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
    let quake = Quake.given()
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
    let quake = Quake(
      quakeId: "q", magnitude: 1, time: .noon, updated: nil, name: "", longitude: 2, latitude: 3,
      reportedIntensity: 4.6, estimatedIntensity: 8.46)
    #expect(quake.reportedIntensity == 4.6)
    #expect(quake.estimatedIntensity == 8.46)
  }

  @Test(arguments: [(-1, 0), (0, 0), (7, 7), (3_000_000_000, 2_147_483_647)])
  func `Reports are counted from 0`(_ felt: Int, _ expected: Int) {
    #expect(Quake.given(felt: felt).felt == expected)
  }
}

/// Changes to one field each.
private let changes: [(String, @Sendable (inout QuakeFields) -> Void)] = [
  ("quakeId", { $0.common.quakeId = "p" }),
  ("magnitude", { $0.common.magnitude = 1.26 }),
  ("time", { $0.common.time = .noon + 0.001 }),
  ("updated", { $0.common.updated = (Date.noon + 1.001).timeIntervalSinceReferenceDate }),
  ("name", { $0.common.name = "n" }),
  ("longitude", { $0.common.longitude = 2.0001 }),
  ("latitude", { $0.common.latitude = 3.0001 }),
  ("isMagnitudeKnown", { $0.common.isMagnitudeKnown = false }),
  ("depth", { $0.common.depth = 12.4 }),
  ("depth, none", { $0.common.depth = nil }),
  ("magnitudeType", { $0.labels.magnitudeType = "mb" }),
  ("magnitudeType, none", { $0.labels.magnitudeType = nil }),
  ("type", { $0.labels.type = "earthquake" }),
  ("status", { $0.common.status = .automatic }),
  ("alert", { $0.common.alert = .red }),
  ("alert, none", { $0.common.alert = nil }),
  ("isTsunamiPossible", { $0.common.isTsunamiPossible = false }),
  ("felt", { $0.rare.felt = 1 }),
  ("felt, none", { $0.rare.felt = nil }),
  ("reportedIntensity", { $0.rare.reportedIntensity = 4.75 }),
  ("reportedIntensity, none", { $0.rare.reportedIntensity = nil }),
  ("estimatedIntensity", { $0.rare.estimatedIntensity = 5 }),
  ("estimatedIntensity, none", { $0.rare.estimatedIntensity = nil }),
  ("significance", { $0.common.significance = 501 }),
  ("network", { $0.labels.network = "ci" }),
  ("ids", { $0.rare.otherIds = ["r"] }),
  ("ids, in another order", { $0.rare.otherIds = ["s", "r"] }),
  ("url", { $0.rare.url = "https://example.org/" }),
  ("url, none", { $0.rare.url = nil }),
  ("missingSince", { $0.rare.missingSince = .noon }),
  ("missingSince, none", { $0.rare.missingSince = nil }),
]

@Suite struct QuakeEqualityTests {
  @Test(arguments: changes)
  func `Each field matters for equality`(
    _ name: String, _ change: @Sendable (inout QuakeFields) -> Void
  ) {
    let (quake, same) = (Quake.given().with(change), Quake.given().with(change))
    #expect(quake != .given())
    #expect(quake == same)
    #expect(quake.hashValue == same.hashValue)
  }

  @Test func `Quakes with the same values are equal`() {
    #expect(Quake.given() == .given())
    #expect(Quake.of("q", nil, depth: nil) == Quake.of("q", nil, depth: nil))
    #expect(Set([Quake.given(), .given()]).count == 1)
  }

  @Test func `The preferred ID is not among the others`() {
    #expect(Quake.of("q", ids: ["q", "r"]) == Quake.of("q", ids: ["r"]))
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
    let quake = Quake.given().with(otherIds: otherIds, formerIds: formerIds)
    let changed = Quake.given().with {
      ($0.rare.otherIds, $0.rare.formerIds) = (otherIds, expected)
    }
    #expect(quake == changed)
  }

  @Test(arguments: [nil, .noon, .noon + 2] as [Date?])
  func `A quake can be marked as missing`(_ date: Date?) {
    let changed = Quake.given().with { $0.rare.missingSince = date }
    #expect(Quake.given().missing(since: date) == changed)
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
    #expect(
      try json(Quake.given().with { $0.rare.formerIds = ["f"] }) == """
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
