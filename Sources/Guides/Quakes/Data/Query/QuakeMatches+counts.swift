package import Foundation
import Geography

extension QuakeMatches {
  /// Returns the number of matches in each of several ranges in order, both
  /// ends included, as in a query for that range. O(log n) for each range.
  package func counts(of ranges: [ClosedRange<Date>]) -> [Int] {
    ranges.map { range in
      let first = QuakeRow.milliseconds(range.lowerBound)
      let last = QuakeRow.milliseconds(range.upperBound)
      let numbers = 0..<count
      return numbers.partitioningIndex { time(of: $0) > last }
        - numbers.partitioningIndex { time(of: $0) >= first }
    }
  }

  /// The number of matches that are no longer in the feed. O(n) at most.
  package var missingCount: Int {
    var count = 0
    forEach(where: { $0.missingCount > 0 }) { row, _ in if row.isMissing { count += 1 } }
    return count
  }

  /// Returns the number of matches within a box. O(n).
  package func count(within box: QuakesQuery.Box) -> Int {
    var count = 0
    forEach { row, _ in
      if box.contains(longitude: row.longitude, latitude: row.latitude) { count += 1 }
    }
    return count
  }

  /// Returns the largest quakes in descending order, up to a limit. Of equal
  /// magnitudes, the newer quake comes first. O(n) at most.
  ///
  /// - Parameter box: the area of the quakes; `nil` for the whole world.
  package func largest(_ limit: Int, within box: QuakesQuery.Box? = nil) -> [Quake] {
    guard limit > 0 else { return [] }
    guard let box else { return quakes(sortedBy: .magnitude, order: .reverse, in: 0..<limit) }
    var candidates: [(slot: Int, magnitude: Double, number: Int)] = []
    var threshold = 0
    func prune() {
      candidates.sort { $0 > $1 }
      candidates.removeLast(max(0, candidates.count - limit))
      if candidates.count == limit { threshold = candidates.last?.slot ?? threshold }
    }
    forEach(where: { $0.slots.upperBound >= threshold }) { row, number in
      let slot = row.magnitude.slot
      guard slot >= threshold,
        box.contains(longitude: row.longitude, latitude: row.latitude)
      else { return }
      candidates.append((slot, row.magnitude.isExact ? 0 : quake(number).magnitude, number))
      if candidates.count >= 4 * limit { prune() }
    }
    prune()
    return candidates.map { quake($0.number) }
  }

  /// The bounding box of all matches; `nil` if there are none. It crosses the
  /// date line if that makes it smaller.
  package var box: QuakesQuery.Box? {
    guard count > 0 else { return nil }
    let gap = longestGap(of: 360) { !extent.contains(degree: $0) }
    return QuakesQuery.Box(
      west: Double(gap.end) - 180, south: extent.south,
      east: Double((gap.end - gap.length + 719) % 360) - 179, north: extent.north)
  }
}
