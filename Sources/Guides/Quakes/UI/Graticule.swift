import Foundation
import Look
import QuakesData

/// The lines of equal longitude and latitude, with labels at the edges of the
/// frame.
struct Graticule {
  private let camera: Camera
  /// The degrees between two lines.
  let step: Double

  init(_ camera: Camera) {
    self.camera = camera
    step = Self.steps.first { camera.width / $0 <= 8 } ?? 45
  }

  private static let steps = [0.5, 1, 2, 5, 10, 15, 30, 45]

  /// The lines as the data of a path. They continue beyond the frame, which a
  /// script may move.
  var path: String {
    let area = camera.area
    let left = area.west + 180
    let (from, to) = (left - area.width, left + 2 * area.width)
    let columns = multiples(from: from, to: to)
    let rows = multiples(from: 90 - area.north - area.height, to: 90 - area.north + 2 * area.height)
      .filter { (0...180).contains($0) }
    return rows.map { "M\(hundredths(from)) \(hundredths($0))H\(hundredths(to))" }.joined()
      + columns.map { "M\(hundredths($0)) 0V180" }.joined()
  }

  /// The labels: longitudes at the lower edge, latitudes at the left one.
  var labels: [QuakeMap.ViewState.Name] {
    let area = camera.area
    let right = area.west + area.width
    let longitudes = multiples(from: area.west, to: right).map { degrees in
      QuakeMap.ViewState.Name(
        text: label(wrapped(degrees), "E", "W"),
        x: percent((degrees - area.west) / area.width), y: 100, style: "degree wide")
    }
    let latitudes = multiples(from: area.north - area.height, to: area.north).map { degrees in
      QuakeMap.ViewState.Name(
        text: label(degrees, "N", "S"), x: 0, y: percent((area.north - degrees) / area.height),
        style: "degree left wide")
    }
    // Away from the corners and from the controls in the middle of the edges.
    return longitudes.filter { (5...45).contains($0.x) || (55...78).contains($0.x) }
      + latitudes.filter { (20...42).contains($0.y) || (58...90).contains($0.y) }
  }

  private func multiples(from: Double, to: Double) -> [Double] {
    let first = (from / step).rounded(.up)
    let last = (to / step).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
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
    // Of the whole world, the equator is in the middle.
    let kilometres =
      camera.width * Self.kilometresPerDegree * max(cos(camera.latitude * .pi / 180), 0.01)
    let most = unit.length(kilometres: kilometres) / 5
    let power = pow(10, log10(most).rounded(.down))
    let length = [5.0, 2, 1].map { $0 * power }.first { $0 <= most } ?? power
    text =
      "\(length < 1 ? shortNumber(length) : grouped(Int(length))) \(unit.rawValue)"
      + (camera.width > 180 ? " at the equator" : "")
    width = percent(length / unit.length(kilometres: kilometres))
  }

  /// Of the equator.
  private static let kilometresPerDegree = 111.32
}

/// Returns a fraction in percent, rounded to two decimals.
func percent(_ fraction: Double) -> Double { (fraction * 10_000).rounded() / 100 }
