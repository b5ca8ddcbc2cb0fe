import Synchronization

/// The bytes of answers that are on their way, in all or to one client.
///
/// An answer that is taken at once counts for microseconds. What adds up is
/// those that are taken slowly: each of them is memory that its client keeps.
final class OutstandingBytes: Sendable {
  private let bytes = Atomic<Int>(0)
  private let limit: Int

  /// - Parameter limit: from how many bytes on no more are taken. So there can
  ///   be one answer more than that, and one of any size can be sent.
  init(limit: Int) {
    self.limit = limit
  }

  var hasRoom: Bool { bytes.load(ordering: .relaxed) < limit }

  func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}
