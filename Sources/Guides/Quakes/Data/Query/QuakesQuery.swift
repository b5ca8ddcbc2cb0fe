public import Foundation
public import Geography
public import TextSearch

/// A query for quakes. All its conditions must hold.
public struct QuakesQuery: Hashable, Sendable {
  /// The terms that the place name contains; empty for any place.
  public var terms: [SearchTerm]
  /// The time range, both ends included; `nil` for any time.
  public var time: ClosedRange<Date>?
  /// The bounds of the displayed magnitude, with one decimal.
  public var magnitude: Bounds
  /// The bounds of the depth in kilometres below sea level.
  public var depth: Bounds
  /// The type of event.
  public var type: TypeFilter
  /// The area; `nil` for the whole world.
  public var box: Box?
  /// The neighbourhood; `nil` for any place.
  public var circle: Circle?
  /// The country, state or island; `nil` for any.
  public var region: Gazetteer.Cells?
  /// The part of a map that is not rectangular in degrees; `nil` for the whole world.
  public var frame: Projection.Frame?
  /// The effects on people.
  public var impact: Impact

  /// Creates a query. By default it matches everything.
  ///
  /// - Parameters:
  ///   - text: a part of the place name, without regard to case and accents; empty for any
  ///     place.
  ///   - terms: what the place name contains; `nil` for the text.
  public init(
    text: String = "", terms: [SearchTerm]? = nil, time: ClosedRange<Date>? = nil,
    magnitude: Bounds = Bounds(),
    depth: Bounds = Bounds(), type: TypeFilter = .any, box: Box? = nil, circle: Circle? = nil,
    region: Gazetteer.Cells? = nil, frame: Projection.Frame? = nil, impact: Impact = .any
  ) {
    self.terms = terms ?? (text.isEmpty ? [] : [SearchTerm([.part(text)])])
    self.time = time
    self.magnitude = magnitude
    self.depth = depth
    self.type = type
    self.box = box
    self.circle = circle
    self.region = region
    self.frame = frame
    self.impact = impact
  }
}

extension QuakesQuery {
  /// A closed range with optional ends. Unknown values are within no bounds.
  public struct Bounds: Hashable, Sendable {
    public var min: Double?
    public var max: Double?

    public init(min: Double? = nil, max: Double? = nil) {
      self.min = min
      self.max = max
    }

    /// True if both ends are open.
    public var isUnbounded: Bool { min == nil && max == nil }
  }

  /// A condition on the type of event.
  public enum TypeFilter: Hashable, Sendable {
    case any
    case only(EventType)
    /// Any type that is not a known `EventType`.
    case other
  }

  /// A rectangle in degrees. If its west is larger than its east, it crosses
  /// the date line. 180° and −180° are the same meridian: an edge on it is 180 in
  /// the west and −180 in the east, so that the box has the places of both.
  public struct Box: Hashable, Sendable {
    public var west: Double
    public var south: Double
    public var east: Double
    public var north: Double

    /// Creates a box. Its longitudes may be outside −180 to 180.
    public init(west: Double, south: Double, east: Double, north: Double) {
      self.south = south
      self.north = north
      guard east - west < 360 else {
        self.west = -180
        self.east = 180
        return
      }
      func wrapped(_ longitude: Double) -> Double {
        let turns = ((longitude + 180) / 360).rounded(.down)
        // A turn adds binary noise.
        return turns == 0 ? longitude : ((longitude - 360 * turns) * 1e10).rounded() / 1e10
      }
      self.west = wrapped(west)
      self.east = wrapped(east)
      if self.west == -180 { self.west = 180 }
    }

    /// Creates a box around an area, with a margin for rounded coordinates.
    init(around west: Double, south: Double, _ east: Double, north: Double) {
      let margin = 1e-6
      self.init(
        west: west - margin, south: south - margin, east: east + margin, north: north + margin)
    }

    /// Creates a box around an area.
    init(_ area: Outlines.Area) {
      self.init(
        around: area.west, south: area.north - area.height, area.west + area.width,
        north: area.north)
    }

    static let world = Box(west: -180, south: -90, east: 180, north: 90)

    /// Returns true if a place is within the box, including its edges.
    @inline(__always)
    package func contains(longitude: Double, latitude: Double) -> Bool {
      guard latitude >= south, latitude <= north else { return false }
      return west <= east
        ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
    }
  }

  /// Returns the range from the start of a day to the start of the next day.
  ///
  /// A day has 23 to 25 hours. The next midnight belongs to both days.
  public static func day(of date: Date, in calendar: Calendar) -> ClosedRange<Date> {
    let start = calendar.startOfDay(for: date)
    // If midnight is skipped, the day begins later, but the next one does not.
    let end = calendar.date(byAdding: .day, value: 1, to: start).map(calendar.startOfDay)
    return start...max(start, end ?? start)
  }
}
