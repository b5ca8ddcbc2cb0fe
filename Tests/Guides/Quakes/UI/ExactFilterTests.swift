import Foundation
import ImmutableUI
import QuakesData
import TestSupport
import Testing

@testable import QuakesUI

/// Filters as typed by visitors, compared with exact arithmetic on the decimals
/// of the feed and the address.
@Suite struct ExactFilterTests {
  private struct Event {
    let quake: Quake
    let longitude, latitude, depth: Decimal
  }

  @Test(arguments: Cases.seeds(3))
  func `Random filters match exactly the events within their bounds`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func decimal(_ range: ClosedRange<Int>) -> String {
      let places = Int.random(in: 0...7, using: &random)
      let fraction = (0..<places).map { _ in String(Int.random(in: 0...9, using: &random)) }
        .joined()
      let whole = Int.random(in: range, using: &random)
      let sign = range.lowerBound < 0 && Bool.random(using: &random) ? "-" : ""
      return sign + String(abs(whole)) + (places == 0 ? "" : "." + fraction)
    }
    let events = try (0..<200).map { number -> Event in
      let longitude = decimal(-179...179)
      let latitude = decimal(-89...89)
      let depth = decimal(0...99)
      return Event(
        quake: .example(
          "q\(number)", longitude: try #require(Double(longitude)),
          latitude: try #require(Double(latitude)), depth: Double(depth)),
        longitude: try #require(Decimal(string: longitude)),
        latitude: try #require(Decimal(string: latitude)),
        depth: try #require(Decimal(string: depth)))
    }
    var state = QuakesState()
    state.quakes.insert(events.map(\.quake))
    let mile = try #require(Decimal(string: "1.609344"))
    for _ in 0..<60 {
      let isMiles = Bool.random(using: &random)
      // Half of the bounds are exact values of some quake.
      func bound(_ part: (Event) -> Decimal, _ range: ClosedRange<Int>) -> String {
        let event = events.randomElement(using: &random)
        return Bool.random(using: &random) ? event.map { "\(part($0))" } ?? "0" : decimal(range)
      }
      let (west, east) = (bound(\.longitude, -179...179), bound(\.longitude, -179...179))
      let south = bound(\.latitude, -89...89)
      let least = bound(\.depth, 0...50)
      let address =
        "date=any&box=\(west),\(south),\(east),90&depth-min=\(least)\(isMiles ? "&units=mi" : "")"
      let location = try QuakesLocation(query: address)
      #expect(location.problems.isEmpty, "\(address)")
      let found = QuakesState.selectMatches(of: location.query(now: .distantPast))(state).quakes
      let bounds = try [west, south, east, least].map { try #require(Decimal(string: $0)) }
      let expected = events.filter { event in
        let (isEast, isWest) = (event.longitude >= bounds[0], event.longitude <= bounds[2])
        return (bounds[0] <= bounds[2] ? isEast && isWest : isEast || isWest)
          && event.latitude >= bounds[1] && event.depth >= bounds[3] * (isMiles ? mile : 1)
      }
      #expect(Set(found.map(\.id)) == Set(expected.map(\.quake.id)), "\(address)")
    }
  }

  @Test func `Miles are converted exactly`() throws {
    let mile = try #require(Decimal(string: "1.609344"))
    let wrong = try stride(from: -1_000_000, through: 10_000_000, by: 1_373).filter { number in
      let miles = Decimal(number) / 10_000
      let length = try #require(Double("\(miles)"))
      return LengthUnit.miles.kilometres(length: length) != Double("\(miles * mile)")
    }
    #expect(wrong == [])
  }
}
