import ImmutableData
import Synchronization

/// A selector with its last answer, shared by all requests.
///
/// It is asked, not told: when somebody wants the answer at a revision, the
/// filter runs over the actions since the last one, then the dependencies are
/// compared, then the output is made, each only if the one before let it.
final class MemoisedSelector<State: Sendable, Action: Sendable, Output: Sendable>:
  VersionedSelector
{
  private struct Memo {
    var dependencies: (any Dependencies<State>)?
    var output: Output?
    var revision = 0
    var counts = SelectorCounts()
  }

  private let selector: Selector<State, Action, Output>
  private let observer: (@Sendable (SelectorEvent) -> Void)?
  private let tally: SelectorTally
  private let memo: Mutex<Memo>

  init(
    _ selector: Selector<State, Action, Output>, tally: SelectorTally,
    observer: (@Sendable (SelectorEvent) -> Void)?
  ) {
    self.selector = selector
    self.tally = tally
    self.observer = observer
    self.memo = Mutex(Memo(dependencies: selector.dependencies))
  }

  var counts: SelectorCounts { memo.withLock { $0.counts } }

  /// The answer for a snapshot of the store, its number, and whether it was
  /// made just now. Others who ask meanwhile wait: it is made once.
  ///
  /// A reader that took its snapshot before the last change gets the answer
  /// of its own moment, without a number; the newer one stays.
  func output(
    at snapshot: Snapshot<State>, of store: Store<State, Action>
  ) -> (output: Output, version: Int?, isNew: Bool) {
    memo.withLock { memo in
      guard memo.output == nil || snapshot.revision >= memo.revision else {
        tally.add(SelectorCounts(outputSelects: 1))
        return (selector.output.select(snapshot.state), nil, true)
      }
      let before = memo.counts
      let output = bringUpToDate(&memo, at: snapshot, of: store)
      let done = memo.counts - before
      if done != SelectorCounts() { tally.add(done) }
      return (output, memo.counts.publishes, done.outputSelects > 0)
    }
  }

  private func bringUpToDate(
    _ memo: inout Memo, at snapshot: Snapshot<State>, of store: Store<State, Action>
  ) -> Output {
    guard let output = memo.output else { return update(&memo, at: snapshot) }
    if snapshot.revision == memo.revision { return output }
    if canMatter(&memo, until: snapshot.revision, of: store) {
      return update(&memo, at: snapshot)
    }
    memo.revision = snapshot.revision
    return output
  }

  /// Whether an action since the last answer passes the filter, or might
  /// have.
  private func canMatter(
    _ memo: inout Memo, until revision: Int, of store: Store<State, Action>
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
    report(.update)
    memo.revision = snapshot.revision
    let selects = memo.counts.dependencySelects
    let isNeeded = memo.dependencies?.update(from: snapshot.state, counting: &memo.counts) ?? true
    if memo.counts.dependencySelects > selects { report(.updateDependency) }
    if !isNeeded, let output = memo.output { return output }

    report(.updateOutput)
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

  /// Each answer that differs from the one before has the next number.
  func version(
    at snapshot: Snapshot<State>, of store: Store<State, Action>
  ) -> (version: Int?, isNew: Bool) {
    let (_, version, isNew) = output(at: snapshot, of: store)
    return (version, isNew)
  }

  private func report(_ stage: SelectorEvent.Stage) {
    observer?(SelectorEvent(label: selector.label, stage: stage))
  }
}
