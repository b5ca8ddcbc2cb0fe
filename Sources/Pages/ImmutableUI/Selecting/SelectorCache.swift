public import ImmutableData
import Synchronization

/// The cached outputs of a store's selectors, computed once and shared by all
/// requests.
///
/// ```swift
/// import ImmutableData
///
/// let store = Store(initialState: ["Otter"]) { (names: [String], name: String) in names + [name] }
/// let cache = SelectorCache(store: store)
/// let count = ViewSelector<[String], String, Int>(
///   label: "count", outputSelector: OutputSelector(select: { $0.count }))
/// let select = cache.read()
/// print(select(count), cache.count)  // 1 1
/// ```
///
/// The capacity is limited, since ids come from addresses that anyone can type.
/// The least recently used outputs are evicted.
public final class SelectorCache<State: Sendable, Action: Sendable>: Sendable {
  private struct Entry {
    let selector: any AnyObject & Sendable
    var lastUse: Int
  }

  private struct Entries {
    var entries: [SelectorKey: Entry] = [:]
    var uses = 0
    /// The counters by kind of selector, of which there are few.
    var counters: [String: SelectorCounter] = [:]
  }

  private let store: Store<State, Action>
  private let name: String
  private let capacity: Int
  private let observer: Observer?
  private let entries = Mutex(Entries())

  /// - Parameters:
  ///   - store: The store to read.
  ///   - name: The name of the store for observers.
  ///   - capacity: The maximum number of cached outputs.
  ///   - observer: Receives every evaluation.
  public init(
    store: Store<State, Action>, name: String = "", capacity: Int = 4096,
    observer: Observer? = nil
  ) {
    self.store = store
    self.name = name
    self.capacity = max(1, capacity)
    self.observer = observer
  }

  /// Returns a value that runs selectors on the current state.
  public func read() -> Select<State, Action> {
    let snapshot = store.snapshot
    return Select(
      snapshot: snapshot, cache: self,
      tracker: DependencyTracker(store: store, revision: snapshot.revision))
  }

  /// The number of cached outputs.
  public var count: Int { entries.withLock { $0.entries.count } }

  /// Returns the operations of a selector so far; `nil` if it is not cached.
  public func counts<Output>(
    of selector: ViewSelector<State, Action, Output>
  ) -> SelectorCounts? {
    let entry = entries.withLock { $0.entries[selector.key]?.selector }
    return (entry as? MemoisedSelector<State, Action, Output>)?.counts
  }

  /// The operations of all selectors so far, by label without ids. Includes
  /// selectors that have been evicted.
  public var countsByKind: [String: SelectorCounts] {
    entries.withLock(\.counters).mapValues(\.counts)
  }

  func output<Output>(
    of selector: ViewSelector<State, Action, Output>, at snapshot: Snapshot<State>,
    trackedBy tracker: DependencyTracker<State, Action>?
  ) -> Output {
    let memoised = memoised(selector)
    let (output, version, isNew) = memoised.output(at: snapshot, of: store)
    tracker?.track(memoised, version: version, isNew: isNew)
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
      if entries.entries.count >= capacity { evictLeastRecentlyUsed(from: &entries) }
      let kind = selector.kind
      let counter = entries.counters[kind] ?? SelectorCounter()
      entries.counters[kind] = counter
      let new = MemoisedSelector(selector, of: name, counter: counter, observer: observer)
      entries.entries[selector.key] = Entry(selector: new, lastUse: entries.uses)
      return new
    }
  }

  /// Evicts a quarter of the capacity, so that a full cache does not sort its
  /// entries for every new one.
  private func evictLeastRecentlyUsed(from entries: inout Entries) {
    let evicted = entries.entries
      .sorted { $0.value.lastUse < $1.value.lastUse }
      .prefix(capacity / 4 + 1)
    for (key, _) in evicted { entries.entries[key] = nil }
  }
}
