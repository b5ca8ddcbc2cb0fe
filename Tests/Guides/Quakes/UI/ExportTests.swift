import Foundation
import ImmutableData
import Markup
import Testing

@testable import QuakesData
@testable import QuakesUI

@Suite struct ExportTests {
  private static let hostile = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "a,b", "say \"M 4\"", "</title><script>&",
    "日本 🐼", "line\u{2028}separator", "bell\u{7}", "",
  ]

  private static let quakes: [Quake] =
    hostile.enumerated().map { number, name in
      Quake(
        quakeId: "q\(number)", magnitude: Double(number) / 2, time: time(number),
        updated: time(number), name: name, longitude: -125.25, latitude: 35, depth: 10.5,
        magnitudeType: "ml", felt: 3, network: "xx", ids: ["q\(number)", "old\(number)"])
    } + [
      .example("unknown", 0, at: time(100), isMagnitudeKnown: false)
    ]

  private static func time(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_714_800_000.25 + Double(number))
  }

  private static func text(
    _ export: QuakesRoute.Export, _ quakes: [Quake] = quakes,
    known: KnownTime = KnownTime(), change: (inout QuakesLocation) -> Void = { _ in }
  ) -> String {
    var state = QuakesState()
    state.ledger.known = known
    state.quakes.insert(quakes)
    let store = Store(initialState: state, reducer: QuakesReducer.reduce(state:action:))
    let root = QuakesRoot(store: store, now: { time(1_000) })
    var location = QuakesLocation()
    location.filter.day = .any
    location.filter.magnitude = .init()
    change(&location)
    return String(
      decoding: Array(root.export(export, at: location, of: "https://here.example").joined()),
      as: UTF8.self)
  }

  @Test func `GeoJSON can be parsed`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(Self.text(.geojson).utf8))
    let features = try #require((json as? [String: Any])?["features"] as? [[String: Any]])
    #expect(features.compactMap { $0["id"] as? String } == Self.quakes.reversed().map(\.id))
    let names = features.compactMap { ($0["properties"] as? [String: Any])?["place"] as? String }
    #expect(names == Self.quakes.reversed().map(\.name))
    let first = try #require(features.last?["properties"] as? [String: Any])
    #expect(first["time"] as? Int == 1_714_800_000_250)
    #expect(first["ids"] as? String == ",q0,old0,")
    #expect(first["title"] as? String == "M 0.0 - =1+1")
    let metadata = try #require((json as? [String: Any])?["metadata"] as? [String: Any])
    #expect(metadata["generated"] as? Int == 1_714_801_000_250)
    #expect(metadata["title"] as? String == "Earthquakes: newest first")
    let geometry = try #require(features.last?["geometry"] as? [String: Any])
    #expect(geometry["coordinates"] as? [Double] == [-125.25, 35, 10.5])
    #expect((features.first?["properties"] as? [String: Any])?["mag"] is NSNull)
  }

  /// IDs of the earthquake of Tohoku, and of one in California. The feed has the
  /// sources of all IDs, which the state does not hold.
  @Test(arguments: [
    (
      "official20110311054624120_30", "official", ["usc0001xgp", "choy20110311054623"],
      "20110311054624120_30", ",official,us,choy,"
    ),
    ("us7000enmc", "us", ["ci39746767", "nc71126864"], "7000enmc", ",us,ci,nc,"),
    ("ak02198hmo8v", "ak", [], "02198hmo8v", ",ak,"), ("x", "", [], "x", ",x,"),
  ])
  func `GeoJSON has the code and the networks of an event`(
    id: String, network: String, ids: [String], code: String, sources: String
  ) {
    let text = Self.text(.geojson, [.example(id, -1.64, network: network, ids: ids)])
    #expect(text.contains("\"code\":\"\(code)\",\"sources\":\"\(sources)\""))
    #expect(text.contains("\"title\":\"M -1.6 - x\""))
  }

  @Test func `GeoJSON contains no markup`() {
    let text = Self.text(.geojson)
    #expect(!text.contains("<"))
    #expect(!text.contains("\u{2028}"))
    #expect(!text.contains("\u{7}"))
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
    // Full-width and small forms.
    ("＝1+1", "'＝1+1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠SUM(A1)", "'＠SUM(A1)"),
    ("﹦1", "'﹦1"), ("﹢1", "'﹢1"), ("﹣1", "'﹣1"), ("﹫A1", "'﹫A1"),
    // Whitespace and invisible characters before a formula.
    (" =1+1", "' =1+1"), ("  -1", "'  -1"), ("\u{A0}=1", "'\u{A0}=1"),
    ("\u{3000}＝1", "'\u{3000}＝1"),
    ("\u{FEFF}=1+1", "'\u{FEFF}=1+1"), ("\u{200B}+1", "'\u{200B}+1"), ("\u{0}@A1", "'\u{0}@A1"),
    ("\u{FEFF} \u{2060}=1", "'\u{FEFF} \u{2060}=1"),
    ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""), ("\r\n=1", "\"'\r\n=1\""),
    ("\tplain", "\"'\tplain\""), ("\rplain", "\"'\rplain\""),
    // Some programs treat these characters as separators.
    (";=1+1", "\"';'=1+1\""), (";plain", "\"';plain\""), ("a;=1+1", "\"a;'=1+1\""),
    ("a; =1+1", "\"a;' =1+1\""),
    ("a;\u{FEFF}＝1", "\"a;'\u{FEFF}＝1\""), ("a;\"=1\"", "\"a;'\"\"=1\"\"\""),
    ("a\t@A1", "\"a\t'@A1\""), ("a\r\n-1", "\"a\r\n'-1\""), ("=1;=2", "\"'=1;'=2\""),
    // Other text is not changed.
    ("a,b", "\"a,b\""), ("say \"M 4\"", "\"say \"\"M 4\"\"\""), ("a;b", "\"a;b\""),
    ("日本 🐼", "日本 🐼"), ("", ""), ("10 km N of X", "10 km N of X"), (" plain", " plain"),
    ("'Ohonua", "'Ohonua"), ("ʻOhonua, Tonga", "\"ʻOhonua, Tonga\""), ("a=b", "a=b"),
    // A quote is a quote for programs, also with a combining mark.
    ("say \"\u{301}M\"\u{301}", "\"say \"\"\u{301}M\"\"\u{301}\""),
    ("Anza - CA", "Anza - CA"), ("a, -b", "\"a, -b\""), ("a@b", "a@b"), ("−1", "−1"),
  ])
  func `CSV quotes cells and escapes formulas`(name: String, cell: String) throws {
    let quake = Quake.example(
      "a", 4.25, at: Self.time(0), updated: Self.time(1), name: name, longitude: -1.5,
      latitude: -2)
    let row =
      "2024-05-04T05:20:00.250Z,-2,-1.5,,4.25,,a,a,,2024-05-04T05:20:01.250Z,\(cell),"
      + "earthquake,automatic,,0,,,,0,https://earthquake.usgs.gov/earthquakes/eventpage/a,,\r\n"
    let text = Self.text(.csv, [quake])
    #expect(text.hasSuffix(",url,missingSince,knownSince\r\n" + row))
  }

  @Test func `CSV keeps negative numbers`() {
    let quake = Quake.example(
      "a", -1.25, longitude: -125.5, latitude: -35.25, depth: -2.75)
    #expect(Self.text(.csv, [quake]).contains("Z,-35.25,-125.5,-2.75,-1.25,"))
  }

  /// Times are milliseconds in the feed. Most of them have no exact `Date`.
  @Test func `Each format preserves milliseconds`() throws {
    let times = stride(from: 0, to: 1_000, by: 9).map { 1_529_819_990_000 + $0 }
    let quakes = times.map { time in
      let date = Date(timeIntervalSince1970: Double(time) / 1_000)
      return Quake.example("q\(time)", at: date, missingSince: date)
    }
    let rows = Self.text(.csv, quakes) { $0.order = .forward }
      .components(separatedBy: "\r\n").dropFirst().dropLast()
      .map { $0.components(separatedBy: ",") }
    let expected = times.map { "2018-06-24T05:59:50.\(String($0).suffix(3))Z" }
    #expect(rows.map { $0[0] } == expected)
    #expect(rows.map { $0[9] } == expected)
    #expect(rows.map { $0[20] } == expected)
    #expect(expected[10] == "2018-06-24T05:59:50.090Z")

    let json = try JSONSerialization.jsonObject(
      with: Data(Self.text(.geojson, quakes) { $0.order = .forward }.utf8))
    let features = try #require((json as? [String: Any])?["features"] as? [[String: Any]])
    for name in ["time", "updated", "missingSince"] {
      #expect(features.compactMap { ($0["properties"] as? [String: Any])?[name] as? Int } == times)
    }
  }

  @Test func `Each format marks missing quakes`() throws {
    let quakes = [
      Quake.example("gone", at: Self.time(0), missingSince: Self.time(60)),
      .example("there", at: Self.time(0)),
    ]
    let rows = Self.text(.csv, quakes).components(separatedBy: "\r\n")
    #expect(rows.filter { $0.hasSuffix("/gone,2024-05-04T05:21:00.250Z,") }.count == 1)
    #expect(rows.filter { $0.hasSuffix("/there,,") }.count == 1)
    let json = Self.text(.geojson, quakes)
    #expect(json.components(separatedBy: "\"missingSince\":1714800060250}").count == 2)
    #expect(json.components(separatedBy: "\"missingSince\":null}").count == 2)
    let entries = Self.text(.atom, quakes).components(separatedBy: "<entry>").dropFirst()
    let gone = try #require(entries.first { $0.contains("urn:earthquake-usgs-gov:gone<") })
    let there = try #require(entries.first { $0.contains("urn:earthquake-usgs-gov:there<") })
    #expect(gone.contains("<category term=\"missing\" label=\"No longer in the feed\"/>"))
    #expect(gone.contains("No longer in the feed since 4 May 2024, 05:21 UTC</summary>"))
    #expect(!there.contains("category") && !there.contains("longer"))
  }

  @Test func `Atom is well-formed and contains each quake`() throws {
    let text = Self.text(.atom)
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed "))
    #expect(text.hasSuffix("</feed>\n"))
    #expect(text.components(separatedBy: "<entry>").count - 1 == Self.quakes.count)
    #expect(text.contains("M 3.5 - &lt;/title"))
    #expect(text.contains("<title>Earthquakes: newest first</title>"))
    #expect(text.contains("<id>https://here.example/quakes.atom?date=any</id>"))
    #expect(
      text.contains("rel=\"alternate\" type=\"text/html\" href=\"https://here.example/quakes?"))
    #expect(!text.contains("<script"))
    #expect(!text.contains("\u{7}"))
  }

  @Test(arguments: [
    ("us7000good", "us7000good"), ("official20110311054624120_30", "official20110311054624120_30"),
    ("a\"b'<c>&d#e?f=g%20+/h;", "a%22b%27%3Cc%3E%26d%23e%3Ff%3Dg%2520%2B%2Fh%3B"),
    ("é", "%C3%A9"),
  ])
  func `The id of an entry is a valid URN`(id: String, name: String) {
    let text = Self.text(.atom, [.example(id)])
    #expect(text.contains("<entry>\n<id>urn:earthquake-usgs-gov:\(name)</id>\n"))
  }

  /// Feed readers know a feed by its id, so it must never change.
  @Test func `The id of a feed follows from a random id and the filter`() throws {
    let id = try #require(UUID(uuidString: "6F9619FF-8B86-4011-B42D-00CF4FC964FF"))
    var location = QuakesLocation()
    let all = location.feedId(from: id)
    #expect(all == "urn:uuid:6f9619ff-8b86-4011-b564-fc086509e775")
    location.page = 2
    #expect(location.feedId(from: id) == all)
    location.filter.text = "tonga"
    let some = location.feedId(from: id)
    #expect(some == "urn:uuid:6f9619ff-8b86-4011-ba86-f3dfd69b67f7")
    #expect(UUID(uuidString: String(some.dropFirst(9))) != nil)
  }

  @Test func `Each format says since when the data reach`() throws {
    // There is a gap before.
    let known = KnownTime([Self.time(0)..<Self.time(50), Self.time(60)..<Self.time(900)])
    let geojson = Self.text(.geojson, known: known)
    #expect(geojson.contains("newest first\",\"knownSince\":1714800060250},"))
    #expect(Self.text(.geojson).contains("\"knownSince\":null},"))
    for export in [QuakesRoute.Export.csv, .excel] {
      let rows = Self.text(export, known: known).components(separatedBy: "\r\n")
      #expect(rows.dropFirst().dropLast().allSatisfy { $0.hasSuffix(",2024-05-04T05:21:00.250Z") })
    }
    let note = "All data since 4 May 2024, 05:21 UTC"
    #expect(Self.text(.atom, known: known).contains("</title>\n<subtitle>\(note)</subtitle>\n"))
    #expect(
      Self.text(.kml, known: known).contains("</name>\n<description>\(note)</description>\n"))
    #expect(!Self.text(.atom).contains("subtitle"))
  }

  @Test func `An Atom feed has the first 500 events`() {
    let many = (0..<600).map { Quake.example("m\($0)", at: Self.time($0)) }
    let entries = Self.text(.atom, many).components(separatedBy: "<entry>").dropFirst()
    #expect(entries.count == 500)
    #expect(entries.first?.contains("gov:m599<") == true)
  }

  @Test func `CSV for Excel starts with the byte order mark of UTF-8`() {
    #expect(Array(Self.text(.excel).utf8.prefix(4)) == [0xEF, 0xBB, 0xBF, UInt8(ascii: "t")])
    #expect(
      Self.text(.excel).unicodeScalars.dropFirst().elementsEqual(Self.text(.csv).unicodeScalars))
  }

  @Test func `KML has a dated placemark for each quake`() throws {
    let text = Self.text(.kml)
    let placemarks = text.components(separatedBy: "<Placemark").dropFirst()
    #expect(placemarks.count == Self.quakes.count)
    let oldest = try #require(placemarks.first { $0.contains("id=\"q0\"") })
    #expect(oldest.contains("<coordinates>-125.25,35</coordinates>"))
    #expect(oldest.contains("<when>2024-05-04T05:20:00Z</when>"))
    #expect(oldest.contains("3 reports"))
    #expect(oldest.contains("<Data name=\"depth\"><value>10.5</value></Data>"))
    #expect(!text.contains("<script") && !text.contains("\u{7}"))
  }

  @Test(arguments: QuakesRoute.Export.allCases)
  func `An empty export is well-formed`(export: QuakesRoute.Export) throws {
    let text = Self.text(export, [])
    switch export {
    case .geojson: #expect(text.hasSuffix("},\"features\":[]}\n"))
    case .csv, .excel: #expect(text.hasSuffix("knownSince\r\n"))
    case .kml: #expect(text.hasSuffix("</Document>\n</kml>\n") && !text.contains("<Placemark"))
    case .atom: #expect(text.hasSuffix("</feed>\n") && !text.contains("<entry>"))
    }
  }

  @Test func `An export contains all pages of the list in order`() {
    let many = (0..<1_234).map {
      Quake.example("m\($0)", Double($0 % 50) / 10, at: Self.time($0))
    }
    let text = Self.text(.csv, many) {
      $0.sort = .magnitude
      $0.filter.magnitude.min = 2
    }
    let ids = text.split(whereSeparator: \.isNewline).dropFirst()
      .map { String($0.split(separator: ",", omittingEmptySubsequences: false)[6]) }
    let expected = many.enumerated().filter { $0.element.magnitude >= 2 }
      .sorted { ($0.element.magnitude, $0.offset) > ($1.element.magnitude, $1.offset) }
      .map(\.element.id)
    #expect(ids == expected)
  }
}
