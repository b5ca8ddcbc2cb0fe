/// A clock that stands still until a test moves it.
///
/// ```swift
/// store.send(.queryChanged("ab"))
/// await clock.waitForSleepers()
/// clock.advance(by: .milliseconds(300))
/// await store.receive(.queryIsStable("ab"))
/// ```
public final class TestClock: Clock {
  /// A moment: how long after the clock's making it is.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// The moment that is later by the duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How much later the other moment is.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether the first moment is before the second.
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
    var lastNumber = 0
    var sleepers: [Int: Sleeper] = [:]
  }

  private let current = Observed(Current())

  /// A clock at the moment zero.
  public init() {}

  /// The moment that it stands at.
  public var now: Instant { current.value.now }

  /// Any duration counts.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock is moved to the deadline.
  ///
  /// - Throws: `CancellationError`, if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = current.withValue { current in
      current.lastNumber += 1
      return current.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleep = current.withValue { current -> Result<Bool, CancellationError> in
          guard !Task.isCancelled else { return .failure(CancellationError()) }
          guard deadline > current.now else { return .success(false) }
          current.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return .success(true)
        }
        switch sleep {
        case .success(true): break
        case .success(false): continuation.resume()
        case .failure(let error): continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      current.withValue { $0.sleepers.removeValue(forKey: number) }?
        .continuation.resume(throwing: CancellationError())
    }
  }
}

extension TestClock {
  /// Moves the clock, and wakes who has slept until then, in the order of
  /// their deadlines. It does not wait for what they do next: who sleeps again
  /// sleeps from the moment that the clock was moved to.
  public func advance(by duration: Duration) {
    let due = current.withValue { current in
      current.now = current.now.advanced(by: duration)
      let due = current.sleepers.filter { $0.value.deadline <= current.now }
      for number in due.keys { current.sleepers[number] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }

  /// Waits until at least so many tasks sleep, so that moving the clock meets
  /// them.
  public func waitForSleepers(_ count: Int = 1) async {
    await current.wait { $0.sleepers.count >= count }
  }
}
