import Synchronization

/// What all selectors of one kind have done together, also those that are no
/// longer kept.
final class SelectorTally: Sendable {
  private let sum = Mutex(SelectorCounts())

  var counts: SelectorCounts { sum.withLock { $0 } }

  func add(_ counts: SelectorCounts) { sum.withLock { $0 = $0 + counts } }
}
