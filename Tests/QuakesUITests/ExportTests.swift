import Foundation
import ImmutableData
import Markup
import QuakesData
import Testing

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
      Quake(
        quakeId: "unknown", magnitude: 0, time: time(100), updated: time(100), name: "x",
        longitude: 0, latitude: 0, isMagnitudeKnown: false)
    ]

  private static func time(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_714_800_000.25 + Double(number))
  }

  private static func text(
    _ export: QuakesRoute.Export, _ quakes: [Quake] = quakes,
    change: (inout QuakesLocation) -> Void = { _ in }
  ) -> String {
    var state = QuakesState()
    state.quakes.insert(quakes)
    let store = Store(initialState: state, reducer: QuakesReducer.reduce(state:action:))
    let root = QuakesRoot(
      store: store,
      land: .init(coarse: Href(fragment: "land"), fine: Href(fragment: "land")),
      now: { time(1_000) })
    var location = QuakesLocation()
    location.filter.day = .any
    change(&location)
    return String(decoding: Array(root.export(export, at: location).joined()), as: UTF8.self)
  }

  @Test func `geojson can be read back`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(Self.text(.geojson).utf8))
    let features = try #require((json as? [String: Any])?["features"] as? [[String: Any]])
    #expect(features.compactMap { $0["id"] as? String } == Self.quakes.reversed().map(\.id))
    let names = features.compactMap { ($0["properties"] as? [String: Any])?["place"] as? String }
    #expect(names == Self.quakes.reversed().map(\.name))
    let first = try #require(features.last?["properties"] as? [String: Any])
    #expect(first["time"] as? Int == 1_714_800_000_250)
    #expect(first["ids"] as? String == ",q0,old0,")
    let geometry = try #require(features.last?["geometry"] as? [String: Any])
    #expect(geometry["coordinates"] as? [Double] == [-125.25, 35, 10.5])
    #expect((features.first?["properties"] as? [String: Any])?["mag"] is NSNull)
  }

  @Test func `geojson holds no markup`() {
    let text = Self.text(.geojson)
    #expect(!text.contains("<"))
    #expect(!text.contains("\u{2028}"))
    #expect(!text.contains("\u{7}"))
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t=1"), ("a,b", "\"a,b\""), ("say \"M 4\"", "\"say \"\"M 4\"\"\""),
    ("日本 🐼", "日本 🐼"), ("", ""), ("10 km N of X", "10 km N of X"),
  ])
  func `csv quotes what it must and defuses formulas`(name: String, cell: String) throws {
    let quake = Quake(
      quakeId: "a", magnitude: 4.25, time: Self.time(0), updated: Self.time(1), name: name,
      longitude: -1.5, latitude: -2)
    let lines = Self.text(.csv, [quake]).components(separatedBy: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[2].isEmpty)
    #expect(
      lines[1]
        == "2024-05-04T05:20:00.250Z,-2,-1.5,,4.25,,a,a,,2024-05-04T05:20:01.250Z,\(cell),"
        + "earthquake,automatic,,0,,,,0,https://earthquake.usgs.gov/earthquakes/eventpage/a")
  }

  @Test func `atom is well-formed and holds each quake`() throws {
    let text = Self.text(.atom)
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed "))
    #expect(text.hasSuffix("</feed>\n"))
    #expect(text.components(separatedBy: "<entry>").count - 1 == Self.quakes.count)
    #expect(text.contains("M 3.5 - &lt;/title"))
    #expect(!text.contains("<script"))
    #expect(!text.contains("\u{7}"))
  }

  @Test(arguments: QuakesRoute.Export.allCases)
  func `an export of nothing is complete`(export: QuakesRoute.Export) throws {
    let text = Self.text(export, [])
    switch export {
    case .geojson: #expect(text == "{\"type\":\"FeatureCollection\",\"features\":[]}\n")
    case .csv: #expect(text.hasSuffix("url\r\n"))
    case .atom: #expect(text.hasSuffix("</feed>\n") && !text.contains("<entry>"))
    }
  }

  @Test func `filter and order are those of the list, and all pages come`() {
    let many = (0..<1_234).map { number in
      Quake(
        quakeId: "m\(number)", magnitude: Double(number % 50) / 10, time: Self.time(number),
        updated: Self.time(number), name: "x", longitude: 0, latitude: 0)
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
