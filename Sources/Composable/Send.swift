/// Sends actions from a running effect to its store.
///
/// It is called like a function. Each call returns when the action, and all
/// that follows from it at once, is reduced.
public struct Send<Action: Sendable>: Sendable {
  private let action: @Sendable (Action) async -> Void

  /// Something that takes actions.
  init(_ action: @escaping @Sendable (Action) async -> Void) {
    self.action = action
  }

  /// Sends one action. It is dropped if the effect was cancelled, and
  /// reported if the effect has ended.
  public func callAsFunction(_ action: Action) async {
    await self.action(action)
  }

  func map<Child: Sendable>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { await self(transform($0)) }
  }
}
