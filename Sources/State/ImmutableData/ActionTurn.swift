/// The turn of an action in an `ActionLoop`, which starts actions in order.
///
/// An action has the turn until it ends, or until it passes the turn so that the next action
/// starts. A write to a log passes the turn once it has its place in the order, so that several
/// share a transaction.
public final class ActionTurn: Sendable {
  private let passed = Outcome<Void>()

  /// Lets the next action start. Idempotent.
  public func pass() { passed.set(()) }

  /// Waits until the action has passed the turn. It has one waiter.
  func waitUntilPassed() async { _ = await passed.value }
}
