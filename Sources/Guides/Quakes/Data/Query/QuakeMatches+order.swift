package import Foundation

/// The sort key of a list of quakes.
public enum QuakesSort: String, CaseIterable, Hashable, Sendable {
  case time, magnitude
  /// The distance from the centre of the query; without one, the time.
  case distance
}

extension QuakeMatches {
  /// Returns the quakes of a page in an order. Quakes of equal magnitude are
  /// sorted newest first; an unknown magnitude counts as the smallest. As the
  /// newest and the largest, the nearest come first in reverse order.
  ///
  /// By time O(length of the page). By distance O(n) for n matches, unless many are at
  /// about the same distance. By magnitude O(n) at most: a counting sort, which compares
  /// only magnitudes between two hundredths, and skips the chunks without a magnitude of
  /// the page.
  package func quakes(
    sortedBy sort: QuakesSort, order: SortOrder, in range: Range<Int>
  ) -> [Quake] {
    let range = range.clamped(to: 0..<count)
    return switch (sort, order) {
    case (.time, .forward): range.map { quake($0) }
    case (.time, .reverse): range.map { quake(count - 1 - $0) }
    case (.magnitude, _): numbers(byMagnitude: order, in: range).map { quake($0) }
    case (.distance, _):
      if let circle {
        numbers(byDistanceFrom: circle, order: order, in: range).map { quake($0) }
      } else {
        quakes(sortedBy: .time, order: order, in: range)
      }
    }
  }

  /// Returns the numbers of the quakes on a page. Those at the same distance are sorted
  /// newest first. Only the quakes in the steps of distance that the page has are sorted.
  private func numbers(
    byDistanceFrom circle: QuakesQuery.Circle, order: SortOrder, in range: Range<Int>
  ) -> [Int32] {
    guard !range.isEmpty else { return [] }
    let steps = 8_192
    func step(_ distance: Double) -> Int {
      let step = min(Int(distance.squareRoot() * Double(steps)), steps - 1)
      return order == .reverse ? step : steps - 1 - step
    }
    let nearness = QuakesQuery.Circle.Nearness(of: circle)
    var distances: [Double] = []
    distances.reserveCapacity(count)
    var counts = [Int](repeating: 0, count: steps)
    forEach { row, _ in
      let distance = nearness(longitude: row.longitude, latitude: row.latitude)
      distances.append(distance)
      counts[step(distance)] += 1
    }
    var (first, start) = (0, 0)
    while start + counts[first] <= range.lowerBound {
      start += counts[first]
      first += 1
    }
    var (last, end) = (first, start + counts[first])
    while end < range.upperBound {
      last += 1
      end += counts[last]
    }
    let sorted = distances.indices.filter { (first...last).contains(step(distances[$0])) }
      .sorted { left, right in
        if distances[left] == distances[right] { return left > right }
        return (distances[left] < distances[right]) == (order == .reverse)
      }
    return sorted[range.lowerBound - start..<range.upperBound - start]
      .map { Int32(truncatingIfNeeded: $0) }
  }

  /// Returns the numbers of the quakes on a page. The counts give the position
  /// of each magnitude.
  private func numbers(byMagnitude order: SortOrder, in range: Range<Int>) -> [Int32] {
    guard !range.isEmpty else { return [] }
    // The end of each slot that overlaps the page.
    var ends = [Int](repeating: -1, count: MagnitudeCode.slots.count)
    var start = 0
    var first: Int?
    let slots = MagnitudeCode.slots
    for slot in order == .forward ? Array(slots) : slots.reversed() {
      let end = start + magnitudes[slot]
      if end > range.lowerBound, start < range.upperBound {
        if first == nil { first = start }
        ends[slot] = end - (first ?? 0)
      }
      start = end
      if start >= range.upperBound { break }
    }
    let total = ends.max() ?? 0
    var numbers = [Int32](repeating: 0, count: total)
    // Fills each slot from its end, starting with the oldest quake: newest
    // first.
    let shown = (ends.firstIndex { $0 >= 0 } ?? 0)...(ends.lastIndex { $0 >= 0 } ?? 0)
    forEach(where: { $0.slots.overlaps(shown) }) { row, number in
      let slot = row.magnitude.slot
      guard ends[slot] >= 0 else { return }
      ends[slot] -= 1
      numbers[ends[slot]] = Int32(truncatingIfNeeded: number)
    }
    // Each end has become the start of its slot.
    for slot in slots
    where ends[slot] >= 0 && magnitudes[slot] > 1 && !MagnitudeCode(slot: slot).isExact {
      sort(&numbers[ends[slot]..<ends[slot] + magnitudes[slot]], byMagnitude: order)
    }
    let offset = range.lowerBound - (first ?? 0)
    return Array(numbers[offset..<offset + range.count])
  }

  /// Sorts quakes that share a code. Equal magnitudes are sorted newest first.
  private func sort(_ numbers: inout ArraySlice<Int32>, byMagnitude order: SortOrder) {
    let sorted = numbers.map { (magnitude: quake($0).magnitude, number: $0) }.sorted {
      if $0.magnitude == $1.magnitude { return $0.number > $1.number }
      return ($0.magnitude < $1.magnitude) == (order == .forward)
    }
    numbers = ArraySlice(sorted.map(\.number))
  }

  private func quake(_ number: Int32) -> Quake { quake(Int(number)) }
}
