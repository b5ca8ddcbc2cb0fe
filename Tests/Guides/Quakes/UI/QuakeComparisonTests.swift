import Foundation
import ImmutableUI
import Markup
import Testing

@testable import QuakesData
@testable import QuakesUI

@Suite struct QuakeComparisonTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48

  /// A quake a day for ten days, the newest an hour ago; every third one has magnitude 6.
  private static let quakes = (0..<10).map { number in
    let time = now.addingTimeInterval(-3_600 - Double(number) * 86_400)
    return Quake.example(
      "q\(number)", number % 3 == 0 ? 6.2 : 4.5, at: time, longitude: Double(number * 10))
  }

  private static func page(
    _ change: (inout QuakesLocation) -> Void
  ) -> QuakesPage.ViewState {
    var state = QuakesState(loaded: quakes)
    state.ledger.known = KnownTime([.distantPast..<now])
    var location = QuakesLocation()
    change(&location)
    return QuakesPage.Container(location: location, now: now)
      .viewState(SelectQuakes(state: state))
  }

  private static func comparison(
    _ first: QuakesLocation.Day, _ second: QuakesLocation.Day, least: Double? = nil
  ) throws -> QuakeComparison.ViewState {
    let page = page {
      $0.filter = .everything
      $0.filter.setTime(first)
      $0.compared = $0.filter
      $0.compared?.setTime(second)
      $0.compared?.magnitude.min = least
    }
    return try #require(page.comparison)
  }

  @Test(
    arguments: [
      (.past(.day), .past(.week), nil, ["1", "7"]),
      (.past(.week), .past(.day), nil, ["7", "1"]),
      (.past(.week), .past(.week), nil, ["7", "7"]),
      (.past(.week), .past(.month), 6, ["7", "4"]),
      (.past(.hour), .past(.day), 7, ["1", "0"]),
    ] as [(QuakesLocation.Day, QuakesLocation.Day, Double?, [String])])
  func `Both filters are counted`(
    first: QuakesLocation.Day, second: QuakesLocation.Day, least: Double?, counts: [String]
  ) throws {
    let comparison = try Self.comparison(first, second, least: least)
    #expect(comparison.sides.map(\.count) == counts)
    #expect(
      comparison.map.label == "Map: \(counts[0]) filled dots and \(counts[1]) open diamonds")
    let shapes = Dictionary(grouping: comparison.map.layers, by: \.shape)
      .mapValues { $0.reduce(0) { $0 + $1.path.count { "mM".contains($0) } } }
    #expect(shapes[.round] == Int(counts[0]))
    #expect(shapes[.diamond] ?? 0 == Int(counts[1]))
    let columns = comparison.charts[0].bars.map { $0.columns.map(\.count) }
    #expect(columns.reduce(0) { $0 + $1[0] } == Int(counts[0]))
    #expect(columns.reduce(0) { $0 + $1[1] } == Int(counts[1]))
  }

  @Test(
    arguments: [
      (.past(.week), .past(.month), "Each day from the start"),
      (.past(.day), .today, "Each hour from the start"),
      (.past(.hour), .past(.month), nil),
    ] as [(QuakesLocation.Day, QuakesLocation.Day, String?)])
  func `Times of the same unit are charted from their start`(
    first: QuakesLocation.Day, second: QuakesLocation.Day, name: String?
  ) throws {
    let charts = try Self.comparison(first, second).charts
    #expect(charts.dropFirst().map(\.name) == (name.map { [$0] } ?? []))
  }

  @Test func `Each side leads to its own page, and both can be exchanged`() throws {
    let comparison = try Self.comparison(.past(.day), .past(.week))
    let sides = try comparison.sides.map { try QuakesLocation(address: $0.list.text) }
    #expect(sides.map(\.filter.day) == [.past(.day), .past(.week)])
    #expect(sides.map(\.compared) == [nil, nil])
    let others = try comparison.sides.map { try QuakesLocation(address: $0.remove.text) }
    #expect(others == sides.reversed())
    let swapped = try QuakesLocation(address: comparison.swap.text)
    #expect(swapped.filter == sides[1].filter)
    #expect(swapped.compared == sides[0].filter)
  }

  @Test(
    arguments: [
      ("past=week&min=5", ["past=week", "min=5"]), ("past=day", ["past=day"]),
      ("past=year", nil), ("min=a", nil),
      ("date=2024-05-04&q=a%2Fb%26c", ["date=2024-05-04", "q=a/b&c"]),
    ] as [(String, [String]?)])
  func `The second filter is the query of another page`(query: String, items: [String]?) throws {
    let location = try QuakesLocation(
      address: Href(path: ["quakes"], query: [("compare", query)]).text)
    #expect((location.compared == nil) == (items == nil))
    #expect(location.problems.map(\.name) == (items == nil ? ["compare"] : []))
    guard let items, let compared = location.compared else { return }
    let expected = items.map { item in
      let parts = item.split(separator: "=", maxSplits: 1).map(String.init)
      return (name: parts[0], value: parts[1])
    }
    let other = try QuakesLocation(address: Href(path: ["quakes"], query: expected).text)
    #expect(compared == other.filter)
  }
}
