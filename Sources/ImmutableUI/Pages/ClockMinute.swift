public import Foundation

/// A minute of the clock. Pages that tell the time tell it by the minute, so
/// that all who look within one see the same bytes.
public struct ClockMinute: Hashable, Sendable {
  /// Its beginning, in seconds since 1970.
  private let seconds: Int

  /// The minute that a moment is in.
  public init(_ date: Date) {
    seconds = Int((Double(Self.seconds(of: date)) / 60).rounded(.down)) * 60
  }

  /// Whole seconds since 1970.
  public static func seconds(of date: Date) -> Int {
    let limit = 8_640_000_000_000.0
    return Int(min(max(date.timeIntervalSince1970, -limit), limit).rounded(.down))
  }

  /// Its beginning.
  public var start: Date { Date(timeIntervalSince1970: Double(seconds)) }

  /// When the next one begins, in seconds since 1970.
  public var end: Int { seconds + 60 }
}
