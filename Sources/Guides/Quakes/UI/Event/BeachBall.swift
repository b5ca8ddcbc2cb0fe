import Foundation
import QuakesData

/// The picture of a fault plane that seismologists use: the lower half of a sphere around
/// the source, seen from above, on which the parts that were pushed outward are dark.
///
/// https://en.wikipedia.org/wiki/Focal_mechanism
struct BeachBall {
  /// The radius of the circle.
  static let radius = 1_000.0

  /// The dark parts, as the data of a path. Its filling does not depend on the fill rule.
  let path: String

  init(_ plane: FaultMechanism.Plane) {
    // The waves push outward where the products of a direction with the normal and with the
    // slip have the same sign: on the side of the normal, or on the side opposite to the
    // slip, but not on both. Outlines in opposite directions leave out what both enclose.
    path = [Self.side(of: plane.normal), Self.side(of: -plane.slip).reversed()].map { side in
      "M" + side.map(Self.projected).joined(separator: " ") + "z"
    }
    .joined()
  }

  /// Returns the outline of the directions of the lower half within 90° of one: along the
  /// plane between its ends on the horizon, and back along the horizon.
  private static func side(of direction: SIMD3<Double>) -> [SIMD3<Double>] {
    let level = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    let (north, east) = level > 0 ? (direction.x / level, direction.y / level) : (1, 0)
    let end = SIMD3(-east, north, 0)
    let lowest = SIMD3(-direction.z * north, -direction.z * east, level)
    let horizon = SIMD3(-north, -east, 0)
    return stride(from: 0.0, to: 360, by: 6).map { degrees in
      let angle = degrees * .pi / 180
      return cos(angle) * end + sin(angle) * (degrees < 180 ? lowest : horizon)
    }
  }

  /// Returns the point in the picture, by the projection of equal areas.
  private static func projected(_ direction: SIMD3<Double>) -> String {
    let scale = radius / (1 + max(direction.z, 0)).squareRoot()
    return "\(Int((direction.y * scale).rounded())) \(Int((-direction.x * scale).rounded()))"
  }
}

extension FaultMechanism {
  /// The movement of the fault in words.
  ///
  /// https://www.usgs.gov/faqs/what-a-fault-and-what-are-different-types
  var movement: String? {
    guard let rake = planes.first?.rake else { return nil }
    // Of a flat and a steep plane, the waves do not tell which one moved.
    let steep = planes.allSatisfy { $0.dip >= 75 } ? " on a steep fault" : ""
    let moved =
      rake > 0 ? "one side was pushed up over the other" : "one side slid down along the other"
    return switch abs(rake) {
    case ..<30, 150...: "Strike-slip: the two sides moved past each other sideways\(steep)."
    case 60..<120: "\(rake > 0 ? "Thrust" : "Normal"): \(moved)\(steep)."
    default: "Oblique: \(moved), and sideways\(steep)."
    }
  }
}
