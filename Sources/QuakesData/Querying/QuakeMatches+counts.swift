package import Foundation

extension QuakeMatches {
  /// How many there are of each class of magnitude. O(n).
  package var countsByMagnitude: [MagnitudeClass: Int] {
    var counts = [Int](repeating: 0, count: 10)
    for position in positions {
      counts[MagnitudeClass(hundredths: row(position).magnitude).rawValue + 2] += 1
    }
    return Dictionary(
      uniqueKeysWithValues: MagnitudeClass.allCases.map { ($0, counts[$0.rawValue + 2]) })
  }

  /// How many happened on each day, both midnights included, as in a query
  /// for that day. O(days log n).
  package func counts(of days: [ClosedRange<Date>]) -> [Int] {
    days.map { day in
      let first = positions.partitioningIndex {
        row($0).time >= QuakeRow.milliseconds(day.lowerBound)
      }
      let end = positions.partitioningIndex {
        row($0).time > QuakeRow.milliseconds(day.upperBound)
      }
      return end - first
    }
  }

  /// The largest ones, largest first, at most so many; of two that are alike,
  /// the newer one first. O(n).
  ///
  /// - Parameter area: where they have to be; `nil` for anywhere.
  package func largest(_ limit: Int, within area: QuakeGrid.Area? = nil) -> [Quake] {
    largestPositions(limit) { row in area?.contains(row) ?? true }.map { quake($0) }
  }

  private func largestPositions(_ limit: Int, where isWanted: (QuakeRow) -> Bool) -> [Position] {
    var kept: [(magnitude: Int16, position: Position)] = []
    var least = Int16.min
    for position in positions.reversed() {
      let row = row(position)
      // Sorted and cut when there are twice as many: seldom, since most are
      // smaller than the least of those.
      guard kept.count < limit || row.magnitude > least, isWanted(row) else { continue }
      kept.append((row.magnitude, position))
      guard kept.count >= 2 * max(limit, 1) else { continue }
      cut()
    }
    cut()
    return kept.map(\.position)

    func cut() {
      let sorted = kept.enumerated().sorted {
        ($1.element.magnitude, $0.offset) < ($0.element.magnitude, $1.offset)
      }
      kept = sorted.prefix(limit).map(\.element)
      if kept.count == limit { least = kept.last?.magnitude ?? least }
    }
  }

  /// The smallest rectangle around all of them; `nil` for none. It crosses
  /// the date line where that makes it smaller. O(n).
  package var box: QuakesQuery.Box? {
    guard let first = positions.first else { return nil }
    var hasDegree = [Bool](repeating: false, count: 360)
    var south = row(first).latitude
    var north = south
    for position in positions {
      let row = row(position)
      hasDegree[min(max(Int((Double(row.longitude) / 1e6 + 180).rounded(.down)), 0), 359)] = true
      south = min(south, row.latitude)
      north = max(north, row.latitude)
    }
    let east = widestGap(in: hasDegree)
    return QuakesQuery.Box(
      west: Double(east.end % 360) - 180, south: Double(south) / 1e6,
      east: Double((east.start - 1 + 360) % 360) - 179, north: Double(north) / 1e6)
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
