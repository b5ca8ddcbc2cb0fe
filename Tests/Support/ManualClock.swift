import Synchronization

/// A clock that stands still until a test advances it.
public final class ManualClock: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  /// Creates a clock that shows the current time.
  public init() {}

  /// The time of the clock.
  public var now: ContinuousClock.Instant { instant.withLock { $0 } }

  /// Advances the clock.
  public func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}
