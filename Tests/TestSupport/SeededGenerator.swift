import Foundation

/// A generator whose random numbers are the same in each run (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator whose numbers depend on the seed alone.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// The number of cases of randomized tests and of tests that repeat something
/// often.
///
/// Tests run few cases by default, so that they can run at every change.
/// `FIELDGUIDE_CASES` is the factor by which a longer run multiplies them.
public enum Cases {
  private static let factor = max(
    ProcessInfo.processInfo.environment["FIELDGUIDE_CASES"].flatMap(Int.init) ?? 1, 1)

  /// Returns a number of repetitions, multiplied for longer runs.
  public static func count(_ count: Int) -> Int { count * factor }

  /// Returns the seeds from 1 on, so many or, for longer runs, more.
  public static func seeds(_ count: Int) -> ClosedRange<UInt64> {
    1...UInt64(Cases.count(count))
  }
}
