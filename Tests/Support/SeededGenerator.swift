import Foundation

/// A deterministic random number generator (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator whose numbers depend only on the seed.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// The number of repetitions of randomised and stress tests.
///
/// By default tests repeat few times, so that they can run after every change.
/// The environment variable `FIELDGUIDE_CASES` is a factor for longer runs.
public enum Cases {
  private static let factor = max(
    ProcessInfo.processInfo.environment["FIELDGUIDE_CASES"].flatMap(Int.init) ?? 1, 1)

  /// Returns a number of repetitions, multiplied for longer runs.
  public static func count(_ count: Int) -> Int { count * factor }

  /// Returns the seeds from 1 up to a number, multiplied for longer runs.
  public static func seeds(_ count: Int) -> ClosedRange<UInt64> {
    1...UInt64(Cases.count(count))
  }
}
