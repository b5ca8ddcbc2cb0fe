import Foundation
import Testing

@testable import QuakesData

@Suite struct QuakeMatchesCountsTests {
  private static let quakes = RandomQuakes.quakes(1_200, seed: 3)
  private static let index = QuakeIndex(quakes)
  static let queries = [
    QuakesQuery(), QuakesQuery(text: "of"), QuakesQuery(magnitude: .init(min: 4.5)),
    QuakesQuery(text: "nowhere"),
  ]

  /// A chart of magnitudes ignores the condition on them.
  @Test(arguments: queries + [QuakesQuery(text: "of", magnitude: .init(min: 5, max: 4))])
  func `Matches of any magnitude are counted by magnitude`(_ query: QuakesQuery) {
    var anyMagnitude = query
    anyMagnitude.magnitude = .init()
    var expected = Dictionary(uniqueKeysWithValues: MagnitudeClass.allCases.map { ($0, 0) })
    for quake in Self.index.matches(of: anyMagnitude).quakes {
      expected[MagnitudeClass(quake), default: 0] += 1
    }
    #expect(Self.index.matches(of: query).countsOfAnyMagnitude == expected)
  }

  /// The count on a bar equals the number of results that its link shows.
  @Test(arguments: MagnitudeClass.allCases)
  func `A class counts as many quakes as a query for it`(_ magnitude: MagnitudeClass) {
    let count = Self.index.matches(of: QuakesQuery()).countsOfAnyMagnitude[magnitude]
    guard let bounds = magnitude.bounds else {
      #expect(count == Self.quakes.count { !$0.isMagnitudeKnown })
      return
    }
    #expect(count == Self.index.matches(of: QuakesQuery(magnitude: bounds)).count)
  }

  @Test(arguments: queries, ["UTC", "Europe/Berlin", "Asia/Kathmandu"])
  func `Matches are counted by day`(_ query: QuakesQuery, _ zone: String) {
    let days = (0..<32).reversed().map {
      QuakesQuery.day(of: .noon - Double($0) * 86_400, in: .zoned(zone))
    }
    let matches = Self.index.matches(of: query)
    let counts = matches.counts(of: days)
    #expect(counts == days.map { day in matches.quakes.count { day.contains($0.time) } })
    for (day, count) in zip(days, counts) {
      var query = query
      query.time = day
      #expect(Self.index.matches(of: query).count == count)
    }
  }

  @Test func `Midnight counts for both days`() throws {
    let midnight = QuakesQuery.day(of: .noon, in: .utc).upperBound
    let quake = Quake.of("q", time: midnight.timeIntervalSince(.noon))
    let matches = QuakeIndex([quake]).matches(of: QuakesQuery())
    let days = [-86_401, -1, 1, 86_401].map {
      QuakesQuery.day(of: midnight + $0, in: .utc)
    }
    #expect(matches.counts(of: days) == [0, 1, 1, 0])
    #expect(matches.counts(of: []) == [])
  }

  @Test(
    arguments: [0, 1, 5, 200, 1_199, 1_200, 9_000],
    [
      nil, .init(west: -180, south: -90, east: 180, north: 90),
      .init(west: 100, south: -40, east: -100, north: 60),
      .init(west: 0, south: 0, east: 1, north: 1),
    ] as [QuakesQuery.Box?])
  func `The largest matches are found`(_ limit: Int, _ box: QuakesQuery.Box?) {
    let matches = Self.index.matches(of: QuakesQuery())
    let largest = matches.largest(limit, within: box)
    let within = Self.quakes.filter { quake in
      guard let box else { return true }
      let east = box.west <= box.east ? box.east : box.east + 360
      return (box.south...box.north).contains(quake.latitude)
        && [0, 360].contains { (box.west...east).contains(quake.longitude + $0) }
    }
    if let box { #expect(matches.count(within: box) == within.count) }
    func key(_ quake: Quake) -> Double { quake.isMagnitudeKnown ? quake.magnitude : -1e9 }
    let sorted = within.sorted {
      (key($1), $1.time, $1.id) < (key($0), $0.time, $0.id)
    }
    #expect(largest == Array(sorted.prefix(limit)))
  }

  /// Places and their bounding box.
  @Test(
    arguments: [
      ([], nil),
      ([(10.5, 20.25)], .init(west: 10, south: 20.25, east: 11, north: 20.25)),
      ([(10, 20)], .init(west: 10, south: 20, east: 11, north: 20)),
      ([(10.5, 20), (40.5, -5)], .init(west: 10, south: -5, east: 41, north: 20)),
      // Across the date line, if that is smaller.
      ([(170.5, 1), (-170.5, 2)], .init(west: 170, south: 1, east: -170, north: 2)),
      ([(100.5, 1), (-100.5, 2)], .init(west: 100, south: 1, east: -100, north: 2)),
      ([(80.5, 1), (-80.5, 2)], .init(west: -81, south: 1, east: 81, north: 2)),
      ([(179.5, 0), (-179.5, 0), (0.5, 0)], .init(west: 0, south: 0, east: -179, north: 0)),
      // The edges of the world.
      ([(180, 90)], .init(west: 179, south: 90, east: 180, north: 90)),
      ([(-180, -90)], .init(west: -180, south: -90, east: -179, north: -90)),
      ([(-180, 0), (179.5, 0)], .init(west: 179, south: 0, east: -179, north: 0)),
    ] as [([(Double, Double)], QuakesQuery.Box?)])
  func `The bounding box contains all places`(_ places: [(Double, Double)], _ box: QuakesQuery.Box?)
  {
    let quakes = places.enumerated().map { number, place in
      Quake.of("\(number)", longitude: place.0, latitude: place.1)
    }
    #expect(QuakeIndex(quakes).matches(of: QuakesQuery()).box == box)
  }

  @Test func `The bounding box of places in all degrees is the world`() {
    let quakes = (-180..<180).map { Quake.of("\($0)", longitude: Double($0) + 0.5) }
    let box = QuakeIndex(quakes).matches(of: QuakesQuery()).box
    #expect(box == .init(west: -180, south: 20, east: 180, north: 20))
  }

  /// The box contains all places and excludes the widest gap.
  @Test(arguments: UInt64(1)...30)
  func `The bounding box is the smallest`(_ seed: UInt64) throws {
    var random = RandomQuakes(seed: seed)
    let quakes = random.next(random.number(1...12))
    let index = QuakeIndex(quakes)
    let box = try #require(index.matches(of: QuakesQuery()).box)
    #expect(index.matches(of: QuakesQuery(box: box)).count == quakes.count)
    let width = box.west <= box.east ? box.east - box.west : box.east - box.west + 360
    let degrees: Set<Int> = Set(quakes.map { min(Int(($0.longitude + 180).rounded(.down)), 359) })
    let widths = degrees.map { (west: Int) -> Int in
      degrees.map { ($0 - west + 360) % 360 + 1 }.max() ?? 0
    }
    let smallest = widths.min()
    #expect(Int(width) == smallest)
  }
}
