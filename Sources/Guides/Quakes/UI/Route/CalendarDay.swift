import Foundation
import ImmutableUI
import Look

/// A day of the calendar, without a time zone.
public struct CalendarDay: Hashable, Comparable, Sendable {
  private let daysSince1970: Int

  /// Creates the day of a moment in a time zone. The moment is rounded to the
  /// millisecond as wherever it is shown.
  init(_ date: Date, in zone: Zone = .utc) {
    let seconds =
      (date.timeIntervalSince1970 * 1_000).rounded() / 1_000
      + TimeInterval(zone.offset(at: date))
    let days = (seconds / Self.seconds).rounded(.down)
    daysSince1970 = Int(min(max(days, -719_162), 2_932_896))
  }

  /// Parses a day such as "2024-05-04"; `nil` if it does not exist, like 30
  /// February.
  init?(_ text: String) {
    let numbers = text.split(separator: "-").compactMap { Int32($0) }
    guard text.utf8.count == 10, numbers.count == 3, numbers[0] > 0 else { return nil }
    var parts = tm()
    parts.tm_year = numbers[0] - 1900
    parts.tm_mon = numbers[1] - 1
    parts.tm_mday = numbers[2]
    let day = CalendarDay(Date(timeIntervalSince1970: TimeInterval(timegm(&parts))))
    // `timegm` normalises 30 February to 1 March, and "2024-5-004" is no day.
    guard day.text == text else { return nil }
    self = day
  }

  /// The day in ISO 8601, as in "2024-05-04".
  public var text: String { String(Moment(start).iso8601.prefix(10)) }

  /// Midnight in UTC.
  private var start: Date {
    Date(timeIntervalSince1970: TimeInterval(daysSince1970) * Self.seconds)
  }

  /// Returns the first moment of the day in a time zone. Clocks may change at
  /// midnight: the day then starts later; or midnight occurs twice, and the
  /// first one counts; or the day is skipped and ends when it starts.
  func start(in zone: Zone = .utc) -> Date {
    guard zone != .utc else { return start }
    let midnights = [-Self.seconds, Self.seconds].map { distance in
      let offset = zone.offset(at: start.addingTimeInterval(distance))
      return start.addingTimeInterval(-TimeInterval(offset))
    }.sorted()
    return midnights.first { CalendarDay($0, in: zone) == self } ?? midnights[1]
  }

  /// Returns the range from the first millisecond of the day to its last one.
  func interval(in zone: Zone = .utc) -> ClosedRange<Date> {
    let start = start(in: zone)
    return start...max(start, advanced(by: 1).start(in: zone).addingTimeInterval(-0.001))
  }

  /// The day, as in "4 May 2024".
  var formatted: String { Moment(start).day }

  /// The day without the year, as in "4 May".
  var shortFormatted: String { Moment(start).shortDay }

  /// The abbreviated month, as in "May".
  var shortMonth: String { Moment(start).shortMonth }

  /// The day of the month, from 1.
  var dayOfMonth: Int { Moment(start).dayOfMonth }

  /// Returns the day that is a number of days later.
  func advanced(by days: Int) -> CalendarDay {
    CalendarDay(start.addingTimeInterval(TimeInterval(days) * Self.seconds))
  }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }

  private static let seconds: TimeInterval = 86_400
}
