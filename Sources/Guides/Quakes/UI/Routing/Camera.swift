import Foundation
import Geography
import QuakesData

/// The part of the world that the map shows: its centre, its width and its
/// height.
public struct Camera: Hashable, Sendable {
  /// The longitude of the centre in degrees, -180 to 180.
  var longitude: Double
  /// The latitude of the centre in degrees, -90 to 90.
  var latitude: Double
  /// The width in degrees of longitude, at most 360.
  var width: Double
  /// The height in degrees of latitude, at most 180. It is half the width
  /// unless the frame of the browser has another shape.
  var height: Double

  /// The whole world centred on the Pacific, which shows the Ring of Fire in
  /// one piece.
  static let world = Camera(longitude: 150, latitude: 0, width: 360)
  /// The whole world centred on the Atlantic.
  static let atlantic = Camera(longitude: 0, latitude: 0, width: 360)

  /// The height divided by the width, as of the whole world: at its full width
  /// the map shows everything.
  private static let proportion = 0.5
  static let widths = 2.0...360.0
  static let heights = 1.0...180.0

  init(longitude: Double, latitude: Double, width: Double, height: Double? = nil) {
    self.width = min(max(rounded(width), Self.widths.lowerBound), Self.widths.upperBound)
    let usual = self.width * Self.proportion
    let height = min(max(height ?? usual, Self.heights.lowerBound), Self.heights.upperBound)
    self.height = rounded(height) == rounded(usual) ? usual : rounded(height)
    // Rounded first, because rounding can lead to 180, which is -180.
    self.longitude = rounded(wrapped(rounded(longitude)))
    // Keeps the frame within the map.
    let reach = ((90 - self.height / 2) * 100).rounded(.down) / 100
    self.latitude = min(max(rounded(latitude), -reach), reach)
  }

  /// True if the height is not that of the usual frame.
  var hasOwnHeight: Bool { height != width * Self.proportion }

  /// True if the whole world is shown, with any centre.
  var isWorld: Bool { isRoundTheWorld && height >= Self.heights.upperBound }

  private var isRoundTheWorld: Bool { width >= Self.widths.upperBound }

  /// The visible area.
  var area: QuakeGrid.Area {
    QuakeGrid.Area(
      west: longitude - width / 2, north: latitude + height / 2, width: width, height: height)
  }

  /// The visible area as a filter. The map counts the quakes within it.
  var box: QuakesQuery.Box {
    let (west, east) =
      isRoundTheWorld
      ? (-180, 180) : (wrapped(longitude - width / 2), wrapped(longitude + width / 2))
    // Edges are multiples of a quarter of a hundredth. Rounding removes binary
    // noise.
    return QuakesQuery.Box(
      west: rounded(west, to: 10_000), south: rounded(latitude - height / 2, to: 10_000),
      east: rounded(east, to: 10_000), north: rounded(latitude + height / 2, to: 10_000))
  }
}

extension Camera {
  /// Returns a camera with the same centre, whose width and height are divided
  /// by the factor.
  func zoomed(by factor: Double) -> Camera {
    // The shape stays, also where the smallest view is reached.
    let factor = min(
      factor, width / Self.widths.lowerBound, height / Self.heights.lowerBound)
    return Camera(
      longitude: longitude, latitude: latitude, width: width / factor,
      height: hasOwnHeight ? height / factor : nil)
  }

  /// Returns a camera moved by fractions of the visible area, positive to the
  /// east and the north.
  func moved(east: Double = 0, north: Double = 0) -> Camera {
    Camera(
      longitude: longitude + east * width, latitude: latitude + north * height, width: width,
      height: hasOwnHeight ? height : nil)
  }

  /// Returns the camera that shows a whole vicinity.
  static func showing(_ near: Vicinity) -> Camera {
    if case .region(let region) = near.centre {
      let frame = region.cells.frame
      return fitting(
        QuakesQuery.Box(
          west: frame.west, south: frame.north - frame.height, east: frame.west + frame.width,
          north: frame.north))
    }
    // A degree of latitude has about 111 km. A degree of longitude is shorter.
    let height = 2.4 * near.radius / 111
    let shrink = max(0.2, cos(near.latitude * .pi / 180))
    return Camera(
      longitude: near.longitude, latitude: near.latitude,
      width: max(height / proportion, height / shrink))
  }

  /// Returns the camera that shows an event: the area of its shaking, or its surroundings.
  static func showing(_ event: Quake, _ shaking: ShakingMap?) -> Camera {
    guard let area = shaking?.area else {
      return Camera(longitude: event.longitude, latitude: event.latitude, width: 40)
    }
    let width = max(area.east - area.west, (area.north - area.south) / proportion) * 1.25
    return Camera(
      longitude: (area.west + area.east) / 2, latitude: (area.south + area.north) / 2,
      width: max(width, 4))
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
func wrapped(_ longitude: Double) -> Double {
  longitude - 360 * ((longitude + 180) / 360).rounded(.down)
}

/// Rounds degrees, by default to hundredths: about a kilometre.
private func rounded(_ degrees: Double, to parts: Double = 100) -> Double {
  (degrees * parts).rounded() / parts
}
