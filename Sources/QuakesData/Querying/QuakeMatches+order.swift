package import Foundation

/// What lists of quakes are sorted by.
public enum QuakesSort: String, CaseIterable, Hashable, Sendable {
  case time, magnitude
}

extension QuakeMatches {
  /// The quakes of a page, in an order.
  ///
  /// Quakes of the same magnitude stand newest first; those without one
  /// count as the smallest. O(n) for n matches, or O(length of the page) by
  /// time.
  package func quakes(
    sortedBy sort: QuakesSort, order: SortOrder, in range: Range<Int>
  ) -> [Quake] {
    let range = range.clamped(to: 0..<count)
    switch (sort, order) {
    case (.time, .forward): return positions[range].map { quake($0) }
    case (.time, .reverse):
      return positions[(count - range.upperBound)..<(count - range.lowerBound)].reversed()
        .map { quake($0) }
    case (.magnitude, _):
      return ordered(byMagnitude: order)[range].map { quake($0) }
    }
  }

  /// All quakes, in an order, made as they are asked for.
  package func quakes(
    sortedBy sort: QuakesSort, order: SortOrder
  ) -> some RandomAccessCollection<Quake> & Sendable {
    let ordered =
      switch (sort, order) {
      case (.time, .forward): positions
      case (.time, .reverse): Array(positions.reversed())
      case (.magnitude, _): ordered(byMagnitude: order)
      }
    return OrderedQuakes(matches: self, positions: ordered)
  }

  /// Counts how many there are of each hundredth, and puts each where it
  /// then belongs: two passes, whatever the number, and no comparison.
  private func ordered(byMagnitude order: SortOrder) -> [Position] {
    let largest = 1_200
    let bucketCount = 2 * largest + 1
    func bucket(_ position: Position) -> Int {
      let magnitude = min(max(Int(row(position).magnitude), -largest), largest)
      return order == .forward ? magnitude + largest : largest - magnitude
    }
    var ends = [Int](repeating: 0, count: bucketCount + 1)
    for position in positions { ends[bucket(position) + 1] += 1 }
    for bucket in 1...bucketCount { ends[bucket] += ends[bucket - 1] }
    var ordered = positions
    for position in positions.reversed() {
      let bucket = bucket(position)
      ordered[ends[bucket]] = position
      ends[bucket] += 1
    }
    return ordered
  }
}

/// Quakes in an order, looked up one by one.
private struct OrderedQuakes: RandomAccessCollection, Sendable {
  let matches: QuakeMatches
  let positions: [QuakeMatches.Position]

  var startIndex: Int { 0 }
  var endIndex: Int { positions.count }
  subscript(position: Int) -> Quake { matches.quake(positions[position]) }
}
