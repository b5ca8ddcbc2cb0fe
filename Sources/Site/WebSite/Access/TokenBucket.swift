import Dispatch

/// A token bucket that fills at a steady rate.
struct TokenBucket: Sendable {
  private let capacity: Double
  private let perSecond: Double
  private var tokens: Double
  /// The time in seconds for which `tokens` is valid.
  private var time = 0.0

  /// Creates a full bucket.
  init(capacity: Double, perSecond: Double) {
    self.capacity = capacity
    self.perSecond = perSecond
    tokens = capacity
  }

  /// True if the bucket is full, like a new one.
  func isFull(at now: Double) -> Bool { tokens(at: now) >= capacity }

  /// Returns the seconds until the bucket holds a number of tokens; `nil` if it
  /// does now.
  func wait(for wanted: Double, at now: Double) -> Int? {
    let missing = wanted - tokens(at: now)
    return missing > 0 ? Int((missing / perSecond).rounded(.up)) : nil
  }

  /// Takes a token, if there is one.
  mutating func take(at now: Double) {
    tokens = max(0, tokens(at: now) - 1)
    time = now
  }

  private func tokens(at now: Double) -> Double {
    min(capacity, tokens + (now - time) * perSecond)
  }
}

/// Returns the seconds of the monotonic clock.
@Sendable
package func monotonicSeconds() -> Double {
  Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
}
