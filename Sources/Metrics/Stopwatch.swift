import Glibc

/// The time since it was made. Reading it costs some tens of nanoseconds: it
/// runs in every request.
package struct Stopwatch: Sendable {
  private let start = Self.now

  /// Starts it.
  package init() {}

  /// How long it has run.
  package var nanoseconds: Int { Self.now - start }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
