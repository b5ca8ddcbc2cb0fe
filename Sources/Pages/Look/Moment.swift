public import Foundation

/// A point in time, formatted for a time zone.
///
/// ```swift
/// import Foundation
///
/// let moment = Moment(Date(timeIntervalSince1970: 1_714_806_408))
/// print(moment.iso8601)  // 2024-05-04T07:06:48Z
/// print(moment.minute)  // 4 May 2024, 07:06 UTC
/// ```
public struct Moment: Hashable, Sendable {
  private let seconds: Int
  /// The milliseconds of the second, 0 to 999.
  private let millisecond: Int
  /// The date and time in the time zone.
  private let fields: Fields
  /// The date and time in UTC.
  private let utc: Fields
  /// The abbreviation of the time zone.
  private let zone: String

  /// The range of years with four digits: 1 to 9999.
  private static let first = -62_135_596_800.0
  private static let last = 253_402_300_799.0

  /// A date and time in the Gregorian calendar.
  private struct Fields: Hashable, Sendable {
    let year, month, day, hour, minute, second: Int

    init(_ seconds: Int) {
      var time = time_t(seconds)
      var parts = tm()
      gmtime_r(&time, &parts)
      (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
      (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    }
  }

  /// Creates a moment. A date outside the years 1 to 9999 is clamped to them.
  public init(_ date: Date, in zone: Zone = .utc) {
    // Rounded once: a `Date` is a binary fraction, often just below the
    // millisecond that it was created from.
    let milliseconds = Int(
      min(
        max((date.timeIntervalSince1970 * 1_000).rounded(), Self.first * 1_000),
        Self.last * 1_000 + 999))
    millisecond = (milliseconds % 1_000 + 1_000) % 1_000
    seconds = (milliseconds - millisecond) / 1_000
    utc = Fields(seconds)
    if zone == .utc {
      fields = utc
      self.zone = "UTC"
    } else {
      let local = seconds + zone.offset(at: date)
      fields = Fields(min(max(local, Int(Self.first)), Int(Self.last)))
      self.zone = zone.abbreviation(at: date)
    }
  }

  /// The time in UTC, such as "2024-05-04T03:17:42Z".
  public var iso8601: String { utcText("0000-00-00T00:00:00Z") }

  /// The time in UTC, such as "2024-05-04T03:17:42.120Z".
  public var iso8601WithMilliseconds: String { utcText("0000-00-00T00:00:00.000Z") }

  /// Returns the time in UTC in the places of the zeros.
  private func utcText(_ zeros: StaticString) -> String {
    let count = zeros.utf8CodeUnitCount
    return String(unsafeUninitializedCapacity: count) { text in
      _ = text.initialize(from: UnsafeBufferPointer(start: zeros.utf8Start, count: count))
      func write(_ number: Int, at places: Range<Int>) {
        var rest = number
        for place in places.reversed() {
          text[place] += UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
      }
      write(utc.year, at: 0..<4)
      write(utc.month, at: 5..<7)
      write(utc.day, at: 8..<10)
      write(utc.hour, at: 11..<13)
      write(utc.minute, at: 14..<16)
      write(utc.second, at: 17..<19)
      if count > 20 { write(millisecond, at: 20..<23) }
      return count
    }
  }

  /// The day, such as "4 May 2024".
  public var day: String { "\(shortDay) \(fields.year)" }

  /// The day without the year, such as "4 May".
  public var shortDay: String { "\(dayOfMonth) \(shortMonth)" }

  /// The month, such as "May".
  public var shortMonth: String { Self.months[fields.month - 1] }

  /// The day of the month, from 1.
  public var dayOfMonth: Int { fields.day }

  /// The time to the minute, such as "4 May 2024, 03:17 UTC".
  public var minute: String { "\(day), \(clock) \(zone)" }

  /// The time to the minute, such as "4 May 2024, 03:17". The context must name the time zone.
  public var dayAndClock: String { "\(day), \(clock)" }

  /// The time without the day, such as "03:17 UTC".
  public var timeOfDay: String { "\(clock) \(zone)" }

  /// The time to the second, such as "4 May 2024, 03:17:42 UTC".
  public var second: String { "\(day), \(clock):\(twoDigits[fields.second]) \(zone)" }

  /// The time without the day and the zone, such as "03:17". The context must name them.
  public var clock: String { "\(twoDigits[fields.hour]):\(twoDigits[fields.minute])" }

  /// Returns the time such as "4 May, 03:17", or the day with its year if it is
  /// 180 days ago or more. The context must name the time zone.
  public func short(from now: Date) -> String {
    let passed = Int(now.timeIntervalSince1970.rounded(.down)) - seconds
    return passed < 180 * 86_400 ? "\(shortDay), \(clock)" : day
  }

  /// Returns the elapsed time, such as "1 hr ago", for use beside the time itself.
  public func ago(from now: Date) -> String {
    let passed = Int(now.timeIntervalSince1970.rounded(.down)) - seconds
    let days = passed / 86_400
    switch passed {
    case ..<(-60): return "in the future"
    case ..<60: return "just now"
    case ..<3_600: return "\(passed / 60) min ago"
    case ..<86_400: return "\(passed / 3_600) hr ago"
    case ..<(60 * 86_400): return "\(counted(days, "day", "days")) ago"
    case ..<(730 * 86_400): return "\(days / 30) months ago"
    default: return "\(grouped(days / 365)) years ago"
    }
  }

  /// Returns the time to the minute with the elapsed time, such as
  /// "4 May 2024, 03:17 UTC (1 hr ago)".
  public func minuteAndAgo(from now: Date) -> String { "\(minute) (\(ago(from: now)))" }

  /// Returns the elapsed time, such as "5 minutes". The longest unit is a day.
  public func age(at now: Date) -> String {
    let minutes = max(0, Int(now.timeIntervalSince1970.rounded(.down)) - seconds) / 60
    switch minutes {
    case ..<1: return "less than a minute"
    case ..<60: return counted(minutes, "minute", "minutes")
    case ..<(48 * 60): return counted(minutes / 60, "hour", "hours")
    default: return counted(minutes / 60 / 24, "day", "days")
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// The numbers to 99 with two digits, which each row of a list needs several times.
private let twoDigits = (0..<100).map { $0 < 10 ? "0\($0)" : String($0) }
