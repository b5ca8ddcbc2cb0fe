import Foundation
public import Look
import QuakesData

/// What lengths and times of a page are told in.
public struct Measures: Hashable, Sendable {
  public var unit = LengthUnit.kilometres
  public var zone = Zone.utc

  /// Kilometres, and coordinated universal time.
  public init() {}
}

extension QuakesLocation {
  /// The same place with lengths in a unit. The bounds of depths stay where
  /// they are, within millimetres: their numbers change.
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

  /// The same place with the clocks of a zone.
  func timed(in zone: Zone) -> QuakesLocation { with { $0.measures.zone = zone } }

  /// The depths that an address may name, in either unit.
  static let depths = -100.0...1_000.0

  /// The days that are asked for; `nil` for any time.
  ///
  /// A range of days stands in the place of today, which goes without
  /// saying; with another day, both have to hold.
  func time(now: Date) -> ClosedRange<Date>? {
    let zone = measures.zone
    let (from, to) = (filter.from, filter.to)
    let day: ClosedRange<Date>? =
      switch filter.day {
      case .today: from == nil && to == nil ? CalendarDay(now, in: zone).moments(in: zone) : nil
      case .any: nil
      case .on(let day): day.moments(in: zone)
      }
    guard from != nil || to != nil else { return day }
    let least = max(from?.start(in: zone) ?? .distantPast, day?.lowerBound ?? .distantPast)
    let largest = min(
      to?.moments(in: zone).upperBound ?? .distantFuture, day?.upperBound ?? .distantFuture)
    // Days that exclude each other: a time at which nothing happened.
    return least <= largest ? least...largest : .distantPast ... .distantPast
  }

  /// What is asked of the store.
  func query(now: Date) -> QuakesQuery {
    let depth = QuakesQuery.Bounds(
      min: filter.depth.min.map(measures.unit.kilometres),
      max: filter.depth.max.map(measures.unit.kilometres))
    return QuakesQuery(
      text: filter.text, time: time(now: now), magnitude: filter.magnitude, depth: depth,
      type: filter.type, box: filter.box)
  }
}
