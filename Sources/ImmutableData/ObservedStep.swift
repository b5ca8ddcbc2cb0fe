/// One action as a store took it, for those who look on.
public struct ObservedStep<State: Sendable, Action: Sendable>: Sendable {
  /// Hears each step in its turn. The store waits for it.
  public typealias Observer = @Sendable (ObservedStep) -> Void

  /// What happened.
  public let action: Action
  /// The revision that it led to.
  public let revision: Int
  /// The state before it.
  public let before: State
  /// The state after it.
  public let after: State
  /// How long the reducer took.
  public let duration: Duration

  /// A step of a store.
  public init(action: Action, revision: Int, before: State, after: State, duration: Duration) {
    self.action = action
    self.revision = revision
    self.before = before
    self.after = after
    self.duration = duration
  }
}
