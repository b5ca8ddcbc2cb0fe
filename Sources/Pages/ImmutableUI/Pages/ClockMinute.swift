public import Foundation

/// A minute of the clock. Pages that display the time round it to minutes, so
/// that a cached page can be served for up to a minute.
///
/// ```swift
/// import Foundation
///
/// let minute = ClockMinute(Date(timeIntervalSince1970: 90))
/// print(minute.start.timeIntervalSince1970, minute.end)  // 60.0 120
/// ```
public struct ClockMinute: Hashable, Sendable {
  /// The start, in seconds since 1970.
  private let seconds: Int

  /// Creates the minute that contains a date.
  public init(_ date: Date) {
    seconds = Int((Double(Self.seconds(of: date)) / 60).rounded(.down)) * 60
  }

  /// Returns the whole seconds since 1970.
  public static func seconds(of date: Date) -> Int {
    let limit = 8_640_000_000_000.0
    return Int(min(max(date.timeIntervalSince1970, -limit), limit).rounded(.down))
  }

  /// The start of the minute.
  public var start: Date { Date(timeIntervalSince1970: Double(seconds)) }

  /// The start of the next minute, in seconds since 1970.
  public var end: Int { seconds + 60 }
}
