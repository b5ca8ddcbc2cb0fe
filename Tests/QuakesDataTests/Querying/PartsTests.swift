import Foundation
import Testing

@testable import QuakesData

/// Queries that are computed on several processors.
@Suite struct PartsTests {
  private static let index: QuakeIndex = {
    var random = RandomQuakes(seed: 5)
    return QuakeIndex(random.next(3_000))
  }()

  @Test(arguments: [(0, 1), (5, 1), (5, 3), (1_000, 7), (1_000, 2_000)])
  func `The parts follow each other and are no smaller than asked`(length: Int, least: Int) {
    let parts = inParts(of: 10..<10 + length, atLeast: least) { $0 }
    #expect(parts.flatMap(Array.init) == Array(10..<10 + length))
    #expect(parts.count == 1 || parts.allSatisfy { $0.count >= least })
  }

  @Test(arguments: [
    QuakesQuery(), QuakesQuery(text: "of"), QuakesQuery(magnitude: .init(min: 4.5)),
    QuakesQuery(text: "nowhere"),
  ])
  func `The number of parts makes no difference`(_ query: QuakesQuery) {
    let whole = QuakeMatches(of: query, in: Self.index, leastPart: .max)
    let parts = QuakeMatches(of: query, in: Self.index, leastPart: 1)
    #expect(parts.quakes.map(\.id) == whole.quakes.map(\.id))
    #expect(parts.countsOfAnyMagnitude == whole.countsOfAnyMagnitude)
    #expect(
      parts.quakes(sortedBy: .magnitude, order: .reverse, in: 10..<60)
        == whole.quakes(sortedBy: .magnitude, order: .reverse, in: 10..<60))
    let area = QuakeGrid.Area(west: -30, north: 90, width: 360, height: 180)
    let shading = QuakeShading.age(now: .noon)
    #expect(
      parts.grid(of: area, limit: 500, shading: shading)
        == whole.grid(of: area, limit: 500, shading: shading))
  }
}
