import Synchronization

/// A delay of an instance that follows a log: between `begin()` and `end()` it
/// applies no change. It stands in for a slow network or a busy machine.
public final class Lag: Sendable {
  private let gate = Mutex<Gate?>(nil)

  public init() {}

  /// Stops the instance before the next change.
  public func begin() { gate.withLock { $0 = Gate() } }

  /// Lets the instance go on.
  public func end() { gate.withLock { $0 }?.open() }

  /// Waits until the instance may go on.
  public func wait() async { await gate.withLock { $0 }?.wait() }
}
