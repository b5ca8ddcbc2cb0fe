import Foundation
import QuakesData

/// The picture of a fault plane that seismologists use: the lower half of a sphere around
/// the source, seen from above, on which the parts that were pushed outward are dark.
///
/// https://en.wikipedia.org/wiki/Focal_mechanism
struct BeachBall {
  /// The dark parts, as the data of a path in a circle of radius 1.
  let path: String

  init(_ plane: FaultMechanism.Plane) {
    let radians = Double.pi / 180
    let (strike, dip, rake) = (plane.strike * radians, plane.dip * radians, plane.rake * radians)
    // Aki and Richards (2002), Quantitative Seismology, section 4.3: the normal of the plane
    // and the direction of the slip. x is north, y is east, z is down.
    let normal = Vector(
      x: -sin(dip) * sin(strike), y: sin(dip) * cos(strike), z: -cos(dip))
    let slip = Vector(
      x: cos(rake) * cos(strike) + cos(dip) * sin(rake) * sin(strike),
      y: cos(rake) * sin(strike) - cos(dip) * sin(rake) * cos(strike),
      z: -sin(rake) * sin(dip))
    // The waves push outward where both products with a direction have the same sign: in two
    // opposite wedges of the sphere.
    path = [1.0, -1].map { sign in
      Self.outline(normal.scaled(sign), slip.scaled(sign))
    }
    .joined()
  }

  /// Returns the part of a wedge that is on the lower half.
  private static func outline(_ normal: Vector, _ slip: Vector) -> String {
    let edge = normal.cross(slip)
    let angles = stride(from: 0.0, to: 180, by: 6).map { $0 * .pi / 180 }
    // From one end of the wedge along the fault plane to the other end, and back along the
    // other plane.
    let ring =
      angles.map { edge.scaled(cos($0)).plus(slip.scaled(sin($0))) }
      + angles.map { edge.scaled(-cos($0)).plus(normal.scaled(sin($0))) }
    let centre = normal.plus(slip)
    var points: [Vector] = []
    var exit: Vector?
    var entry: Vector?
    for (index, point) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      if point.isLower { points.append(point) }
      guard point.isLower != next.isLower else { continue }
      let share = point.z / (point.z - next.z)
      let crossing = point.plus(next.plus(point.scaled(-1)).scaled(share)).level
      if point.isLower {
        points.append(crossing)
        exit = crossing
      } else if let last = exit {
        points += last.arc(to: crossing, through: centre)
        exit = nil
        points.append(crossing)
      } else {
        entry = crossing
        points.append(crossing)
      }
    }
    // The ring began on the upper half, so the last arc leads to the first entry.
    if let exit, let entry { points += exit.arc(to: entry, through: centre) }
    guard points.count > 2 else { return "" }
    return "M" + points.map(\.projected).joined(separator: " ") + "z"
  }
}

/// A direction from the source.
private struct Vector {
  var x, y, z: Double

  /// True below the horizon. The tolerance prevents rounding errors from crossing it.
  var isLower: Bool { z > 1e-9 }

  func scaled(_ factor: Double) -> Vector { Vector(x: x * factor, y: y * factor, z: z * factor) }

  func plus(_ other: Vector) -> Vector {
    Vector(x: x + other.x, y: y + other.y, z: z + other.z)
  }

  func cross(_ other: Vector) -> Vector {
    Vector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  /// The direction on the horizon.
  var level: Vector {
    let length = (x * x + y * y).squareRoot()
    return length == 0 ? Vector(x: 1, y: 0, z: 0) : Vector(x: x / length, y: y / length, z: 0)
  }

  private var azimuth: Double { atan2(y, x) }

  /// Returns the directions on the horizon between two of them, on the side of a third.
  func arc(to end: Vector, through middle: Vector) -> [Vector] {
    func turn(_ from: Double, _ to: Double) -> Double {
      let turn = (to - from).truncatingRemainder(dividingBy: 2 * .pi)
      return turn < 0 ? turn + 2 * .pi : turn
    }
    let clockwise = turn(azimuth, end.azimuth)
    // The end of a wedge on the horizon is left where it was reached.
    guard (1e-6...2 * .pi - 1e-6).contains(clockwise) else { return [] }
    let angle =
      turn(azimuth, middle.azimuth) <= clockwise ? clockwise : clockwise - 2 * .pi
    return (1..<12).map { step in
      let azimuth = azimuth + angle * Double(step) / 12
      return Vector(x: cos(azimuth), y: sin(azimuth), z: 0)
    }
  }

  /// The point in the picture, by the projection of equal areas.
  var projected: String {
    let divisor = (1 + max(z, 0)).squareRoot()
    return "\(hundredths(y / divisor)) \(hundredths(-x / divisor))"
  }
}

extension FaultMechanism.Plane {
  /// The movement of the fault in words.
  ///
  /// https://www.usgs.gov/faqs/what-a-fault-and-what-are-different-types
  var movement: String {
    let steep = dip >= 75 ? " on a steep fault" : dip <= 30 ? " on a flat fault" : ""
    switch abs(rake) {
    case ..<30, 150...:
      return "Strike-slip: the two sides moved past each other sideways\(steep)."
    case 60..<120:
      return rake > 0
        ? "Thrust: one side was pushed up over the other\(steep)."
        : "Normal: one side slid down along the other\(steep)."
    default:
      return rake > 0
        ? "Oblique: one side was pushed up over the other, and sideways\(steep)."
        : "Oblique: one side slid down along the other, and sideways\(steep)."
    }
  }
}
