import Synchronization

/// A number that only grows. Any thread may add to it, without a lock.
package final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  /// A counter that stands at 0.
  package init() {}

  /// How far it has come.
  package var value: Int { count.load(ordering: .relaxed) }

  /// Counts on.
  package func add(_ number: Int = 1) { count.add(number, ordering: .relaxed) }
}
