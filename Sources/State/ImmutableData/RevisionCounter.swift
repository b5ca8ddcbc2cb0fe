import Synchronization

/// The number of actions that a store has reduced, readable without a lock.
///
/// A cache compares it with the revision of an entry to detect whether the
/// store has changed at all.
///
/// ```swift
/// let store = Store(initialState: 0) { (total: Int, number: Int) in total + number }
/// let revision = store.counter.value
/// try await store.dispatch(action: 1)
/// print(store.counter.value == revision)  // false
/// ```
public final class RevisionCounter: Sendable {
  private let count = Atomic<Int>(0)

  /// Creates a counter with the value 0.
  public init() {}

  /// The latest revision that readers of the store can see.
  public var value: Int { count.load(ordering: .acquiring) }

  /// Increments the counter.
  public func advance() { count.add(1, ordering: .releasing) }
}
