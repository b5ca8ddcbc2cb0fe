/// How long something took, each time: counted by upper bounds, without a
/// lock.
package final class Histogram: Sendable {
  /// In nanoseconds: from what a kept page takes to the longest that anybody
  /// waits.
  private static let bounds = [
    50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
    50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
  ]

  /// One for each bound, and one for what is above all of them.
  private let buckets = (0...bounds.count).map { _ in Counter() }
  private let sum = Counter()

  /// A histogram of nothing yet.
  package init() {}

  /// Counts something that took so many nanoseconds.
  package func observe(_ nanoseconds: Int) {
    let bucket = Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
    buckets[bucket].add()
    sum.add(nanoseconds)
  }

  /// What it has counted so far.
  package var reading: Reading {
    var count = 0
    var upTo: [(bound: Double, count: Int)] = []
    for (bound, bucket) in zip(Self.bounds, buckets) {
      count += bucket.value
      upTo.append((Double(bound) / 1e9, count))
    }
    count += buckets[Self.bounds.count].value
    return Reading(upTo: upTo, count: count, sum: Double(sum.value) / 1e9)
  }

  /// What a histogram had counted at some moment, in seconds.
  package struct Reading: Sendable {
    /// How many took at most so long, by what that is.
    package let upTo: [(bound: Double, count: Int)]
    /// How many there were.
    package let count: Int
    /// How long all took together.
    package let sum: Double
  }
}
