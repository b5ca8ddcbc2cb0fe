import Synchronization

/// The turn of an action in an `ActionLoop`, which processes actions in order.
///
/// An action has the turn until it ends, or until it passes the turn so that the
/// next action starts. A write to a file passes the turn once it has its place in
/// the order, so that several share a transaction; after the commit it waits until
/// the actions before it have ended. So outcomes are in dispatch order, provided
/// that an action writes at most once, and dispatches only after it has read or
/// written.
public final class ActionTurn: Sendable {
  private let previousEnd: OneTimeEvent?
  private let passing = OneTimeEvent()
  private let ending = OneTimeEvent()

  init(after previous: ActionTurn?) {
    self.previousEnd = previous?.ending
  }

  /// Lets the next action start. Idempotent.
  public func pass() {
    passing.occur()
  }

  /// Waits until the actions before this one have ended.
  public func waitForPrevious() async {
    await previousEnd?.wait()
  }

  /// Waits until the action has passed the turn or ended.
  func waitUntilPassed() async {
    await passing.wait()
  }

  /// Ends the turn, after those of the actions before it.
  func end() async {
    pass()
    await waitForPrevious()
    ending.occur()
  }
}

/// An event that tasks wait for, and that occurs once.
private final class OneTimeEvent: Sendable {
  private struct State {
    var hasOccurred = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func occur() {
    let waiting = state.withLock { state in
      state.hasOccurred = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let hasOccurred = state.withLock { state in
        if !state.hasOccurred { state.waiting.append(continuation) }
        return state.hasOccurred
      }
      if hasOccurred { continuation.resume() }
    }
  }
}
