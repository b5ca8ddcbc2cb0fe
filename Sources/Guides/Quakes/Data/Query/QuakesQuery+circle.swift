import Foundation
import Geography

extension QuakesQuery {
  /// The places within a distance from a point.
  public struct Circle: Hashable, Sendable {
    /// The longitude of the centre in degrees, positive in the east.
    public var longitude: Double
    /// The latitude of the centre in degrees, positive in the north.
    public var latitude: Double
    /// The radius in kilometres.
    public var radius: Double

    public init(longitude: Double, latitude: Double, radius: Double) {
      self.longitude = longitude
      self.latitude = latitude
      self.radius = radius
    }

    /// Returns the distance of a place from the centre in kilometres, on a
    /// sphere.
    ///
    /// https://en.wikipedia.org/wiki/Haversine_formula
    public func distance(longitude: Double, latitude: Double) -> Double {
      let radians = Double.pi / 180
      let (sinLatitude, sinLongitude) = (
        sin((latitude - self.latitude) * radians / 2),
        sin((longitude - self.longitude) * radians / 2)
      )
      let square =
        sinLatitude * sinLatitude
        + cos(latitude * radians) * cos(self.latitude * radians) * sinLongitude * sinLongitude
      return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
    }

    /// Returns the direction of a place from the centre: degrees clockwise from
    /// the north, from 0 to 360.
    public func bearing(longitude: Double, latitude: Double) -> Double {
      let radians = Double.pi / 180
      let (from, to) = (self.latitude * radians, latitude * radians)
      let east = (longitude - self.longitude) * radians
      let angle =
        atan2(sin(east) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(east)) / radians
      return angle < 0 ? angle + 360 : angle
    }

    /// Returns the point of the edge in a direction, in degrees clockwise from the
    /// north. Its longitude continues beyond 180° where the circle does.
    public func edge(towards bearing: Double) -> (longitude: Double, latitude: Double) {
      let radians = Double.pi / 180
      let (reach, start, direction) = (
        radius / Self.earthRadius, latitude * radians, bearing * radians
      )
      let end = asin(
        min(1, max(-1, sin(start) * cos(reach) + cos(start) * sin(reach) * cos(direction))))
      let east = atan2(
        sin(direction) * sin(reach) * cos(start), cos(reach) - sin(start) * sin(end))
      return (longitude + east / radians, end / radians)
    }

    /// The mean radius of the Earth in kilometres.
    ///
    /// https://en.wikipedia.org/wiki/Earth_radius#Arithmetic_mean_radius
    static let earthRadius = 6_371.0088

    /// A rectangle around the circle.
    var box: QuakesQuery.Box {
      let reach = radius / Self.earthRadius
      let (north, south) = (latitude + reach * 180 / .pi, latitude - reach * 180 / .pi)
      let sine = sin(reach) / cos(latitude * .pi / 180)
      // Around a pole, it reaches all longitudes.
      let east = max(north, -south) >= 90 || sine >= 1 ? 180 : asin(sine) * 180 / .pi
      return QuakesQuery.Box(
        around: longitude - east, south: south, longitude + east, north: north)
    }
  }
}

extension QuakesQuery.Circle {
  /// The nearness of many places to the centre, in a fraction of the time of their distances
  /// and exact to a millimetre.
  struct Nearness {
    private let centre: QuakesQuery.Circle
    private let cosine: Double
    /// The value at the edge of the circle.
    private let edge: Double

    init(of circle: QuakesQuery.Circle) {
      centre = circle
      cosine = cos(circle.latitude * .pi / 180)
      let half = sin(circle.radius / QuakesQuery.Circle.earthRadius / 2)
      edge = half * half
    }

    /// Returns the square of the sine of half the distance as an angle.
    func callAsFunction(longitude: Double, latitude: Double) -> Double {
      // Symmetric, so that places at the same distance have the same value.
      let up = Curve.angle(abs(latitude - centre.latitude) / 2).x
      let right = Curve.angle(abs(longitude - centre.longitude) / 2).x
      return up * up + cosine * Curve.angle(abs(latitude)).y * right * right
    }

    /// Returns true if a place is within the circle.
    func contains(longitude: Double, latitude: Double) -> Bool {
      self(longitude: longitude, latitude: latitude) <= edge
    }
  }
}
