import Synchronization

/// A clock that stands still until a test advances it.
public final class ManualClock: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  /// Creates a clock that shows the present.
  public init() {}

  /// The time that the clock shows.
  public var now: ContinuousClock.Instant { instant.withLock { $0 } }

  /// Moves the clock forward.
  public func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}
