public import ImmutableData

/// Answers a container's questions, all from one snapshot of the store.
///
/// A container calls it like a function: `select(.animal(id))`.
public struct Select<State: Sendable, Action: Sendable>: Sendable {
  /// What is asked about.
  public let snapshot: Snapshot<State>
  private let cache: SelectorCache<State, Action>?
  private let record: ReadRecord<State, Action>?

  /// What was read so far: as long as it holds, the same questions have the
  /// same answers.
  public var basis: [PageBasis] { record.map { [$0.basis] } ?? [] }

  init(
    snapshot: Snapshot<State>, cache: SelectorCache<State, Action>?,
    record: ReadRecord<State, Action>?
  ) {
    self.snapshot = snapshot
    self.cache = cache
    self.record = record
  }

  /// Answers from a state that stands alone, as in a preview.
  public init(state: State) {
    self.init(snapshot: Snapshot(state: state), cache: nil, record: nil)
  }

  /// The answer of a selector.
  public func callAsFunction<Output>(_ selector: ViewSelector<State, Action, Output>) -> Output {
    guard let cache else { return selector.output.select(snapshot.state) }
    return cache.output(of: selector, at: snapshot, recording: record)
  }
}
