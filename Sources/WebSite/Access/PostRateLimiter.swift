import Dispatch
import Synchronization
import WebServer

/// The rate limit of posts: a token bucket for each client.
package final class PostRateLimiter: Sendable {
  private static let mostClients = 10_000

  private let perMinute: Int
  private let now: @Sendable () -> Double
  private let buckets = Mutex<[ClientAddress: TokenBucket]>([:])

  /// - Parameters:
  ///   - perMinute: of one client; 0 for as many as it likes.
  ///   - now: seconds of a clock that does not go back.
  package init(
    perMinute: Int = 0,
    now: @escaping @Sendable () -> Double = {
      Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
    }
  ) {
    self.perMinute = perMinute
    self.now = now
  }

  /// Counts a post, if there is room for it.
  ///
  /// - Returns: after how many seconds it may be sent again; `nil` where it is
  ///   taken.
  func admit(_ client: ClientAddress) -> Int? {
    guard perMinute > 0 else { return nil }
    let time = now()
    return buckets.withLock { buckets in
      var bucket =
        buckets[client.network]
        ?? TokenBucket(
          capacity: Double(perMinute), perSecond: Double(perMinute) / 60, at: time)
      if let wait = bucket.wait(for: 1, at: time) { return wait }
      bucket.take(at: time)
      if buckets.count >= Self.mostClients {
        buckets = buckets.filter { !$0.value.isFull(at: time) }
        if buckets.count >= Self.mostClients { buckets = [:] }
      }
      buckets[client.network] = bucket
      return nil
    }
  }
}
