import Foundation
import TestSupport
import Testing

@testable import QuakesData

/// Boxes and depths, compared with exact comparisons of the original numbers.
@Suite struct ExactBoundsTests {
  @Test(arguments: Cases.seeds(4))
  func `Random bounds match exactly the values within them`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    /// Returns a number with 0 to 12 decimals, as in feeds.
    func decimal(_ range: ClosedRange<Double>) -> Double {
      let value = Double.random(in: range, using: &random)
      let parts = pow(10, Double(Int.random(in: 0...12, using: &random)))
      return (value * parts).rounded() / parts
    }
    let quakes = (0..<150).map { count -> Quake in
      .of(
        "q\(count)", longitude: decimal(-180...180), latitude: decimal(-90...90),
        depth: count % 9 == 0 ? nil : decimal(-10...700))
    }
    let index = QuakeIndex(quakes)
    /// Returns a bound: a random number, or one next to the value of a quake.
    func bound(_ values: [Double], _ range: ClosedRange<Double>) -> Double {
      let value = values.randomElement(using: &random) ?? 0
      return switch Int.random(in: 0...4, using: &random) {
      case 0: value
      case 1: min(value.nextUp, range.upperBound)
      case 2: max(value.nextDown, range.lowerBound)
      case 3:
        min(
          max(value + .random(in: -1e-6...1e-6, using: &random), range.lowerBound),
          range.upperBound)
      default: decimal(range)
      }
    }
    for _ in 0..<60 {
      let latitudes = [0, 1].map { _ in bound(quakes.map(\.latitude), -90...90) }.sorted()
      let box = QuakesQuery.Box(
        west: bound(quakes.map(\.longitude), -180...180), south: latitudes[0],
        east: bound(quakes.map(\.longitude), -180...180), north: latitudes[1])
      let depth = QuakesQuery.Bounds(
        min: bound(quakes.compactMap(\.depth), -10...700),
        max: bound(quakes.compactMap(\.depth), -10...700))
      #expect(
        Set(index.matches(of: QuakesQuery(box: box)).quakes.map(\.id))
          == Set(quakes.filter { isWithin($0, box) }.map(\.id)))
      #expect(
        Set(index.matches(of: QuakesQuery(depth: depth)).quakes.map(\.id))
          == Set(quakes.filter { isWithin($0, depth) }.map(\.id)))
    }
  }

  private func isWithin(_ quake: Quake, _ box: QuakesQuery.Box) -> Bool {
    guard box.south <= quake.latitude, quake.latitude <= box.north else { return false }
    let (isEast, isWest) = (quake.longitude >= box.west, quake.longitude <= box.east)
    return box.west <= box.east ? isEast && isWest : isEast || isWest
  }

  private func isWithin(_ quake: Quake, _ bounds: QuakesQuery.Bounds) -> Bool {
    guard let depth = quake.depth, let min = bounds.min, let max = bounds.max else { return false }
    return min <= depth && depth <= max
  }

  /// Values that a `Float` or a millionth of a degree cannot distinguish.
  @Test(arguments: [
    (10.0, 10.0, true), (10, 10.0000001, false), (10.0000001, 10.0000001, true),
    (10.0000001, 10, true), (9.99999999, 10, false), (663.019, 663.0190001, false),
    (33.3, 33.3, true), (33.3, (33.3).nextUp, false),
  ])
  func `Neighbouring numbers are distinguished`(_ value: Double, _ bound: Double, _ isFound: Bool) {
    let index = QuakeIndex([.of("q", longitude: value / 10, latitude: value / 10, depth: value)])
    #expect(index.matches(of: QuakesQuery(depth: .init(min: bound))).count == (isFound ? 1 : 0))
    for box in [
      QuakesQuery.Box(west: bound / 10, south: -90, east: 180, north: 90),
      .init(west: -180, south: bound / 10, east: 180, north: 90),
    ] {
      #expect(index.matches(of: QuakesQuery(box: box)).count == (isFound ? 1 : 0))
    }
  }
}
