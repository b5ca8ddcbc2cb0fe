import Foundation

/// A projection of the globe onto a plane, in units of at most a degree at its centre.
///
/// The plane is at most 360 units wide and 180 high, with the origin in the middle, `x` to the
/// right and `y` upwards.
///
/// ```swift
/// let tokyo = Projection.northPole.point(longitude: 139.7, latitude: 35.7)
/// print(Projection.northPole.place(x: 0, y: 0)?.latitude)  // Optional(90.0)
/// ```
public enum Projection: String, CaseIterable, Hashable, Sendable {
  /// Longitudes and latitudes are the coordinates. The plane continues across the date line.
  ///
  /// https://en.wikipedia.org/wiki/Equirectangular_projection
  case equirectangular
  /// Areas are right in relation to each other; the Pacific, at 150° E, is in the middle.
  ///
  /// Šavrič, Patterson, Jenny: The Equal Earth map projection (2018),
  /// https://doi.org/10.1080/13658816.2018.1504949
  case equalEarth = "equal-earth"
  /// The same with the Atlantic, at 0°, in the middle.
  case equalEarthAtlantic = "equal-earth-atlantic"
  /// The northern hemisphere with right areas around the pole; 0° points downwards.
  ///
  /// https://en.wikipedia.org/wiki/Lambert_azimuthal_equal-area_projection
  case northPole = "north-pole"
  /// The southern hemisphere likewise; 0° points upwards.
  case southPole = "south-pole"

  /// The longitude in the middle.
  public var meridian: Double { self == .equalEarth ? 150 : 0 }

  private var family: Family {
    switch self {
    case .equirectangular: .equirectangular
    case .equalEarth, .equalEarthAtlantic: .equalEarth
    case .northPole: .polar(1)
    case .southPole: .polar(-1)
    }
  }

  private enum Family {
    case equirectangular, equalEarth
    /// The sign of the latitudes of the hemisphere.
    case polar(Double)
  }

  /// True if the plane shows one hemisphere, around its pole.
  public var isPolar: Bool { self == .northPole || self == .southPole }

  /// Returns the point of a place; `nil` for one on the other hemisphere of a pole.
  public func point(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    point(longitude, latitude, ring: EqualEarth.ring, radius: polarRadius, angle: sineAndCosine)
  }

  /// Returns the point of a place up to 10⁻⁸ of a unit, in a fraction of the time, for a dot
  /// among a million.
  package func dot(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    point(
      longitude, latitude, ring: { Curve.equalEarth($0) }, radius: { Curve.polarRadius($0) },
      angle: { Curve.angle(abs($0) <= 180 ? $0 : $0.remainder(dividingBy: 360)) })
  }

  /// - Parameters:
  ///   - ring: returns the width of a degree on a northern parallel of Equal Earth, and its
  ///     height.
  ///   - radius: returns the distance of a northern parallel from the pole, twice.
  ///   - angle: returns the sine and the cosine of a longitude.
  @inline(__always)
  private func point(
    _ longitude: Double, _ latitude: Double, ring: (Double) -> SIMD2<Double>,
    radius: (Double) -> SIMD2<Double>, angle: (Double) -> SIMD2<Double>
  ) -> (x: Double, y: Double)? {
    switch family {
    case .equirectangular: return (longitude, latitude)
    case .equalEarth:
      let east = longitude - meridian
      // −180° from the middle is the left edge, 180° the right one.
      let turned = abs(east) <= 180 ? east : east - 360 * (east / 360).rounded()
      let ring = ring(abs(latitude))
      return (turned * ring.x, latitude < 0 ? -ring.y : ring.y)
    case .polar(let sign):
      guard latitude * sign >= 0 else { return nil }
      let point = radius(abs(latitude)) * angle(longitude)
      return (point.x, -sign * point.y)
    }
  }

  /// Returns the place of a point; `nil` outside the globe.
  public func place(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    switch family {
    case .equirectangular: return abs(y) <= 90 ? (x, y) : nil
    case .equalEarth:
      guard let latitude = EqualEarth.latitude(y: y) else { return nil }
      let east = x / EqualEarth.ring(latitude: latitude).x
      return abs(east) <= 180 ? (east + meridian, latitude) : nil
    case .polar(let sign):
      let radius = (x * x + y * y).squareRoot()
      guard radius <= 90 else { return nil }
      let latitude = 90 - 360 / .pi * asin(radius / (90 * 2.0.squareRoot()))
      return (atan2(x, -sign * y) * 180 / .pi, latitude * sign)
    }
  }

  /// The edge of the globe on the plane; empty if the globe fills the plane.
  var edge: [(x: Double, y: Double)] {
    let places: [(longitude: Double, latitude: Double)] =
      switch family {
      case .equirectangular: []
      case .equalEarth:
        [-180.0, 180].flatMap { side in
          stride(from: -90.0, through: 90, by: 1).map {
            (meridian + side, side < 0 ? $0 : -$0)
          }
        }
      case .polar: stride(from: -180.0, to: 180, by: 1).map { ($0, 0) }
      }
    return places.compactMap { point(longitude: $0.longitude, latitude: $0.latitude) }
  }
}

extension Projection {
  /// A rectangle of the plane.
  public struct Frame: Hashable, Sendable {
    /// The projection onto the plane.
    public let projection: Projection
    /// The left edge, from −360 to 180, and the upper edge, in units of the plane.
    public let left, top: Double
    /// The size in units of the plane.
    public let width, height: Double

    /// Creates a rectangle from its left and upper edge and its size, in units of the plane.
    public init(
      _ projection: Projection, left: Double, top: Double, width: Double, height: Double
    ) {
      self.projection = projection
      self.left = left
      self.top = top
      self.width = width
      self.height = height
    }

    /// Returns true if the point of a place is within the frame or on its edge.
    ///
    /// The projection must not be `equirectangular`, whose plane continues across the date
    /// line.
    public func contains(longitude: Double, latitude: Double) -> Bool {
      guard let (x, y) = projection.dot(longitude: longitude, latitude: latitude) else {
        return false
      }
      return x >= left && x <= left + width && y <= top && y >= top - height
    }

    /// An area that contains all places of the frame, and some around it.
    public var area: Outlines.Area {
      if projection == .equirectangular {
        return Outlines.Area(west: left, north: top, width: width, height: height)
      }
      let steps = 32
      let places = (0...steps).flatMap { row in
        (0...steps).compactMap { column in
          projection.place(
            x: left + width * Double(column) / Double(steps),
            y: top - height * Double(row) / Double(steps))
        }
      }
      guard !places.isEmpty else {
        return Outlines.Area(west: -180, north: 0, width: 0, height: 0)
      }
      // Places between those of the grid are at most about two of its steps away.
      let margin = 3 * max(width, height) / Double(steps)
      let latitudes = places.map(\.latitude)
      let (south, north) = (
        max((latitudes.min() ?? -90) - margin, projection == .northPole ? 0 : -90),
        min((latitudes.max() ?? 90) + margin, projection == .southPole ? 0 : 90)
      )
      let shrink = cos(min(max(abs(south), abs(north)), 90) * .pi / 180)
      let (west, span) = longitudes(of: places.map(\.longitude), margin: margin / max(shrink, 1e-9))
      return Outlines.Area(west: west, north: north, width: span, height: north - south)
    }

    /// Returns the shortest range of longitudes that contains some, with a margin: its
    /// western edge, from −180 to 180, and its width.
    private func longitudes(
      of longitudes: [Double], margin: Double
    ) -> (west: Double, width: Double) {
      let whole =
        projection.isPolar ? (-180.0, 360.0) : (wrapped(projection.meridian - 180), 360.0)
      if !projection.isPolar {
        // The globe ends at the edges of the plane.
        let west = max((longitudes.min() ?? 0) - margin, projection.meridian - 180)
        let east = min((longitudes.max() ?? 0) + margin, projection.meridian + 180)
        return east - west >= 360 ? whole : (wrapped(west), east - west)
      }
      let sorted = longitudes.map(wrapped).sorted()
      guard let first = sorted.first else { return whole }
      let gaps = zip(sorted, sorted.dropFirst() + [first + 360])
      guard let gap = gaps.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return whole }
      let width = 360 - (gap.1 - gap.0) + 2 * margin
      return width >= 360 ? whole : (wrapped(gap.1 - margin), width)
    }

    private func wrapped(_ longitude: Double) -> Double {
      longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    }
  }
}

/// Two smooth functions of degrees, as cubics for each quarter of a degree, which are within
/// 10⁻⁸ of them and take a fraction of the time.
///
/// `@unchecked Sendable` because of the pointer to memory that is never written again and never
/// freed. Threads would wait for each other to count the references to an array.
package struct Curve: @unchecked Sendable {
  private let start: Double
  /// The coefficients of the cubics, for the position within the quarter, from 0 to 1.
  private let cubics: UnsafeBufferPointer<SIMD8<Double>>

  /// - Parameter range: whole degrees, at whose ends the functions stop.
  init(_ range: ClosedRange<Double>, _ values: (_ degrees: Double) -> SIMD2<Double>) {
    start = range.lowerBound
    let cubics = (0..<4 * Int(range.upperBound - range.lowerBound)).map { number in
      // The values at thirds determine the cubic.
      func value(_ third: Int) -> SIMD2<Double> {
        values(range.lowerBound + Double(3 * number + third) / 12)
      }
      let (a, b, c, d) = (value(0), value(1), value(2), value(3))
      let (first, second): (SIMD2<Double>, SIMD2<Double>) = (
        9 * b - 4.5 * c + d - 5.5 * a, 9 * a - 22.5 * b + 18 * c - 4.5 * d
      )
      let third: SIMD2<Double> = 13.5 * b - 13.5 * c + 4.5 * d - 4.5 * a
      return SIMD8(
        lowHalf: SIMD4(lowHalf: a, highHalf: first),
        highHalf: SIMD4(lowHalf: second, highHalf: third))
    }
    let memory = UnsafeMutableBufferPointer<SIMD8<Double>>.allocate(capacity: cubics.count)
    _ = memory.initialize(from: cubics)
    self.cubics = UnsafeBufferPointer(memory)
  }

  package func callAsFunction(_ degrees: Double) -> SIMD2<Double> {
    // In this order, NaN is 0.
    let position = min(max(0, (degrees - start) * 4), Double(cubics.count))
    let number = min(Int(position), cubics.count - 1)
    let (low, high) = (cubics[number].lowHalf, cubics[number].highHalf)
    let part = SIMD2(repeating: position - Double(number))
    return ((high.highHalf * part + high.lowHalf) * part + low.highHalf) * part + low.lowHalf
  }

  /// The sine and the cosine of an angle.
  package static let angle = Curve(-180...180, sineAndCosine)
  static let polarRadius = Curve(0...90, Geography.polarRadius)
  static let equalEarth = Curve(0...90, EqualEarth.ring)
}

private func sineAndCosine(degrees: Double) -> SIMD2<Double> {
  [sin(degrees * .pi / 180), cos(degrees * .pi / 180)]
}

/// Returns the distance of a northern latitude from the pole on the plane of its hemisphere,
/// twice.
private func polarRadius(latitude: Double) -> SIMD2<Double> {
  // The equator is not beyond the edge by rounding.
  SIMD2(repeating: min(90 * 2.0.squareRoot() * sin((90 - latitude) * .pi / 360), 90))
}

/// The formulas of Equal Earth, with an equator of 360 units.
private enum EqualEarth {
  private static let a = (1.340264, -0.081106, 0.000893, 0.003796)
  private static let m = 3.0.squareRoot() / 2
  /// The units of the radius of the Earth.
  private static let scale = 180 / (.pi / (m * a.0))

  /// Returns the width of a degree on a parallel, and its height.
  static func ring(latitude: Double) -> SIMD2<Double> {
    let theta = asin(m * sin(latitude * .pi / 180))
    let (square, sixth) = (theta * theta, theta * theta * theta * theta * theta * theta)
    let slope = a.0 + 3 * a.1 * square + sixth * (7 * a.2 + 9 * a.3 * square)
    let y = theta * (a.0 + a.1 * square + sixth * (a.2 + a.3 * square))
    return [scale * cos(theta) / (m * slope) * .pi / 180, y * scale]
  }

  /// Returns the latitude of a height by Newton's method; `nil` beyond the poles.
  static func latitude(y: Double) -> Double? {
    let y = y / scale
    var theta = y
    for _ in 0..<12 {
      let square = theta * theta
      let sixth = square * square * square
      let value = theta * (a.0 + a.1 * square + sixth * (a.2 + a.3 * square)) - y
      let slope = a.0 + 3 * a.1 * square + sixth * (7 * a.2 + 9 * a.3 * square)
      theta -= value / slope
    }
    let sine = sin(theta) / m
    // A point on the pole may be beyond it by rounding.
    guard abs(theta) < 1.2, abs(sine) <= 1 + 1e-9 else { return nil }
    return asin(min(max(sine, -1), 1)) * 180 / .pi
  }
}
