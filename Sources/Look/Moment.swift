public import Foundation

/// A moment in words, by the clocks of a zone.
public struct Moment: Hashable, Sendable {
  private let seconds: Int
  /// The milliseconds of the second, 0 to 999.
  private let millisecond: Int
  /// What the clocks of the zone show.
  private let fields: Fields
  /// What those of coordinated universal time show.
  private let utc: Fields
  /// How the zone's clocks are told from others.
  private let zone: String

  /// The years 1 to 9999: those that have four digits.
  private static let first = -62_135_596_800.0
  private static let last = 253_402_300_799.0

  /// What a calendar on the wall shows.
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

  /// A moment of the years 1 to 9999; what is before or after is told as the
  /// first or the last of these.
  public init(_ date: Date, in zone: Zone = .utc) {
    // Rounded once: a `Date` is a binary fraction, often just below the whole
    // millisecond that it was made from.
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

  /// As in "2024-05-04T03:17:42Z", in coordinated universal time.
  public var iso8601: String { "\(universalSecond)Z" }

  /// As in "2024-05-04T03:17:42.120Z", in coordinated universal time.
  public var iso8601WithMilliseconds: String { "\(universalSecond).\(padded(millisecond, 3))Z" }

  private var universalSecond: String {
    "\(padded(utc.year, 4))-\(padded(utc.month))-\(padded(utc.day))T"
      + "\(padded(utc.hour)):\(padded(utc.minute)):\(padded(utc.second))"
  }

  /// As in "4 May 2024".
  public var day: String { "\(shortDay) \(fields.year)" }

  /// As in "4 May".
  public var shortDay: String { "\(dayOfMonth) \(shortMonth)" }

  /// As in "May".
  public var shortMonth: String { Self.months[fields.month - 1] }

  /// From 1 on.
  public var dayOfMonth: Int { fields.day }

  /// As in "4 May 2024, 03:17 UTC".
  public var minute: String { "\(day), \(clock) \(zone)" }

  /// As in "4 May 2024, 03:17:42 UTC".
  public var second: String { "\(day), \(clock):\(padded(fields.second)) \(zone)" }

  private var clock: String { "\(padded(fields.hour)):\(padded(fields.minute))" }

  /// As in "4 May, 03:17", and with the year in the place of the clock what is
  /// long past. Where it stands has to say which clocks these are.
  public func short(from now: Date) -> String {
    let passed = Int(now.timeIntervalSince1970.rounded(.down)) - seconds
    return passed < 180 * 86_400 ? "\(shortDay), \(clock)" : day
  }

  /// How long ago it was, as in "1 hr ago". Stands beside when it was.
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

  /// The minute with how long ago it was, as in "4 May 2024, 03:17 UTC (1 hr ago)".
  public func minuteAndAgo(from now: Date) -> String { "\(minute) (\(ago(from: now)))" }

  /// The time since then, as in "5 minutes". The longest unit is a day.
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

private func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
