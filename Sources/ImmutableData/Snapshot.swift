/// The state of a store at one moment, and which moment that was.
///
/// All that one page shows is read from one snapshot, so that no page shows
/// half of a change.
public struct Snapshot<State: Sendable>: Sendable {
  /// The state.
  public let state: State
  /// How many actions had been reduced when it was read: 0 for the initial
  /// state, one more for each dispatch.
  public let revision: Int

  /// A snapshot of a state that stands alone, as in a preview.
  public init(state: State, revision: Int = 0) {
    self.state = state
    self.revision = revision
  }
}
