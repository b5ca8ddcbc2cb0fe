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
    if let output = memo.output {
      if snapshot.revision == memo.revision { return output }
      if !canDiffer(&memo, at: snapshot.revision, of: store) {
        memo.revision = snapshot.revision
        return output
      }
    }
    let before = memo.counts
    let output = update(&memo, at: snapshot)
    let work = memo.counts - before
    observer?(.evaluated(.init(store: self.store, label: selector.label, work: work)))
    return output
  }

  /// Returns true if an action since the last evaluation can have changed the
  /// output, or if the store has forgotten one of them.
  private func canDiffer(
    _ memo: inout Memo, at revision: Int, of store: Store<State, Action>
  ) -> Bool {
    guard let filter = selector.filter,
      let changes = store.changes(after: memo.revision, through: revision)
    else { return true }
    return changes.contains { oldState, action in
      memo.counts.filters += 1
      return filter(oldState, action)
    }
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
