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
  static let world = Camera(longitude: 150, latitude: 5, width: 360)
  /// All of the world, with the Atlantic in the middle.
  static let atlantic = Camera(longitude: 0, latitude: 5, width: 360)

  private static let proportion = 150.0 / 360
  static let widths = 2.0...360.0

  init(longitude: Double, latitude: Double, width: Double) {
    self.width = min(max(rounded(width), Self.widths.lowerBound), Self.widths.upperBound)
    // Rounded first, since that can lead to 180, which is -180.
    let longitude = rounded(longitude)
    self.longitude = rounded(longitude - 360 * ((longitude + 180) / 360).rounded(.down))
    // The map never ends before its frame does.
    let reach = 90 - self.width * Self.proportion / 2
    self.latitude = rounded(min(max(latitude, -reach), reach))
  }

  var height: Double { width * Self.proportion }

  /// The part of the world that is shown.
  var area: QuakeGrid.Area {
    QuakeGrid.Area(
      west: longitude - width / 2, north: latitude + height / 2, width: width, height: height)
  }

  /// The same part, as a condition on quakes.
  var box: QuakesQuery.Box {
    func wrapped(_ longitude: Double) -> Double {
      rounded(longitude - 360 * ((longitude + 180) / 360).rounded(.down))
    }
    guard width < 360 else {
      return QuakesQuery.Box(
        west: -180, south: rounded(latitude - height / 2), east: 180,
        north: rounded(latitude + height / 2))
    }
    return QuakesQuery.Box(
      west: wrapped(longitude - width / 2), south: rounded(latitude - height / 2),
      east: wrapped(longitude + width / 2), north: rounded(latitude + height / 2))
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

/// To hundredths, which are a kilometre.
private func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
