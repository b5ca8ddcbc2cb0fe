import Foundation
import Testing

@testable import QuakesData

/// The decoding of each property of a feature.
@Suite struct FeedDecoderTests {
  private static let standard: [String: String] = [
    "mag": "4.5", "place": #""10 km N of Testville, Nowhere""#, "time": "1753580000000",
    "updated": "1753580600000", "status": #""reviewed""#, "magType": #""mb""#,
    "type": #""earthquake""#, "net": #""us""#, "ids": #"",us7000good,""#, "sig": "312",
    "tsunami": "0",
  ]

  /// Decodes a feed of one feature with a changed property; `nil` omits it.
  private func feed(_ property: String, _ value: String?) throws -> FeedDecoder.Feed {
    var properties = Self.standard
    properties[property] = value
    let members = properties.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    return try Self.feed(
      #"{"properties":{\#(members)},"geometry":{"coordinates":[10.5,20.25,33]},"id":"us7000good"}"#)
  }

  static func feed(_ features: String) throws -> FeedDecoder.Feed {
    try FeedDecoder.decode(Array(#"{"features":[\#(features)]}"#.utf8))
  }

  private func quake(_ property: String, _ value: String?) throws -> Quake {
    let feed = try feed(property, value)
    #expect(feed.skipped.isEmpty)
    return try #require(feed.quakes.first)
  }

  /// The JSON of a property and its expected value.
  struct Row<Value: Equatable & Sendable>: Sendable, CustomTestStringConvertible {
    let property: String
    let value: String?
    let expected: Value

    init(_ property: String, _ value: String?, _ expected: Value) {
      (self.property, self.value, self.expected) = (property, value, expected)
    }

    var testDescription: String { "\(property): \(value ?? "absent")" }
  }

  @Test(
    arguments: [
      Row("mag", "4.5", 4.5), Row("mag", "7", 7), Row("mag", "7.0", 7), Row("mag", "0", 0),
      Row("mag", "-1", -1), Row("mag", "-9.99", -9.99), Row("mag", "1.96000004", 1.96000004),
      Row("mag", "4.599999904632568", 4.599999904632568), Row("mag", "-0.004", -0.004),
      Row("mag", "2.45", 2.45), Row("mag", "4.5e0", 4.5),
      Row("mag", "9.5", 9.5), Row("mag", "null", nil), Row("mag", nil, nil),
    ] as [Row<Double?>])
  func `A magnitude is decoded or unknown`(_ row: Row<Double?>) throws {
    let quake = try quake(row.property, row.value)
    #expect(quake.magnitude == row.expected ?? 0)
    #expect(quake.isMagnitudeKnown == (row.expected != nil))
  }

  /// A negative zero would be displayed as "-0.0".
  @Test(arguments: ["-0", "-0.0", "-0e5"])
  func `Zero is never negative`(_ value: String) throws {
    #expect(try quake("mag", value).magnitude.sign == .plus)
  }

  @Test(arguments: [
    Row("place", #""5km W of X""#, "5km W of X"), Row("place", "null", ""), Row("place", nil, ""),
    Row("place", #""""#, ""), Row("place", #""Pāhala \u0101 \ud83c\udf0b""#, "Pāhala ā 🌋"),
    Row("place", #""a\u0000b\nc\td\u001be\u007ff\u0085g""#, "a b c d e f g"),
    Row("place", "\"a\u{7F}b\u{85}c\u{2028}d\u{2029}e\"", "a b c d e"),
    Row("place", #""a\u2028b""#, "a b"), Row("place", "\"Kuril’sk\"", "Kuril’sk"),
    // Half of a surrogate pair.
    Row("place", #""a\ud83d b""#, "a\u{FFFD} b"), Row("place", #""\udf0b""#, "\u{FFFD}"),
    Row("place", #""<b>&amp;</b>""#, "<b>&amp;</b>"),
    Row("place", "\"\(String(repeating: "ā", count: 600))\"", String(repeating: "ā", count: 500)),
    Row("place", "\"\(String(repeating: "a", count: 500))\"", String(repeating: "a", count: 500)),
  ])
  func `A name is decoded and sanitised`(_ row: Row<String>) throws {
    #expect(try quake(row.property, row.value).name == row.expected)
  }

  @Test(arguments: [
    Row("time", "1753580000000", 1_753_580_000), Row("time", "1753580000123", 1_753_580_000.123),
    Row("time", "1753580000000.5", 1_753_580_000), Row("time", "1.75358e12", 1_753_580_000),
    Row("time", "0", 0), Row("time", "-2208988800000", -2_208_988_800),
    Row("time", "4102444800000", 4_102_444_800), Row("updated", "1753580600000", 1_753_580_000),
  ])
  func `A time is decoded to the millisecond`(_ row: Row<Double>) throws {
    #expect(
      try quake(row.property, row.value).time == Date(timeIntervalSince1970: row.expected))
  }

  @Test(arguments: [
    Row("updated", "1753580600000", 1_753_580_600), Row("updated", "1", 0.001),
    Row("updated", "null", 1_753_580_000), Row("updated", nil, 1_753_580_000),
  ])
  func `The time of an update is decoded`(_ row: Row<Double>) throws {
    #expect(
      try quake(row.property, row.value).updated == Date(timeIntervalSince1970: row.expected))
  }

  @Test(arguments: [
    Row("type", #""earthquake""#, "earthquake"), Row("type", "null", "earthquake"),
    Row("type", nil, "earthquake"), Row("type", #""""#, "earthquake"),
    Row("type", #"" ""#, "earthquake"), Row("type", #""_""#, "earthquake"),
    Row("type", #""Quarry_Blast""#, "quarry blast"), Row("type", #""ice quake""#, "ice quake"),
    Row("type", #""Sharknado""#, "sharknado"),
    Row("type", "\"\(String(repeating: "a", count: 99))\"", String(repeating: "a", count: 50)),
  ])
  func `A type is decoded and defaults to earthquake`(_ row: Row<String>) throws {
    #expect(try quake(row.property, row.value).type == row.expected)
  }

  @Test(
    arguments: [
      Row("status", #""automatic""#, .automatic), Row("status", #""reviewed""#, .reviewed),
      Row("status", #""deleted""#, .deleted), Row("status", #""REVIEWED""#, .reviewed),
      Row("status", #""AUTOMATIC""#, .automatic), Row("status", #""Deleted""#, .deleted),
      Row("status", #""pondered""#, .automatic), Row("status", "null", .automatic),
      Row("status", nil, .automatic),
    ] as [Row<Quake.ReviewStatus>])
  func `A status is decoded and defaults to automatic`(_ row: Row<Quake.ReviewStatus>) throws {
    #expect(try quake(row.property, row.value).status == row.expected)
  }

  @Test(
    arguments: [
      Row("alert", #""green""#, .green), Row("alert", #""yellow""#, .yellow),
      Row("alert", #""orange""#, .orange), Row("alert", #""RED""#, .red),
      Row("alert", #""purple""#, nil), Row("alert", #""""#, nil), Row("alert", "null", nil),
      Row("alert", nil, nil),
    ] as [Row<Quake.Alert?>])
  func `An alert is decoded or absent`(_ row: Row<Quake.Alert?>) throws {
    #expect(try quake(row.property, row.value).alert == row.expected)
  }

  @Test(arguments: [
    Row("tsunami", "1", true), Row("tsunami", "1.0", true), Row("tsunami", "0", false),
    Row("tsunami", "2", false), Row("tsunami", "null", false), Row("tsunami", nil, false),
  ])
  func `The tsunami flag is decoded`(_ row: Row<Bool>) throws {
    #expect(try quake(row.property, row.value).isTsunamiPossible == row.expected)
  }

  @Test(
    arguments: [
      Row("felt", "0", 0), Row("felt", "31786", 31_786), Row("felt", "12.0", 12),
      Row("felt", "2147483647", 2_147_483_647), Row("felt", "null", nil), Row("felt", nil, nil),
    ] as [Row<Int?>])
  func `The number of reports is decoded`(_ row: Row<Int?>) throws {
    #expect(try quake(row.property, row.value).felt == row.expected)
  }

  @Test(arguments: [
    Row("sig", "2910", 2_910), Row("sig", "0", 0), Row("sig", "12.0", 12), Row("sig", "null", 0),
    Row("sig", nil, 0),
  ])
  func `A significance is decoded and defaults to zero`(_ row: Row<Int>) throws {
    #expect(try quake(row.property, row.value).significance == row.expected)
  }

  @Test(
    arguments: [
      Row("cdi", "9.1", 9.1), Row("cdi", "0", 0), Row("cdi", "null", nil), Row("cdi", nil, nil),
      Row("mmi", "10.02", 10.02), Row("mmi", "4", 4), Row("mmi", "null", nil), Row("mmi", nil, nil),
      Row("cdi", "4.6", 4.6),
    ] as [Row<Double?>])
  func `Intensities are decoded or absent`(_ row: Row<Double?>) throws {
    let quake = try quake(row.property, row.value)
    let intensity = row.property == "cdi" ? quake.reportedIntensity : quake.estimatedIntensity
    #expect(intensity == row.expected)
  }

  @Test(
    arguments: [
      Row("magType", #""mww""#, "mww"), Row("magType", #""mb_lg""#, "mb_lg"),
      Row("magType", #""""#, nil), Row("magType", "null", nil), Row("magType", nil, nil),
      Row("magType", "\"\(String(repeating: "m", count: 99))\"", String(repeating: "m", count: 20)),
    ] as [Row<String?>])
  func `A magnitude type is decoded or absent`(_ row: Row<String?>) throws {
    #expect(try quake(row.property, row.value).magnitudeType == row.expected)
  }

  @Test(arguments: [
    Row("net", #""ak""#, "ak"), Row("net", "null", ""), Row("net", nil, ""),
    Row("net", "\"\(String(repeating: "n", count: 99))\"", String(repeating: "n", count: 30)),
  ])
  func `A network is decoded or empty`(_ row: Row<String>) throws {
    #expect(try quake(row.property, row.value).network == row.expected)
  }

  @Test(arguments: [
    Row("ids", #"",us7000good,""#, []), Row("ids", #"",us1,us7000good,ci2,""#, ["us1", "ci2"]),
    Row("ids", #"",us1,""#, ["us1"]), Row("ids", #""us1,ci2""#, ["us1", "ci2"]),
    Row("ids", #"",,us1,,""#, ["us1"]), Row("ids", #"",us1,us1,""#, ["us1"]),
    Row("ids", #"",a b,us1,é,""#, ["us1"]), Row("ids", #"",""#, []), Row("ids", #""""#, []),
    Row("ids", "\",\(String(repeating: "x", count: 65)),us1,\"", ["us1"]),
    Row("ids", "null", []), Row("ids", nil, []),
    // The preferred ID and 63 others.
    Row("ids", list(1...63), numbered(1...63)), Row("ids", list(1...64), numbered(1...63)),
    Row("ids", list(1...5_000), numbered(1...63)),
  ])
  func `The other IDs are decoded`(_ row: Row<[String]>) throws {
    let quake = try quake(row.property, row.value)
    #expect(quake.otherIds == row.expected)
    #expect(quake.ids == ["us7000good"] + row.expected)
  }

  private static func numbered(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { "us\($0)" }
  }

  private static func list(_ numbers: ClosedRange<Int>) -> String {
    "\",\(numbered(numbers).joined(separator: ",")),\""
  }

  @Test(
    arguments: [
      Row("url", #""https://earthquake.usgs.gov/earthquakes/eventpage/us7000good""#, nil),
      Row("url", #""http://earthquake.usgs.gov/earthquakes/eventpage/us7000good""#, nil),
      Row("url", #""https:\/\/earthquake.usgs.gov\/earthquakes\/eventpage\/us7000good""#, nil),
      Row(
        "url", #""https://earthquake.usgs.gov/earthquakes/eventpage/us7000other""#,
        "https://earthquake.usgs.gov/earthquakes/eventpage/us7000other"),
      Row("url", #""http://example.org/a?b=c#d""#, "http://example.org/a?b=c#d"),
      Row("url", #""HTTPS://example.org/""#, "HTTPS://example.org/"),
      Row("url", #""javascript:alert(1)""#, nil), Row("url", #""ftp://example.org/""#, nil),
      Row("url", #""//example.org/""#, nil), Row("url", #""https://""#, nil),
      Row("url", #""http""#, nil), Row("url", #""https://example.org/a b""#, nil),
      Row("url", #""https://example.org/\n""#, nil), Row("url", #""https://exämple.org/""#, nil),
      Row("url", "\"https://example.org/\(String(repeating: "a", count: 500))\"", nil),
      Row("url", #""""#, nil), Row("url", "null", nil), Row("url", nil, nil),
    ] as [Row<String?>])
  func `An unusual URL is stored`(_ row: Row<String?>) throws {
    #expect(try quake(row.property, row.value).ownURL == row.expected)
  }

  @Test(arguments: [
    Row("tz", "[-480]", 1), Row("title", #"{"a":[null]}"#, 1), Row("types", "false", 1),
    Row("newFieldFromTheFuture", #"{"a":[1,2]}"#, 1),
  ])
  func `Unknown keys are ignored`(_ row: Row<Int>) throws {
    #expect(try feed(row.property, row.value).quakes.count == row.expected)
  }

  private static let noTime = "the time is missing or not a number"

  @Test(arguments: [
    Row("time", nil, noTime), Row("time", "null", noTime), Row("time", "[]", noTime),
    Row("time", #""2017-10-31T00:42:12.4Z""#, noTime), Row("time", "NaN", noTime),
    Row("time", "1e300", "time: out of range"),
    Row("time", "1e999", "time: out of range"),
    Row("time", "253402300800000", "time: out of range"),
  ])
  func `A feature without a time is skipped`(_ row: Row<String>) throws {
    let feed = try feed(row.property, row.value)
    #expect(feed.quakes.isEmpty)
    #expect(
      feed.skipped == [FeedDecoder.Skipped(index: 0, id: "us7000good", reason: row.expected)])
  }

  @Test(arguments: [
    Row("updated", "-1e15", "updated"), Row("updated", "true", "updated"),
    Row("updated", "253402300800000", "updated"), Row("mag", #""strong""#, "mag"),
    Row("mag", "1e9", "mag"), Row("mag", "-21", "mag"), Row("mag", "NaN", "mag"),
    Row("mag", "-Infinity", "mag"), Row("mag", "+4.5", "mag"), Row("place", "5", "place"),
    Row("place", "[]", "place"), Row("place", #""a\x""#, "place"), Row("type", "{}", "type"),
    Row("status", "1", "status"), Row("alert", "false", "alert"),
    Row("tsunami", "true", "tsunami"), Row("felt", "-1", "felt"), Row("felt", "1e10", "felt"),
    Row("felt", #""many""#, "felt"), Row("sig", "-1", "sig"), Row("cdi", "99", "cdi"),
    Row("mmi", "[]", "mmi"), Row("mmi", "[1,,2]", "mmi"), Row("ids", "[]", "ids"),
    Row("net", "0", "net"), Row("magType", "0", "magType"), Row("url", "0", "url"),
    Row("rms", "NaN", "rms"), Row("nst", "undefined", "nst"), Row("gap", "{gap:1}", "gap"),
  ])
  func `An absurd value costs itself`(_ row: Row<String>) throws {
    #expect(try quake(row.property, row.value) == quake(row.expected, nil))
  }

  @Test(arguments: [
    Row("mag", #""4.5""#, "4.5"), Row("mag", #"" -1.5e0 ""#, "-1.5"),
    Row("time", #""1753580000000""#, "1753580000000"),
    Row("updated", #""1753580600001""#, "1753580600001"), Row("felt", #""12""#, "12"),
    Row("sig", #""449""#, "449"), Row("tsunami", #""1""#, "1"), Row("cdi", #""3.4""#, "3.4"),
  ])
  func `A number written as text is a number`(_ row: Row<String>) throws {
    #expect(try quake(row.property, row.value) == quake(row.property, row.expected))
  }

  /// A record without `updated` has the time of the event, and its date is
  /// marked as unknown.
  @Test(arguments: [Row("updated", "1", true), Row("updated", "null", false)])
  func `A missing time of an update defaults to that of the event`(_ row: Row<Bool>) throws {
    #expect(try quake(row.property, row.value).isUpdateKnown == row.expected)
  }
}
