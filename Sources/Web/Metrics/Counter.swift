import Synchronization

/// A monotonic, lock-free counter.
public final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  /// Creates a counter with value 0.
  public init() {}

  /// The current value.
  public var value: Int { count.load(ordering: .relaxed) }

  /// Increments the counter.
  public func add(_ number: Int = 1) { count.add(number, ordering: .relaxed) }
}
