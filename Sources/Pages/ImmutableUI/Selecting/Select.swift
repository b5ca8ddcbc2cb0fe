public import ImmutableData

/// Runs the selectors of a container, all on one snapshot of the store.
///
/// A container calls it like a function: `select(.animal(id))`.
///
/// ```swift
/// let count = ViewSelector<[String], String, Int>(
///   label: "count", outputSelector: OutputSelector(select: { $0.count }))
/// let select = Select<[String], String>(state: ["Otter", "Gibbon"])
/// print(select(count))  // 2
/// ```
public struct Select<State: Sendable, Action: Sendable>: Sendable {
  /// The snapshot that the selectors run on.
  public let snapshot: Snapshot<State>
  let cache: SelectorCache<State, Action>?
  let tracker: DependencyTracker<State, Action>?

  /// The selectors read so far. While they are up to date, running them again
  /// returns the same outputs.
  public var dependencies: [PageDependencies] { tracker.map { [$0.dependencies] } ?? [] }
}

extension Select {
  /// Creates a value that runs selectors on a state without a store, for
  /// example in a preview.
  public init(state: State) {
    self.init(snapshot: Snapshot(state: state), cache: nil, tracker: nil)
  }

  /// Returns the output of a selector.
  public func callAsFunction<Output>(_ selector: ViewSelector<State, Action, Output>) -> Output {
    Visitor.withoutCurrent {
      guard let cache else { return selector.output.select(snapshot.state) }
      return cache.output(of: selector, at: snapshot, trackedBy: tracker)
    }
  }
}
