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
  /// By distance O(n log n) for n matches. By time O(length of the page). By
  /// magnitude O(n) at most: a counting sort, which compares only magnitudes
  /// between two hundredths, and skips the chunks without a magnitude of the
  /// page.
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
        numbers(byDistanceFrom: circle, order: order)[range].map { quake($0) }
      } else {
        quakes(sortedBy: .time, order: order, in: range)
      }
    }
  }

  /// Returns the numbers of all quakes. Those at the same distance are sorted
  /// newest first.
  private func numbers(
    byDistanceFrom circle: QuakesQuery.Circle, order: SortOrder
  ) -> [Int32] {
    var distances: [(distance: Double, number: Int32)] = []
    distances.reserveCapacity(count)
    forEach { row, number in
      distances.append(
        (
          circle.distance(longitude: row.longitude, latitude: row.latitude),
          Int32(truncatingIfNeeded: number)
        ))
    }
    distances.sort { left, right in
      if left.distance == right.distance { return left.number > right.number }
      return (left.distance < right.distance) == (order == .reverse)
    }
    return distances.map(\.number)
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
