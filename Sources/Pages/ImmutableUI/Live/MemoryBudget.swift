import Synchronization

/// A limit on the bytes that live pages retain.
final class MemoryBudget: Sendable {
  private let bytes = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// The number of bytes reserved.
  var count: Int { bytes.load(ordering: .relaxed) }

  /// Reserves bytes.
  ///
  /// - Returns: False if the reservation would exceed the limit.
  func reserve(_ count: Int) -> Bool {
    guard bytes.add(count, ordering: .relaxed).newValue <= limit else {
      release(count)
      return false
    }
    return true
  }

  /// Releases reserved bytes.
  func release(_ count: Int) {
    bytes.subtract(count, ordering: .relaxed)
  }
}
