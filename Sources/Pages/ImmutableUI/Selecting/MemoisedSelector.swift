import ImmutableData
import Synchronization

/// A selector with its latest output, shared by all requests.
///
/// It is evaluated lazily: when the output is requested for a revision, the
/// filter runs over the actions since the last evaluation, then the
/// dependencies are compared, then the output is computed. Each stage runs only
/// if the previous one requires it.
final class MemoisedSelector<State: Sendable, Action: Sendable, Output: Sendable>:
  VersionedSelector
{
  private struct Memo {
    var dependencies: (any Dependencies<State>)?
    var output: Output?
    var revision = 0
    var counts = SelectorCounts()
    /// The latest evaluation; `nil` without an observer.
    var evaluation: SelectorEvaluation?
  }

  private let selector: ViewSelector<State, Action, Output>
  /// The name of the store.
  private let store: String
  private let observer: Observer?
  private let counter: SelectorCounter
  private let memo: Mutex<Memo>

  init(
    _ selector: ViewSelector<State, Action, Output>, of store: String, counter: SelectorCounter,
    observer: Observer?
  ) {
    self.selector = selector
    self.store = store
    self.counter = counter
    self.observer = observer
    self.memo = Mutex(Memo(dependencies: selector.dependencies))
  }

  var counts: SelectorCounts { memo.withLock { $0.counts } }
  var evaluation: SelectorEvaluation? { memo.withLock { $0.evaluation } }

  /// Returns the output for a snapshot of the store, its version, and whether
  /// it was computed by this call. Concurrent callers wait, so that it is
  /// computed once.
  ///
  /// A caller whose snapshot is older than the latest evaluation gets an output
  /// of its own, without a version; the cached one is not replaced.
  func output(
    at snapshot: Snapshot<State>, of store: Store<State, Action>
  ) -> (output: Output, version: Int?, isNew: Bool) {
    memo.withLock { memo in
      guard memo.output == nil || snapshot.revision >= memo.revision else {
        counter.add(SelectorCounts(outputSelects: 1))
        return (selector.output.select(snapshot.state), nil, true)
      }
      let before = memo.counts
      let output = bringUpToDate(&memo, at: snapshot, of: store)
      let done = memo.counts - before
      if done != SelectorCounts() { counter.add(done) }
      return (output, memo.counts.publishes, done.outputSelects > 0)
    }
  }

  private func bringUpToDate(
    _ memo: inout Memo, at snapshot: Snapshot<State>, of store: Store<State, Action>
  ) -> Output {
    guard let output = memo.output else { return evaluate(&memo, at: snapshot, because: .first) }
    if snapshot.revision == memo.revision { return output }
    if let reason = reasonToEvaluate(&memo, until: snapshot.revision, of: store) {
      return evaluate(&memo, at: snapshot, because: reason)
    }
    memo.revision = snapshot.revision
    return output
  }

  /// Returns the reason to evaluate the selector again; `nil` if no action
  /// since the last evaluation can change the output.
  private func reasonToEvaluate(
    _ memo: inout Memo, until revision: Int, of store: Store<State, Action>
  ) -> SelectorEvaluation.Reason? {
    guard let filter = selector.filter else { return .noFilter }
    guard let changes = store.changes(after: memo.revision, through: revision) else {
      return .forgotten
    }
    let passes = changes.contains { oldState, action in
      memo.counts.filters += 1
      return filter(oldState, action)
    }
    return passes ? .filter : nil
  }

  /// Evaluates the selector and notifies the observer.
  private func evaluate(
    _ memo: inout Memo, at snapshot: Snapshot<State>, because reason: SelectorEvaluation.Reason
  ) -> Output {
    guard let observer else { return update(&memo, at: snapshot) }
    let counts = memo.counts
    let earlier = memo.output == nil ? nil : memo.revision
    let start = ContinuousClock.now
    let output = update(&memo, at: snapshot)
    let evaluation = SelectorEvaluation(
      store: store, label: selector.label, id: selector.key.idDescription, reason: reason,
      earlier: earlier, revision: snapshot.revision, work: memo.counts - counts,
      duration: ContinuousClock.now - start)
    memo.evaluation = evaluation
    observer(.evaluated(evaluation))
    return output
  }

  private func update(_ memo: inout Memo, at snapshot: Snapshot<State>) -> Output {
    memo.revision = snapshot.revision
    let isNeeded = memo.dependencies?.update(from: snapshot.state, counting: &memo.counts) ?? true
    if !isNeeded, let output = memo.output { return output }

    let new = selector.output.select(snapshot.state)
    memo.counts.outputSelects += 1
    if let old = memo.output {
      memo.counts.outputComparisons += 1
      if selector.output.didChange(old, new) { memo.counts.publishes += 1 }
    } else {
      memo.counts.publishes += 1
    }
    memo.output = new
    return new
  }

  /// Increments with every output that differs from the previous one.
  func version(
    at snapshot: Snapshot<State>, of store: Store<State, Action>
  ) -> (version: Int?, isNew: Bool) {
    let (_, version, isNew) = output(at: snapshot, of: store)
    return (version, isNew)
  }
}
