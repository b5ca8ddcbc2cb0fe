public import ImmutableData
import Synchronization

/// The answers of a store's selectors, each made once and shared by all
/// requests.
///
/// It is bounded, since ids that are asked for come from addresses that
/// anybody can type: the least recently used answers go first.
public final class SelectorCache<State: Sendable, Action: Sendable>: Sendable {
  private struct Entry {
    let selector: any AnyObject & Sendable
    var lastUse: Int
  }

  private struct Entries {
    var entries: [SelectorKey: Entry] = [:]
    var uses = 0
    /// By the kinds of selectors, which are few.
    var tallies: [String: SelectorTally] = [:]
  }

  private let store: Store<State, Action>
  private let name: String
  private let capacity: Int
  private let observer: Observer?
  private let entries = Mutex(Entries())

  /// - Parameters:
  ///   - store: whose state is asked about.
  ///   - name: what the store is called, for those who look on.
  ///   - capacity: how many answers are kept.
  ///   - observer: is told of each evaluation.
  public init(
    store: Store<State, Action>, name: String = "", capacity: Int = 4096,
    observer: Observer? = nil
  ) {
    self.store = store
    self.name = name
    self.capacity = max(1, capacity)
    self.observer = observer
  }

  /// A reader of the store as it is now.
  public func read() -> Select<State, Action> {
    let snapshot = store.snapshot
    return Select(
      snapshot: snapshot, cache: self,
      record: ReadRecord(store: store, name: name, revision: snapshot.revision))
  }

  /// How many answers are kept now.
  public var count: Int { entries.withLock { $0.entries.count } }

  /// What a selector has done so far; `nil` where its answer is not kept.
  public func counts<Output>(
    of selector: ViewSelector<State, Action, Output>
  ) -> SelectorCounts? {
    let entry = entries.withLock { $0.entries[selector.key]?.selector }
    return (entry as? MemoisedSelector<State, Action, Output>)?.counts
  }

  /// What all selectors have done so far, by their names without ids. It
  /// counts those as well whose answers are no longer kept.
  public var countsByKind: [String: SelectorCounts] {
    entries.withLock(\.tallies).mapValues(\.counts)
  }

  func output<Output>(
    of selector: ViewSelector<State, Action, Output>, at snapshot: Snapshot<State>,
    recording record: ReadRecord<State, Action>?
  ) -> Output {
    let memoised = memoised(selector)
    let (output, version, isNew) = memoised.output(at: snapshot, of: store)
    record?.append(memoised, version: version, isNew: isNew)
    return output
  }

  private func memoised<Output>(
    _ selector: ViewSelector<State, Action, Output>
  ) -> MemoisedSelector<State, Action, Output> {
    entries.withLock { entries in
      entries.uses += 1
      if let entry = entries.entries[selector.key]?.selector
        as? MemoisedSelector<State, Action, Output>
      {
        entries.entries[selector.key]?.lastUse = entries.uses
        return entry
      }
      if entries.entries.count >= capacity { removeLeastRecentlyUsed(from: &entries) }
      let tally = entries.tallies[selector.kind] ?? SelectorTally()
      entries.tallies[selector.kind] = tally
      let new = MemoisedSelector(selector, of: name, tally: tally, observer: observer)
      entries.entries[selector.key] = Entry(selector: new, lastUse: entries.uses)
      return new
    }
  }

  /// Removes a quarter at once, so that a full cache does not search for a
  /// victim each time.
  private func removeLeastRecentlyUsed(from entries: inout Entries) {
    let victims = entries.entries
      .sorted { $0.value.lastUse < $1.value.lastUse }
      .prefix(capacity / 4 + 1)
    for (key, _) in victims { entries.entries[key] = nil }
  }
}
