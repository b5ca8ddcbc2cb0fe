import Foundation
import QuakesData

/// The part of the world that the map shows: its centre and its width.
public struct Camera: Hashable, Sendable {
  /// The longitude of the centre in degrees, -180 to 180.
  var longitude: Double
  /// The latitude of the centre in degrees, -90 to 90.
  var latitude: Double
  /// The width in degrees of longitude, at most 360.
  var width: Double

  /// The whole world centred on the Pacific, which shows the Ring of Fire in
  /// one piece.
  static let world = Camera(longitude: 150, latitude: 0, width: 360)
  /// The whole world centred on the Atlantic.
  static let atlantic = Camera(longitude: 0, latitude: 0, width: 360)

  /// The height divided by the width, as of the whole world: at its full width
  /// the map shows everything.
  private static let proportion = 0.5
  static let widths = 2.0...360.0

  init(longitude: Double, latitude: Double, width: Double) {
    self.width = min(max(rounded(width), Self.widths.lowerBound), Self.widths.upperBound)
    // Rounded first, because rounding can lead to 180, which is -180.
    self.longitude = rounded(wrapped(rounded(longitude)))
    // Keeps the frame within the map.
    let reach = ((90 - self.width * Self.proportion / 2) * 100).rounded(.down) / 100
    self.latitude = min(max(rounded(latitude), -reach), reach)
  }

  var height: Double { width * Self.proportion }

  /// True if the whole world is shown, with any centre.
  var isWorld: Bool { width >= Self.widths.upperBound }

  /// The visible area.
  var area: QuakeGrid.Area {
    QuakeGrid.Area(
      west: longitude - width / 2, north: latitude + height / 2, width: width, height: height)
  }

  /// The visible area as a filter. The map counts the quakes within it.
  var box: QuakesQuery.Box {
    let (west, east) =
      isWorld ? (-180, 180) : (wrapped(longitude - width / 2), wrapped(longitude + width / 2))
    // Edges are multiples of a quarter of a hundredth. Rounding removes binary
    // noise.
    return QuakesQuery.Box(
      west: rounded(west, to: 10_000), south: rounded(latitude - height / 2, to: 10_000),
      east: rounded(east, to: 10_000), north: rounded(latitude + height / 2, to: 10_000))
  }
}

extension Camera {
  /// Returns a camera with a width divided by the factor, centred on a place if
  /// one is given.
  func zoomed(by factor: Double, at place: (longitude: Double, latitude: Double)? = nil) -> Camera {
    Camera(
      longitude: place?.longitude ?? longitude, latitude: place?.latitude ?? latitude,
      width: width / factor)
  }

  /// Returns a camera moved by fractions of the visible area, positive to the
  /// east and the north.
  func moved(east: Double = 0, north: Double = 0) -> Camera {
    Camera(
      longitude: longitude + east * width, latitude: latitude + north * height, width: width)
  }

  /// Returns the camera that shows a whole rectangle.
  static func fitting(_ box: QuakesQuery.Box) -> Camera {
    let span = box.west <= box.east ? box.east - box.west : box.east - box.west + 360
    let width = max(span, (box.north - box.south) / proportion) * 1.15
    return Camera(
      longitude: box.west + span / 2, latitude: (box.south + box.north) / 2, width: max(width, 4))
  }
}

/// Returns the equivalent longitude in -180..<180.
private func wrapped(_ longitude: Double) -> Double {
  longitude - 360 * ((longitude + 180) / 360).rounded(.down)
}

/// Rounds degrees, by default to hundredths: about a kilometre.
private func rounded(_ degrees: Double, to parts: Double = 100) -> Double {
  (degrees * parts).rounded() / parts
}
