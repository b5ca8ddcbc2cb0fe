package import Foundation

extension QuakeMatches {
  /// How many there are of each class of magnitude.
  package var countsByMagnitude: [MagnitudeClass: Int] { magnitudes.byClass }

  /// How many happened on each day, both midnights included, as in a query
  /// for that day. O(n).
  package func counts(of days: [ClosedRange<Date>]) -> [Int] {
    let ranges = days.map {
      QuakeRow.milliseconds($0.lowerBound)...QuakeRow.milliseconds($0.upperBound)
    }
    var counts = [Int](repeating: 0, count: days.count)
    forEach { row, _ in
      for (day, range) in ranges.enumerated() where range.contains(row.time) { counts[day] += 1 }
    }
    return counts
  }

  /// The number of quakes that the feed no longer has. O(n).
  package var missingCount: Int {
    var count = 0
    forEach { row, _ in if row.isMissing { count += 1 } }
    return count
  }

  /// Returns how many are within a box. O(n).
  package func count(within box: QuakesQuery.Box) -> Int {
    var count = 0
    forEach { row, _ in if box.contains(row) { count += 1 } }
    return count
  }

  /// The largest ones, largest first, at most so many; of two that are alike,
  /// the newer one first. O(n).
  ///
  /// - Parameter box: where they have to be; `nil` for anywhere.
  package func largest(_ limit: Int, within box: QuakesQuery.Box? = nil) -> [Quake] {
    guard limit > 0 else { return [] }
    // Without a box, the counts tell how large they have to be.
    let least = box == nil ? magnitudes.slot(above: limit) : 0
    var kept: [(slot: Int, magnitude: Double, number: Int)] = []
    var threshold = least
    func cut() {
      kept.sort { $0 > $1 }
      kept.removeLast(max(0, kept.count - limit))
      if kept.count == limit { threshold = kept.last?.slot ?? threshold }
    }
    forEach { row, number in
      let slot = row.magnitude.slot
      guard slot >= threshold, box?.contains(row) ?? true else { return }
      kept.append((slot, row.magnitude.isExact ? 0 : quake(number).magnitude, number))
      if kept.count >= 4 * limit { cut() }
    }
    cut()
    return kept.map { quake($0.number) }
  }

  /// The smallest rectangle around all of them; `nil` for none. It crosses
  /// the date line where that makes it smaller. O(n).
  package var box: QuakesQuery.Box? {
    guard count > 0 else { return nil }
    var hasDegree = [Bool](repeating: false, count: 360)
    var south = Double.infinity
    var north = -Double.infinity
    forEach { row, _ in
      hasDegree[min(max(Int(row.longitude + 180), 0), 359)] = true
      south = min(south, row.latitude)
      north = max(north, row.latitude)
    }
    let gap = widestGap(in: hasDegree)
    return QuakesQuery.Box(
      west: Double(gap.end % 360) - 180, south: south,
      east: Double((gap.start + 359) % 360) - 179, north: north)
  }

  /// Where on the circle the longest run of empty degrees starts and ends.
  private func widestGap(in hasDegree: [Bool]) -> (start: Int, end: Int) {
    var widest = (start: 0, end: 0)
    var start: Int?
    for degree in 0..<720 {
      if hasDegree[degree % 360] {
        if let begun = start, degree - begun > widest.end - widest.start {
          widest = (begun, degree)
        }
        start = nil
      } else if start == nil {
        start = degree
      }
    }
    return widest
  }
}
