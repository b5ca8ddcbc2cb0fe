import Synchronization
import WebServer

/// The rate limit of posts: a token bucket for each client.
package final class PostRateLimiter: Sendable {
  private let perMinute: Int
  private let now: @Sendable () -> Double
  private let buckets: Mutex<BoundedTable<ClientAddress, TokenBucket>>

  /// - Parameters:
  ///   - perMinute: the limit for one client; 0 for no limit.
  ///   - now: the seconds of a monotonic clock.
  package init(perMinute: Int = 0, now: @escaping @Sendable () -> Double = monotonicSeconds) {
    self.perMinute = perMinute
    self.now = now
    buckets = Mutex(BoundedTable(capacity: Double(perMinute), secondsToFill: 60))
  }

  /// Counts a post, unless the limit is reached.
  ///
  /// - Returns: the seconds until the client may retry; `nil` if the post is
  ///   admitted.
  func admit(_ client: ClientAddress) -> Int? {
    guard perMinute > 0 else { return nil }
    let time = now()
    return buckets.withLock { buckets in
      buckets.update(client.network, at: time) { bucket in
        if let wait = bucket.wait(for: 1, at: time) { return wait }
        bucket.take(at: time)
        return nil
      }
    }
  }
}
