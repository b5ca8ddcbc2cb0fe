import Synchronization

/// The bytes that live pages keep, with the limit on them.
final class LiveMemory: Sendable {
  private let bytes = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// The number of bytes that are kept now.
  var count: Int { bytes.load(ordering: .relaxed) }

  /// Counts some more bytes, unless that would exceed the limit.
  ///
  /// - Returns: `false` where the limit would be exceeded.
  func reserve(_ count: Int) -> Bool {
    guard bytes.add(count, ordering: .relaxed).newValue <= limit else {
      release(count)
      return false
    }
    return true
  }

  /// Counts bytes as freed that were reserved.
  func release(_ count: Int) {
    bytes.subtract(count, ordering: .relaxed)
  }
}
