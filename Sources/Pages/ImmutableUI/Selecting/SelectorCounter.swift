import Synchronization

/// The operations of all selectors of one kind, including those that have been
/// evicted.
final class SelectorCounter: Sendable {
  private let sum = Mutex(SelectorCounts())

  var counts: SelectorCounts { sum.withLock { $0 } }

  func add(_ counts: SelectorCounts) { sum.withLock { $0 = $0 + counts } }
}
