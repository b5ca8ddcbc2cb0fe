import Foundation
import ImmutableUI
import Look

/// A day of the calendar.
public struct CalendarDay: Hashable, Comparable, Sendable {
  private let daysSince1970: Int

  /// The day that holds a moment, by the clocks of a zone.
  init(_ date: Date, in zone: Zone = .utc) {
    let seconds = date.timeIntervalSince1970 + TimeInterval(zone.offset(at: date))
    let days = (seconds / Self.seconds).rounded(.down)
    daysSince1970 = Int(min(max(days, -719_162), 2_932_896))
  }

  /// Reads a day as in "2024-05-04"; `nil` for what is none, as 30 February.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
      return nil
    }
    let digits = [bytes[0..<4], bytes[5..<7], bytes[8..<10]].map { part in
      part.reduce(into: Optional(Int32(0))) { number, byte in
        guard let digit = number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
          number = nil
          return
        }
        number = digit * 10 + Int32(byte - UInt8(ascii: "0"))
      }
    }
    guard let year = digits[0], year > 0, let month = digits[1], let day = digits[2] else {
      return nil
    }
    var parts = tm()
    parts.tm_year = year - 1900
    parts.tm_mon = month - 1
    parts.tm_mday = day
    let day1 = CalendarDay(Date(timeIntervalSince1970: TimeInterval(timegm(&parts))))
    // The library turns 30 February into 1 March: then it was none.
    guard day1.text == text else { return nil }
    self = day1
  }

  /// As in "2024-05-04".
  public var text: String { String(Moment(start).iso8601.prefix(10)) }

  /// Its first moment in coordinated universal time.
  private var start: Date {
    Date(timeIntervalSince1970: TimeInterval(daysSince1970) * Self.seconds)
  }

  /// Its first moment by the clocks of a zone. They may be changed at midnight:
  /// then a day starts later, or twice, of which the first counts, or not at
  /// all, and is over when it starts.
  func start(in zone: Zone = .utc) -> Date {
    guard zone != .utc else { return start }
    let midnights = [-Self.seconds, Self.seconds].map { distance in
      let offset = zone.offset(at: start.addingTimeInterval(distance))
      return start.addingTimeInterval(-TimeInterval(offset))
    }.sorted()
    return midnights.first { CalendarDay($0, in: zone) == self } ?? midnights[1]
  }

  /// From its first moment to the first of the next, both included.
  func moments(in zone: Zone = .utc) -> ClosedRange<Date> {
    let start = start(in: zone)
    return start...max(start, advanced(by: 1).start(in: zone))
  }

  /// As in "4 May 2024".
  var words: String { Moment(start).day }

  /// As in "4 May".
  var shortWords: String { Moment(start).shortDay }

  /// As in "May".
  var shortMonth: String { Moment(start).shortMonth }

  /// From 1 on.
  var dayOfMonth: Int { Moment(start).dayOfMonth }

  /// The day so many days later.
  func advanced(by days: Int) -> CalendarDay {
    CalendarDay(start.addingTimeInterval(TimeInterval(days) * Self.seconds))
  }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }

  private static let seconds: TimeInterval = 86_400
}
