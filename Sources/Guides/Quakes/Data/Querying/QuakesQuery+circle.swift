import Foundation

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

    /// The latitudes that the circle reaches. Comparing them first is much
    /// faster than computing a distance.
    var latitudes: ClosedRange<Double> {
      let reach = radius / Self.earthRadius * 180 / .pi
      return latitude - reach...latitude + reach
    }
  }
}
