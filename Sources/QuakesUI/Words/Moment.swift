import Foundation

/// A moment in words, in coordinated universal time.
struct Moment: Hashable, Sendable {
  private let seconds: Int
  private let fields: Fields

  /// The years 1 to 9999: those that have four digits.
  private static let first = -62_135_596_800.0
  private static let last = 253_402_300_799.0

  /// What a calendar on the wall shows.
  private struct Fields: Hashable, Sendable {
    let year, month, day, hour, minute, second: Int
  }

  init(_ date: Date) {
    seconds = Int(
      min(max(date.timeIntervalSince1970.rounded(.down), Self.first), Self.last))
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    fields = Fields(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// As in "2024-05-04T03:17:42Z".
  var iso8601: String {
    "\(padded(fields.year, 4))-\(padded(fields.month))-\(padded(fields.day))T"
      + "\(padded(fields.hour)):\(padded(fields.minute)):\(padded(fields.second))Z"
  }

  /// As in "4 May 2024".
  var day: String { "\(shortDay) \(fields.year)" }

  /// As in "4 May".
  var shortDay: String { "\(fields.day) \(Self.months[fields.month - 1])" }

  /// As in "03:17 UTC".
  var time: String { "\(padded(fields.hour)):\(padded(fields.minute)) UTC" }

  /// As in "4 May 2024, 03:17 UTC".
  var minute: String { "\(day), \(time)" }

  /// As in "4 May 2024, 03:17:42 UTC".
  var second: String {
    "\(day), \(padded(fields.hour)):\(padded(fields.minute)):\(padded(fields.second)) UTC"
  }

  /// As in "4 May, 03:17", and with the year what is long past.
  private func shortMinute(passed: Int) -> String {
    passed < 180 * 86_400
      ? "\(shortDay), \(padded(fields.hour)):\(padded(fields.minute))" : day
  }

  /// How long ago it was, as in "1 hr ago"; a day where that says more.
  func ago(from now: Date) -> String {
    let passed = Int(now.timeIntervalSince1970.rounded(.down)) - seconds
    switch passed {
    case ..<(-60): return "in the future"
    case ..<60: return "just now"
    case ..<3_600: return "\(passed / 60) min ago"
    case ..<86_400: return "\(passed / 3_600) hr ago"
    case ..<(7 * 86_400): return "\(counted: passed / 86_400) ago"
    default: return shortMinute(passed: passed)
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension DefaultStringInterpolation {
  fileprivate mutating func appendInterpolation(counted days: Int) {
    appendInterpolation(days == 1 ? "1 day" : "\(days) days")
  }
}

private func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
