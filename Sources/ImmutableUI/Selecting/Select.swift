public import ImmutableData

/// Answers a container's questions, all from one snapshot of the store.
///
/// A container calls it like a function: `select(.animal(id))`.
public struct Select<State: Sendable, Action: Sendable>: Sendable {
  /// What is asked about.
  public let snapshot: Snapshot<State>
  private let cache: SelectorCache<State, Action>?

  init(snapshot: Snapshot<State>, cache: SelectorCache<State, Action>?) {
    self.snapshot = snapshot
    self.cache = cache
  }

  /// Answers from a state that stands alone, as in a preview.
  public init(state: State) {
    self.init(snapshot: Snapshot(state: state), cache: nil)
  }

  /// The answer of a selector.
  public func callAsFunction<Output>(_ selector: Selector<State, Action, Output>) -> Output {
    cache?.output(of: selector, at: snapshot) ?? selector.output.select(snapshot.state)
  }
}
