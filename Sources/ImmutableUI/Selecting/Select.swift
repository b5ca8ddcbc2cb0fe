public import ImmutableData

/// Runs the selectors of a container, all on one snapshot of the store.
///
/// A container calls it like a function: `select(.animal(id))`.
public struct Select<State: Sendable, Action: Sendable>: Sendable {
  /// The snapshot that the selectors run on.
  public let snapshot: Snapshot<State>
  private let cache: SelectorCache<State, Action>?
  private let record: ReadRecord<State, Action>?

  /// What was read so far: as long as it holds, the same selectors have the
  /// same outputs.
  public var dependencies: [PageDependencies] { record.map { [$0.dependencies] } ?? [] }

  init(
    snapshot: Snapshot<State>, cache: SelectorCache<State, Action>?,
    record: ReadRecord<State, Action>?
  ) {
    self.snapshot = snapshot
    self.cache = cache
    self.record = record
  }

  /// Runs selectors on a state without a store, as in a preview.
  public init(state: State) {
    self.init(snapshot: Snapshot(state: state), cache: nil, record: nil)
  }

  /// Returns the output of a selector.
  public func callAsFunction<Output>(_ selector: ViewSelector<State, Action, Output>) -> Output {
    guard let cache else { return selector.output.select(snapshot.state) }
    return cache.output(of: selector, at: snapshot, recording: record)
  }
}
