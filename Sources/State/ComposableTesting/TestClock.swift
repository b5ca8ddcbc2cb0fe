/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let timer = Task {
///   try await clock.sleep(for: .seconds(60))
///   return "done"
/// }
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(60))
/// print(try await timer.value)  // done
/// ```
public final class TestClock: Clock {
  /// A point in time, relative to the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public var offset: Duration

    /// Returns the instant that is later by a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the duration from this instant to another one.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns true if the first instant is before the second.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct Current {
    var now = Instant(offset: .zero)
    var lastID = 0
    var sleepers: [Int: Sleeper] = [:]
  }

  private let current = AwaitableValue(Current())

  /// Creates a clock at offset zero.
  public init() {}

  /// The current time of the clock.
  public var now: Instant { current.value.now }

  /// Zero: the clock supports any duration.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock is advanced to the deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = current.withValue { current in
      current.lastID += 1
      return current.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleep = current.withValue { current -> Result<Bool, CancellationError> in
          guard !Task.isCancelled else { return .failure(CancellationError()) }
          guard deadline > current.now else { return .success(false) }
          current.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return .success(true)
        }
        switch sleep {
        case .success(true): break
        case .success(false): continuation.resume()
        case .failure(let error): continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      current.withValue { $0.sleepers.removeValue(forKey: id) }?
        .continuation.resume(throwing: CancellationError())
    }
  }
}

extension TestClock {
  /// Advances the clock, and wakes the sleepers whose deadline has passed, in
  /// the order of their deadlines. It does not wait for them: a task that
  /// sleeps again sleeps from the new time.
  public func advance(by duration: Duration) {
    let due = current.withValue { current in
      current.now = current.now.advanced(by: duration)
      let due = current.sleepers.filter { $0.value.deadline <= current.now }
      for id in due.keys { current.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }

  /// Waits until at least `count` tasks sleep, so that advancing the clock
  /// wakes them.
  public func waitForSleepers(_ count: Int = 1) async {
    await current.wait { $0.sleepers.count >= count }
  }
}
