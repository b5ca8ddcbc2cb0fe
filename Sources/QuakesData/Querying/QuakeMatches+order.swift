package import Foundation

/// What lists of quakes are sorted by.
public enum QuakesSort: String, CaseIterable, Hashable, Sendable {
  case time, magnitude
}

extension QuakeMatches {
  /// The quakes of a page, in an order. Quakes of the same magnitude stand
  /// newest first; those without one count as the smallest.
  ///
  /// By time O(length of the page); by magnitude O(n) for n matches: nothing
  /// is compared.
  package func quakes(
    sortedBy sort: QuakesSort, order: SortOrder, in range: Range<Int>
  ) -> [Quake] {
    let range = range.clamped(to: 0..<count)
    return switch (sort, order) {
    case (.time, .forward): range.map { quake($0) }
    case (.time, .reverse): range.map { quake(count - 1 - $0) }
    case (.magnitude, _): numbers(byMagnitude: order, in: range).map { quake($0) }
    }
  }

  /// The numbers of those on a page. The counts tell which magnitudes stand
  /// there; of those, each is put where it then belongs.
  private func numbers(byMagnitude order: SortOrder, in range: Range<Int>) -> [Int32] {
    guard !range.isEmpty else { return [] }
    // For each slot that the page has a part of, where its quakes end.
    var ends = [Int](repeating: -1, count: MagnitudeCounts.slots.count)
    var start = 0
    var first: Int?
    let slots = MagnitudeCounts.slots
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
    // From the oldest on, each slot is filled from its end: newest first.
    forEach { row, number in
      let slot = MagnitudeCounts.slot(row.magnitude)
      guard ends[slot] >= 0 else { return }
      ends[slot] -= 1
      numbers[ends[slot]] = Int32(truncatingIfNeeded: number)
    }
    let offset = range.lowerBound - (first ?? 0)
    return Array(numbers[offset..<offset + range.count])
  }

  private func quake(_ number: Int32) -> Quake { quake(Int(number)) }
}
