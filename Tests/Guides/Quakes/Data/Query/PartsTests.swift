import Foundation
import Geography
import Testing

@testable import QuakesData

/// Queries that are computed on several processors.
@Suite struct PartsTests {
  // Enough chunks that several processors make them.
  private static let quakes = RandomQuakes.quakes(5_000, seed: 5)
  private static let index = QuakeIndex(quakes)

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
    let frame = Projection.Frame(.equirectangular, left: -30, top: 90, width: 360, height: 180)
    let shading = QuakeShading.age(now: .noon)
    for limit in [20, 500] {
      #expect(
        parts.grid(of: frame, limit: limit, shading: shading)
          == whole.grid(of: frame, limit: limit, shading: shading))
    }
  }

  @Test func `Chunks made by several processors are in order`() {
    let sorted = Self.quakes.sorted { QuakeKey($0) < QuakeKey($1) }
    #expect(Self.index.matches(of: QuakesQuery()).quakes.map(\.id) == sorted.map(\.id))
  }
}
