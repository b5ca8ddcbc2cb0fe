import Foundation

/// The plane on which a fault moved, from a moment tensor or a focal mechanism.
public struct FaultMechanism: Codable, Hashable, Sendable {
  /// One of two planes that the waves cannot tell apart.
  public struct Plane: Codable, Hashable, Sendable {
    /// The directions in degrees: strike 0 to 360, dip 0 to 90, rake -180 to 180.
    public let strike, dip, rake: Double
  }

  public let planes: [Plane]
}

// Directions are vectors of length 1: to the north, to the east and down.

private let degree = Double.pi / 180

extension FaultMechanism.Plane {
  /// The direction that is perpendicular to the plane and points up.
  ///
  /// Aki and Richards (2002), Quantitative Seismology, section 4.3.
  package var normal: SIMD3<Double> {
    let (strike, dip) = (strike * degree, dip * degree)
    return [-sin(dip) * sin(strike), sin(dip) * cos(strike), -cos(dip)]
  }

  /// The direction in which the upper side moved.
  package var slip: SIMD3<Double> { cos(rake * degree) * along + sin(rake * degree) * up }

  /// The direction of the strike.
  private var along: SIMD3<Double> { [cos(strike * degree), sin(strike * degree), 0] }

  /// The steepest direction in the plane.
  private var up: SIMD3<Double> {
    let (strike, dip) = (strike * degree, dip * degree)
    return [cos(dip) * sin(strike), -cos(dip) * cos(strike), -sin(dip)]
  }

  fileprivate init(normal: SIMD3<Double>, slip: SIMD3<Double>) {
    // Both sides moved: seen from the other one, both directions are the opposite.
    let sign = normal.z > 0 ? -1.0 : 1
    let strike = atan2(-sign * normal.x, sign * normal.y) / degree
    let plane = Self(
      strike: strike < 0 ? strike + 360 : strike, dip: acos(min(abs(normal.z), 1)) / degree,
      rake: 0)
    let rake = atan2((sign * slip * plane.up).sum(), (sign * slip * plane.along).sum())
    self.init(strike: plane.strike, dip: plane.dip, rake: rake / degree)
  }
}

extension FaultMechanism {
  /// Creates the mechanism from the properties of a moment tensor or a focal mechanism.
  ///
  /// - Returns: `nil` without a whole plane, and without a tensor.
  init?(_ properties: JSONValue) {
    let planes = (1...2).compactMap { number -> Plane? in
      func angle(_ range: ClosedRange<Double>, _ names: String...) -> Double? {
        names.lazy.compactMap { properties["nodal-plane-\(number)-\($0)"].number.within(range) }
          .first
      }
      // Products of before 2013 call the rake `slip`.
      guard let strike = angle(-360...360, "strike"), let dip = angle(0...90, "dip"),
        let rake = angle(-360...360, "rake", "slip")
      else { return nil }
      return Plane(
        strike: strike < 0 ? strike + 360 : strike, dip: dip,
        rake: rake > 180 ? rake - 360 : rake < -180 ? rake + 360 : rake)
    }
    if planes.isEmpty { self.init(tensor: properties) } else { self.init(planes: planes) }
  }

  /// Creates the mechanism from the elements of a moment tensor, whose directions are up,
  /// south and east. Networks publish many of them without planes.
  ///
  /// - Returns: `nil` if an element is missing, or no plane follows: an explosion pushes
  ///   outward in all directions.
  private init?(tensor properties: JSONValue) {
    let elements = ["mtt", "mpp", "mrr", "mtp", "mrt", "mrp"].compactMap {
      properties["tensor-\($0)"].number
    }
    guard elements.count == 6, let largest = elements.map(abs).max(), largest > 0,
      largest.isFinite
    else { return nil }
    let m = elements.map { $0 / largest }
    let tensor: [SIMD3<Double>] = [
      [m[0], -m[3], m[4]], [-m[3], m[1], -m[5]], [m[4], -m[5], m[2]],
    ]
    func product(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
      (a * SIMD3((tensor[0] * b).sum(), (tensor[1] * b).sum(), (tensor[2] * b).sum())).sum()
    }
    // Each rotation makes the product of two of the axes zero. After few rounds all are.
    //
    // https://en.wikipedia.org/wiki/Jacobi_eigenvalue_algorithm
    var axes: [SIMD3<Double>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for _ in 0..<10 {
      for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        let (a, b) = (axes[i], axes[j])
        let angle = atan2(2 * product(a, b), product(b, b) - product(a, a)) / 2
        axes[i] = cos(angle) * a - sin(angle) * b
        axes[j] = sin(angle) * a + cos(angle) * b
      }
    }
    axes.sort { product($0, $0) > product($1, $1) }
    let (tension, pressure) = (axes[0], axes[2])
    guard product(tension, tension) - product(pressure, pressure) > 1e-6 else { return nil }
    let normal = (tension + pressure) / 2.0.squareRoot()
    let slip = (tension - pressure) / 2.0.squareRoot()
    self.init(planes: [.init(normal: normal, slip: slip), .init(normal: slip, slip: normal)])
  }
}
