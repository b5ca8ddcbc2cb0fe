import Synchronization

/// The number of bytes of responses that are not completely sent, either of the
/// server or of one client, with a limit.
///
/// A response to a fast client counts for microseconds. Responses to slow
/// clients occupy memory until they are sent, and add up.
final class OutstandingBytes: Sendable {
  private let bytes = Atomic<Int>(0)
  private let limit: Int

  /// Creates a counter.
  ///
  /// - Parameter limit: The number of bytes from which further responses are
  ///   refused. The last response may exceed it, so a response of any size can
  ///   be sent.
  init(limit: Int) {
    self.limit = limit
  }

  var isBelowLimit: Bool { bytes.load(ordering: .relaxed) < limit }

  func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}
