import Foundation
import Geography
import Look
import QuakesData

/// The lines of equal longitude and latitude, with labels at the edges of the
/// frame.
struct Graticule {
  let camera: Camera
  /// The degrees between two lines.
  var step: Double { Self.step(width: camera.width) }

  /// Returns the degrees between two lines of a map of a width.
  static func step(width: Double) -> Double { steps.first { width / $0 <= 8 } ?? 45 }

  private static let steps = [0.5, 1, 2, 5, 10, 15, 30, 45]

  /// The lines as the data of a path. They continue beyond the frame, which a
  /// script may move.
  var path: String {
    let frame = camera.frame
    let (left, top) = (frame.left + 180, 90 - frame.top)
    let (from, to) = (left - frame.width, left + 2 * frame.width)
    let columns = multiples(from: from, to: to)
    let rows = multiples(from: top - frame.height, to: top + 2 * frame.height)
      .filter { (0...180).contains($0) }
    return rows.map { "M\(hundredths(from)) \(hundredths($0))H\(hundredths(to))" }.joined()
      + columns.map { "M\(hundredths($0)) 0V180" }.joined()
  }

  /// The labels: longitudes at the lower edge, latitudes at the left one. Only the rectangular
  /// map has them, where each line meets an edge once.
  var labels: [QuakeMap.ViewState.Name] {
    guard camera.projection == .equirectangular else { return [] }
    let frame = camera.frame
    let longitudes = multiples(from: frame.left, to: frame.left + frame.width).map { degrees in
      QuakeMap.ViewState.Name(
        text: label(wrapped(degrees), "E", "W"),
        x: percent((degrees - frame.left) / frame.width), y: 100, style: "degree wide")
    }
    let latitudes = multiples(from: frame.top - frame.height, to: frame.top).map { degrees in
      QuakeMap.ViewState.Name(
        text: label(degrees, "N", "S"), x: 0, y: percent((frame.top - degrees) / frame.height),
        style: "degree left wide")
    }
    // Away from the corners and from the controls in the middle of the edges.
    return longitudes.filter { (5...45).contains($0.x) || (55...78).contains($0.x) }
      + latitudes.filter { (20...42).contains($0.y) || (58...90).contains($0.y) }
  }

  private func multiples(from: Double, to: Double) -> [Double] {
    stride(from: (from / step).rounded(.up), through: (to / step).rounded(.down), by: 1)
      .map { $0 * step }
  }

  private func label(_ degrees: Double, _ positive: String, _ negative: String) -> String {
    // 180° and 0° have no direction.
    let direction =
      degrees == 0 || abs(degrees) == 180 ? "" : "\u{A0}\(degrees < 0 ? negative : positive)"
    return "\(shortNumber(abs(degrees)))°\(direction)"
  }
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
    text =
      "\(length < 1 ? shortNumber(length) : grouped(Int(length))) \(unit.rawValue)"
      + (camera.width > 180 ? camera.projection.isPolar ? " at the pole" : " at the equator" : "")
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
