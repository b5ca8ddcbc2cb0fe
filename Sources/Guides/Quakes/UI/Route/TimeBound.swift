import Foundation
import Look

/// The first or the last day of a range, or a minute of it.
public struct TimeBound: Hashable, Sendable {
  public let day: CalendarDay
  /// The minute of the day on the clocks of the zone; `nil` for the whole day.
  private let minute: Int?

  /// Creates a bound of a whole day.
  init(_ day: CalendarDay) {
    self.day = day
    minute = nil
  }

  /// Creates the bound of a moment, rounded down to the minute.
  init(_ date: Date, in zone: Zone) {
    day = CalendarDay(date, in: zone)
    let seconds = date.timeIntervalSince1970 + TimeInterval(zone.offset(at: date))
    let minutes = Int((seconds / 60).rounded(.down))
    minute = ((minutes % 1_440) + 1_440) % 1_440
  }

  /// Parses a day such as "2024-05-04", or a minute such as "2024-05-04T17:30".
  init?(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count <= 2, let day = CalendarDay(String(parts[0])) else { return nil }
    self.day = day
    guard parts.count == 2 else {
      minute = nil
      return
    }
    let clock = Array(parts[1].utf8)
    guard clock.count == 5, clock[2] == UInt8(ascii: ":"),
      let hour = Int(parts[1].prefix(2)), let rest = Int(parts[1].suffix(2)),
      (0..<24).contains(hour), (0..<60).contains(rest)
    else { return nil }
    minute = hour * 60 + rest
  }

  /// The bound as in an address.
  public var text: String { day.text + (minute.map { "T\(clock($0))" } ?? "") }

  /// The bound, as in "4 May 2024" or "4 May 2024, 17:30".
  var formatted: String { day.formatted + (minute.map { ", \(clock($0))" } ?? "") }

  /// True if the bound is a whole day.
  var isDay: Bool { minute == nil }

  /// Returns the first moment.
  func start(in zone: Zone) -> Date {
    guard let minute else { return day.start(in: zone) }
    let moment = day.start(in: .utc).addingTimeInterval(TimeInterval(minute) * 60)
    // The offset of the zone a little earlier differs only if the clocks change
    // in between.
    let guess = moment.addingTimeInterval(-TimeInterval(zone.offset(at: moment)))
    return moment.addingTimeInterval(-TimeInterval(zone.offset(at: guess)))
  }

  /// Returns the last moment: the last millisecond of a whole day.
  func end(in zone: Zone) -> Date {
    minute == nil ? day.interval(in: zone).upperBound : start(in: zone)
  }

  private func clock(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}
