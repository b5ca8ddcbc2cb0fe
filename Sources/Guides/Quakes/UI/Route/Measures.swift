import Foundation
import ImmutableUI
public import Look
import QuakesData

/// The unit of lengths and the time zone of times on a page.
public struct Measures: Hashable, Sendable {
  public var unit = LengthUnit.kilometres
  public var zone = Zone.utc
}

extension QuakesLocation {
  /// Returns the location with lengths in another unit. The bounds of depths
  /// are converted; they stay the same within millimetres.
  func measured(in unit: LengthUnit) -> QuakesLocation {
    guard unit != measures.unit else { return plain }
    func converted(_ depth: Double, _ outward: FloatingPointRoundingRule) -> Double {
      let length = unit.length(kilometres: measures.unit.kilometres(length: depth))
      let shown = unit.shown(length: length, rounding: outward)
      return min(max(shown, Self.depths.lowerBound), Self.depths.upperBound)
    }
    return with {
      $0.filter.depth = .init(
        min: filter.depth.min.map { converted($0, .down) },
        max: filter.depth.max.map { converted($0, .up) })
      $0.measures.unit = unit
    }
  }

  /// The valid depths in an address, in either unit.
  static let depths = -100.0...1_000.0

  /// Returns the time range of the filter; `nil` for any time.
  ///
  /// A range of days replaces the default period. Combined with another day,
  /// both conditions apply.
  func time(now: Date) -> ClosedRange<Date>? {
    let zone = measures.zone
    let (from, to) = (filter.from, filter.to)
    let day: ClosedRange<Date>? =
      switch filter.day {
      case .past(.day) where !filter.hasUsualTime: nil
      // Open towards the future: clocks differ, and the feed is ahead of a page
      // that was made at the start of the minute.
      case .past(let period): now.addingTimeInterval(-period.seconds)...Date.distantFuture
      case .today: CalendarDay(now, in: zone).interval(in: zone)
      case .yesterday: CalendarDay(now, in: zone).advanced(by: -1).interval(in: zone)
      case .any: nil
      case .on(let day): day.interval(in: zone)
      }
    guard from != nil || to != nil else { return day }
    let least = max(from?.start(in: zone) ?? .distantPast, day?.lowerBound ?? .distantPast)
    let largest = min(
      to?.end(in: zone) ?? .distantFuture, day?.upperBound ?? .distantFuture)
    // Disjoint conditions: a range that matches nothing.
    return least <= largest ? least...largest : .distantPast ... .distantPast
  }

  /// Returns the locations with the time moved by its own length. A day moves by
  /// a day.
  func shifted(now: Date) -> (earlier: QuakesLocation?, later: QuakesLocation?) {
    guard let time = time(now: now), time.lowerBound > .distantPast else { return (nil, nil) }
    let zone = measures.zone
    let isByDay =
      if case .past = filter.day {
        !filter.hasUsualTime && (filter.from?.isDay ?? false) && (filter.to?.isDay ?? true)
      } else {
        [filter.from, filter.to].allSatisfy { $0?.isDay ?? true }
      }
    let present = isByDay ? CalendarDay(now, in: zone).interval(in: zone).upperBound : now
    let end = min(time.upperBound, max(present, time.lowerBound))
    let length = end.timeIntervalSince(time.lowerBound)
    guard length >= 60 else { return (nil, nil) }
    func moved(by seconds: TimeInterval) -> QuakesLocation {
      filtering { filter in
        let start = time.lowerBound.addingTimeInterval(seconds)
        guard isByDay else {
          filter.setTime(
            .past(.day), from: TimeBound(start, in: zone),
            to: TimeBound(start.addingTimeInterval(length), in: zone))
          return
        }
        // The middle of the day: days have 23 to 25 hours.
        let first = CalendarDay(start.addingTimeInterval(43_200), in: zone)
        let last = CalendarDay(start.addingTimeInterval(length - 43_200), in: zone)
        if first == last {
          filter.setTime(.on(first))
        } else {
          filter.setTime(.past(.day), from: TimeBound(first), to: TimeBound(last))
        }
      }
    }
    return (moved(by: -length), time.upperBound < now ? moved(by: length) : nil)
  }

  /// Returns the query of the filter.
  func query(now: Date) -> QuakesQuery {
    let depth = QuakesQuery.Bounds(
      min: filter.depth.min.map(measures.unit.kilometres),
      max: filter.depth.max.map(measures.unit.kilometres))
    return QuakesQuery(
      terms: PlaceSearch.terms(of: filter.text), time: time(now: now),
      magnitude: filter.magnitude, depth: depth, type: filter.type, box: listedBox,
      circle: filter.near?.circle, region: filter.near?.region, frame: listedFrame,
      impact: filter.impact)
  }
}
