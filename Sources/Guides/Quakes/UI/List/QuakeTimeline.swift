import Foundation
import ImmutableUI
import Look
import QuakesData

/// The consecutive ranges of time that a chart counts: minutes, hours, days,
/// months or years, so that there are few enough for bars.
struct QuakeTimeline: Sendable {
  let unit: Unit
  let bins: [Bin]

  /// The length of a bin. Its raw value is the title of the chart.
  enum Unit: String, Sendable {
    case minutes = "Every 5 minutes"
    case hour = "Each hour"
    case day = "Each day"
    case month = "Each month"
    case year = "Each year"

    /// True if bins are named by clock times.
    var isClock: Bool { self == .minutes || self == .hour }
  }

  /// A range of time.
  struct Bin: Sendable {
    let range: ClosedRange<Date>
    /// The range, as in "4 May 2024", or its start.
    let name: String
    /// The label below a bar.
    let shortName: String
    /// Sets the filter to the range.
    let select: @Sendable (inout QuakesLocation.Filter) -> Void
  }

  /// The time from the first to the last bin; `nil` without bins.
  var range: ClosedRange<Date>? {
    guard let first = bins.first, let last = bins.last else { return nil }
    return first.range.lowerBound...last.range.upperBound
  }

  /// Returns the place of a moment in a chart with bins of equal width, from 0 to 1.
  func position(of date: Date) -> Double {
    guard let number = bins.lastIndex(where: { $0.range.lowerBound <= date }) else { return 0 }
    let range = bins[number].range
    let part =
      date.timeIntervalSince(range.lowerBound)
      / range.upperBound.timeIntervalSince(range.lowerBound)
    return (Double(number) + min(part, 1)) / Double(bins.count)
  }

  /// Divides the time of a filter, without the part before the oldest quake and
  /// the past month; `nil` if no quakes are stored.
  init?(of location: QuakesLocation, now: Date, _ select: SelectQuakes) {
    guard let newest = select(.newestQuake)?.time, let oldest = select(.oldestQuake)?.time else {
      return nil
    }
    let time = location.time(now: now) ?? oldest...max(newest, oldest)
    let last = min(time.upperBound, max(now, time.lowerBound))
    let month = now.addingTimeInterval(-QuakesLocation.Period.month.seconds)
    let first = min(max(time.lowerBound, min(oldest, month)), last)
    self.init(first...max(last, first.addingTimeInterval(1)), in: location.measures.zone)
  }

  /// Divides a range of time, which has to be finite.
  init(_ range: ClosedRange<Date>, in zone: Zone) {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    switch length {
    case ...5_400: unit = .minutes
    case ...(2.1 * 86_400): unit = .hour
    case ...(62 * 86_400): unit = .day
    case ...(5 * 366 * 86_400): unit = .month
    default: unit = .year
    }
    bins =
      switch unit {
      case .minutes: Self.bins(of: 300, in: range, zone)
      case .hour: Self.bins(of: 3_600, in: range, zone)
      case .day: Self.days(in: range, zone)
      case .month, .year: Self.months(isYear: unit == .year, in: range, zone)
      }
  }

  /// Returns bins of a length in seconds that starts at full hours of the zone.
  private static func bins(
    of length: TimeInterval, in range: ClosedRange<Date>, _ zone: Zone
  ) -> [Bin] {
    let offset = TimeInterval(zone.offset(at: range.lowerBound))
    let first = ((range.lowerBound.timeIntervalSince1970 + offset) / length).rounded(.down)
    return sequence(first: Date(timeIntervalSince1970: first * length - offset)) {
      $0.addingTimeInterval(length)
    }
    .prefix { $0 < range.upperBound }.map { start in
      let end = start.addingTimeInterval(length)
      let (from, to) = (TimeBound(start, in: zone), TimeBound(end, in: zone))
      let clock = from.text.suffix(5)
      return Bin(
        range: start...end, name: from.formatted,
        shortName: String(length == 3_600 ? clock.prefix(2) : clock)
      ) { $0.setTime(.past(.day), from: from, to: to) }
    }
  }

  private static func days(in range: ClosedRange<Date>, _ zone: Zone) -> [Bin] {
    sequence(first: CalendarDay(range.lowerBound, in: zone)) { $0.advanced(by: 1) }
      .prefix { $0.start(in: zone) < range.upperBound }.map { day in
        Bin(
          range: day.interval(in: zone), name: day.formatted, shortName: day.shortFormatted
        ) { $0.setTime(.on(day)) }
      }
  }

  private static func months(
    isYear: Bool, in range: ClosedRange<Date>, _ zone: Zone
  ) -> [Bin] {
    func next(_ first: CalendarDay) -> CalendarDay {
      first.advanced(by: isYear ? 366 : 31).firstOfMonth(isYear: isYear)
    }
    let start = CalendarDay(range.lowerBound, in: zone).firstOfMonth(isYear: isYear)
    let isOneYear =
      start.text.prefix(4) == CalendarDay(range.upperBound, in: zone).text.prefix(4)
    return sequence(first: start, next: next)
      .prefix { $0.start(in: zone) < range.upperBound }.map { first in
        let last = next(first).advanced(by: -1)
        let year = String(first.text.prefix(4))
        let name = isYear ? year : "\(first.shortMonth) \(year)"
        return Bin(
          range: first.start(in: zone)...last.interval(in: zone).upperBound, name: name,
          shortName: isOneYear && !isYear ? first.shortMonth : name
        ) { $0.setTime(.past(.day), from: TimeBound(first), to: TimeBound(last)) }
      }
  }
}

extension CalendarDay {
  /// Returns the first day of the month or of the year.
  fileprivate func firstOfMonth(isYear: Bool) -> CalendarDay {
    CalendarDay(text.prefix(isYear ? 5 : 8) + (isYear ? "01-01" : "01")) ?? self
  }
}
