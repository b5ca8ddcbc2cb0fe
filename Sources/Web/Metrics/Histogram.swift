/// A lock-free histogram of durations.
public final class Histogram: Sendable {
  /// The upper bounds of the buckets in nanoseconds, from the time of a cached
  /// page to the longest timeout.
  private static let bounds = [
    50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
    50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
  ]

  /// One bucket per bound, and one for larger values.
  private let buckets = (0...bounds.count).map { _ in Counter() }
  private let sum = Counter()

  /// Creates an empty histogram.
  public init() {}

  /// Adds a duration in nanoseconds.
  public func observe(_ nanoseconds: Int) {
    let bucket = Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
    buckets[bucket].add()
    sum.add(nanoseconds)
  }

  /// Adds the duration of a function.
  package func measuring<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    let stopwatch = Stopwatch()
    defer { observe(stopwatch.nanoseconds) }
    return try await body()
  }

  /// The current counts.
  public var snapshot: Snapshot {
    var count = 0
    var cumulative: [(bound: Double, count: Int)] = []
    for (bound, bucket) in zip(Self.bounds, buckets) {
      count += bucket.value
      cumulative.append((Double(bound) / 1e9, count))
    }
    count += buckets[Self.bounds.count].value
    return Snapshot(buckets: cumulative, count: count, sum: Double(sum.value) / 1e9)
  }

  /// The counts of a histogram at one time, in seconds.
  public struct Snapshot: Sendable {
    /// The cumulative number of durations up to each bound.
    public let buckets: [(bound: Double, count: Int)]
    /// The number of durations.
    public let count: Int
    /// The sum of the durations.
    public let sum: Double
  }
}
