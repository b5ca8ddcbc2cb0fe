import Dispatch
import Synchronization
import WebServer

/// How many posts a client may send: a bucket for each, which fills again
/// steadily.
package final class PostLimit: Sendable {
  private struct Bucket {
    var tokens: Double
    /// In seconds.
    var time: Double
  }

  private static let mostClients = 10_000

  private let perMinute: Int
  private let now: @Sendable () -> Double
  private let buckets = Mutex<[ClientAddress: Bucket]>([:])

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
    let most = Double(perMinute)
    let perSecond = most / 60
    let time = now()
    return buckets.withLock { buckets in
      var bucket = buckets[client.network] ?? Bucket(tokens: most, time: time)
      bucket.tokens = min(most, bucket.tokens + (time - bucket.time) * perSecond)
      bucket.time = time
      defer { buckets[client.network] = bucket }
      guard bucket.tokens >= 1 else { return Int(((1 - bucket.tokens) / perSecond).rounded(.up)) }
      bucket.tokens -= 1
      if buckets.count >= Self.mostClients {
        // The full ones again are as good as new ones.
        buckets = buckets.filter { $0.value.tokens + (time - $0.value.time) * perSecond < most }
        if buckets.count >= Self.mostClients { buckets = [:] }
      }
      return nil
    }
  }
}
