import Glibc

/// A monotonic stopwatch. Reading it takes tens of nanoseconds, which matters
/// because every request uses one.
public struct Stopwatch: Sendable {
  private let start = Self.now

  /// Creates and starts a stopwatch.
  public init() {}

  /// The elapsed time in nanoseconds.
  public var nanoseconds: Int { Self.now - start }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
