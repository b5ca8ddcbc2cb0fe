import Synchronization

/// A monotonic, lock-free counter.
package final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  /// Creates a counter with value 0.
  package init() {}

  /// The current value.
  package var value: Int { count.load(ordering: .relaxed) }

  /// Increments the counter.
  package func add(_ number: Int = 1) { count.add(number, ordering: .relaxed) }
}
