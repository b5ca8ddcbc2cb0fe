import Foundation
public import Look
import QuakesData

/// The unit of lengths and the time zone of times on a page.
public struct Measures: Hashable, Sendable {
  public var unit = LengthUnit.kilometres
  public var zone = Zone.utc

  /// Creates the default: kilometres and UTC.
  public init() {}
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

  /// Returns the location with times in another zone.
  func timed(in zone: Zone) -> QuakesLocation { with { $0.measures.zone = zone } }

  /// The valid depths in an address, in either unit.
  static let depths = -100.0...1_000.0

  /// Returns the time range of the filter; `nil` for any time.
  ///
  /// A range of days replaces the default day, today. Combined with another
  /// day, both conditions apply.
  func time(now: Date) -> ClosedRange<Date>? {
    let zone = measures.zone
    let (from, to) = (filter.from, filter.to)
    let day: ClosedRange<Date>? =
      switch filter.day {
      case .today: from == nil && to == nil ? CalendarDay(now, in: zone).interval(in: zone) : nil
      case .any: nil
      case .on(let day): day.interval(in: zone)
      }
    guard from != nil || to != nil else { return day }
    let least = max(from?.start(in: zone) ?? .distantPast, day?.lowerBound ?? .distantPast)
    let largest = min(
      to?.interval(in: zone).upperBound ?? .distantFuture, day?.upperBound ?? .distantFuture)
    // Disjoint conditions: a range that matches nothing.
    return least <= largest ? least...largest : .distantPast ... .distantPast
  }

  /// Returns the query of the filter.
  func query(now: Date) -> QuakesQuery {
    let depth = QuakesQuery.Bounds(
      min: filter.depth.min.map(measures.unit.kilometres),
      max: filter.depth.max.map(measures.unit.kilometres))
    return QuakesQuery(
      text: filter.text, time: time(now: now), magnitude: filter.magnitude, depth: depth,
      type: filter.type, box: filter.box)
  }
}
