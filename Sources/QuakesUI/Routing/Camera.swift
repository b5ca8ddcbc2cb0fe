import Foundation
import QuakesData

/// Which part of the world the map shows: its middle, and how many degrees
/// it is wide.
public struct Camera: Hashable, Sendable {
  /// Degrees, -180 to 180.
  var longitude: Double
  /// Degrees, -90 to 90.
  var latitude: Double
  /// Degrees of longitude, at most all.
  var width: Double

  /// All of the world, with the Pacific in the middle: so the ring of fire
  /// is whole.
  static let world = Camera(longitude: 150, latitude: 0, width: 360)
  /// All of the world, with the Atlantic in the middle.
  static let atlantic = Camera(longitude: 0, latitude: 0, width: 360)

  /// Height by width. That of the whole world, so that nothing is outside the
  /// frame where the map is as wide as it gets.
  private static let proportion = 0.5
  static let widths = 2.0...360.0

  init(longitude: Double, latitude: Double, width: Double) {
    self.width = min(max(rounded(width), Self.widths.lowerBound), Self.widths.upperBound)
    // Rounded first, since that can lead to 180, which is -180.
    self.longitude = rounded(wrapped(rounded(longitude)))
    // The map never ends before its frame does.
    let reach = ((90 - self.width * Self.proportion / 2) * 100).rounded(.down) / 100
    self.latitude = min(max(rounded(latitude), -reach), reach)
  }

  var height: Double { width * Self.proportion }

  /// True if the whole world is shown, whatever is in the middle.
  var isWorld: Bool { width >= Self.widths.upperBound }

  /// The part of the world that is shown.
  var area: QuakeGrid.Area {
    QuakeGrid.Area(
      west: longitude - width / 2, north: latitude + height / 2, width: width, height: height)
  }

  /// The same part, as a condition on quakes: what the map counts.
  var box: QuakesQuery.Box {
    let (west, east) =
      isWorld ? (-180, 180) : (wrapped(longitude - width / 2), wrapped(longitude + width / 2))
    // Quarters of hundredths, without the noise of binary fractions.
    return QuakesQuery.Box(
      west: rounded(west, to: 10_000), south: rounded(latitude - height / 2, to: 10_000),
      east: rounded(east, to: 10_000), north: rounded(latitude + height / 2, to: 10_000))
  }
}

extension Camera {
  /// Closer to a place, or further from it.
  func zoomed(by factor: Double, at place: (longitude: Double, latitude: Double)? = nil) -> Camera {
    Camera(
      longitude: place?.longitude ?? longitude, latitude: place?.latitude ?? latitude,
      width: width / factor)
  }

  /// Moved by parts of what is shown; positive to the east and the north.
  func moved(east: Double = 0, north: Double = 0) -> Camera {
    Camera(
      longitude: longitude + east * width, latitude: latitude + north * height, width: width)
  }

  /// The camera that shows all of a rectangle.
  static func fitting(_ box: QuakesQuery.Box) -> Camera {
    let span = box.west <= box.east ? box.east - box.west : box.east - box.west + 360
    let width = max(span, (box.north - box.south) / proportion) * 1.15
    return Camera(
      longitude: box.west + span / 2, latitude: (box.south + box.north) / 2, width: max(width, 4))
  }
}

/// A longitude from -180 up to 180.
private func wrapped(_ longitude: Double) -> Double {
  longitude - 360 * ((longitude + 180) / 360).rounded(.down)
}

/// To hundredths, which are a kilometre, or other parts of a degree.
private func rounded(_ degrees: Double, to parts: Double = 100) -> Double {
  (degrees * parts).rounded() / parts
}
