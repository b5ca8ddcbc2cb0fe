public import Foundation

/// Which quakes are asked for. All conditions have to hold.
public struct QuakesQuery: Hashable, Sendable {
  /// A part of the place's name, without regard to case and accents; empty
  /// for any.
  public var text: String
  /// When it happened, both ends included; `nil` for any time.
  public var time: ClosedRange<Date>?
  /// The magnitude as it is shown, with one decimal.
  public var magnitude: Bounds
  /// Kilometres below sea level.
  public var depth: Bounds
  /// What it was.
  public var type: TypeFilter
  /// Where it was; `nil` for anywhere.
  public var box: Box?

  /// By default everything.
  public init(
    text: String = "", time: ClosedRange<Date>? = nil, magnitude: Bounds = Bounds(),
    depth: Bounds = Bounds(), type: TypeFilter = .any, box: Box? = nil
  ) {
    self.text = text
    self.time = time
    self.magnitude = magnitude
    self.depth = depth
    self.type = type
    self.box = box
  }
}

extension QuakesQuery {
  /// A least and a largest value, both included; `nil` for no bound. What is
  /// not known is within no bounds.
  public struct Bounds: Hashable, Sendable {
    public var min: Double?
    public var max: Double?

    public init(min: Double? = nil, max: Double? = nil) {
      self.min = min
      self.max = max
    }

    /// Whether anything is within.
    public var isUnbounded: Bool { min == nil && max == nil }
  }

  /// What an event was.
  public enum TypeFilter: Hashable, Sendable {
    case any
    case only(EventType)
    /// One that is not in the list of known types.
    case other
  }

  /// A rectangle of longitudes and latitudes in degrees. One whose west is
  /// larger than its east crosses the date line.
  public struct Box: Hashable, Sendable {
    public var west: Double
    public var south: Double
    public var east: Double
    public var north: Double

    public init(west: Double, south: Double, east: Double, north: Double) {
      self.west = west
      self.south = south
      self.east = east
      self.north = north
    }

    /// Returns whether a place is within the box, its edges included.
    @inline(__always)
    package func contains(longitude: Double, latitude: Double) -> Bool {
      guard latitude >= south, latitude <= north else { return false }
      return west <= east
        ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
    }
  }
}

extension QuakesQuery {
  /// The day that holds a moment, and the first moment of the next.
  ///
  /// A day has 23 to 25 hours. The next midnight belongs to both days.
  public static func day(of date: Date, in calendar: Calendar) -> ClosedRange<Date> {
    let start = calendar.startOfDay(for: date)
    // Where midnight is left out, the day begins later, but the next one does
    // not.
    let end = calendar.date(byAdding: .day, value: 1, to: start).map(calendar.startOfDay)
    return start...max(start, end ?? start)
  }
}
