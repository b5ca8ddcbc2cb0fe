import Synchronization

/// The turn of an action in an `ActionLoop`, which starts actions in order.
///
/// An action has the turn until it ends, or until it passes the turn so that the next action
/// starts. A write to a log passes the turn once it has its place in the order, so that several
/// share a transaction.
public final class ActionTurn: Sendable {
  private struct State {
    var isPassed = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Lets the next action start. Idempotent.
  public func pass() {
    let waiting = state.withLock { state in
      state.isPassed = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits until the action has passed the turn. It has one waiter.
  func waitUntilPassed() async {
    await withCheckedContinuation { continuation in
      let isPassed = state.withLock { state in
        if !state.isPassed { state.waiting = continuation }
        return state.isPassed
      }
      if isPassed { continuation.resume() }
    }
  }
}
