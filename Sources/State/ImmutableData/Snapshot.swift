/// The state of a store at one revision.
///
/// All parts of a page read the same snapshot, so that the page is consistent.
///
/// ```swift
/// let store = Store(initialState: 0) { (total: Int, number: Int) in total + number }
/// try await store.dispatch(action: 5)
/// let snapshot = store.snapshot
/// print(snapshot.state, snapshot.revision)  // 5 1
/// ```
public struct Snapshot<State: Sendable>: Sendable {
  /// The state.
  public let state: State
  /// The number of actions reduced so far: 0 for the initial state, incremented
  /// by each dispatch.
  public let revision: Int

  /// Creates a snapshot without a store, for example for a preview.
  public init(state: State, revision: Int = 0) {
    self.state = state
    self.revision = revision
  }
}
