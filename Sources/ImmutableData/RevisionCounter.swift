import Synchronization

/// How many actions a store has reduced, for those who only want to know
/// whether something has happened: reading it takes no lock.
public final class RevisionCounter: Sendable {
  private let count = Atomic<Int>(0)

  /// A counter that stands at 0.
  public init() {}

  /// The newest revision that readers of the store can see.
  public var value: Int { count.load(ordering: .acquiring) }

  /// Counts one more.
  public func advance() { count.add(1, ordering: .releasing) }
}
