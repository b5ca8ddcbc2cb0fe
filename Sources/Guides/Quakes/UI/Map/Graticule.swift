import Foundation
import Geography
import Look
import QuakesData

/// The lines of equal longitude and latitude of the projections.
enum Graticule {
  /// Returns the degrees between two lines of a map of a width.
  static func step(width: Double) -> Double { steps.first { width / $0 <= 8 } ?? 45 }

  private static let steps = [0.5, 1, 2, 5, 10, 15, 30, 45]
}

/// A bar as long as a round number of kilometres or miles in the middle of the
/// map.
struct ScaleBar: Hashable, Sendable {
  let text: String
  /// The length in percent of the width of the map.
  let width: Double

  init(_ camera: Camera, in unit: LengthUnit) {
    let kilometres = camera.width * Self.kilometresPerUnit(of: camera)
    let most = unit.length(kilometres: kilometres) / 5
    let power = pow(10, log10(most).rounded(.down))
    let length = [5.0, 2, 1].map { $0 * power }.first { $0 <= most } ?? power
    text = "\(length < 1 ? shortNumber(length) : grouped(Int(length))) \(unit.rawValue)"
    width = percent(length / unit.length(kilometres: kilometres))
  }

  /// Returns the width of a unit in the middle of the map, or of the plane if the globe does
  /// not reach there.
  private static func kilometresPerUnit(of camera: Camera) -> Double {
    let half = 0.05
    func width(x: Double, y: Double) -> Double? {
      guard let left = camera.projection.place(x: x - half, y: y),
        let right = camera.projection.place(x: x + half, y: y)
      else { return nil }
      let circle = QuakesQuery.Circle(
        longitude: left.longitude, latitude: left.latitude, radius: 0)
      return circle.distance(longitude: right.longitude, latitude: right.latitude) / (2 * half)
    }
    return max(width(x: camera.x, y: camera.y) ?? width(x: 0, y: 0) ?? 1, 1)
  }
}

/// Returns a fraction in percent, rounded to two decimals.
func percent(_ fraction: Double) -> Double { (fraction * 10_000).rounded() / 100 }
