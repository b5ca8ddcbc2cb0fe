import Foundation
import Geography
import QuakesData

/// The part of a map that is shown: its projection, its centre, its width and its
/// height. The units are those of the plane of the projection, degrees of the
/// rectangular map.
public struct Camera: Hashable, Sendable {
  let projection: Projection
  /// The position of the centre to the right, -180 to 180: the longitude in degrees on the
  /// rectangular map.
  let x: Double
  /// The position of the centre upwards, -90 to 90: the latitude in degrees on the
  /// rectangular map.
  let y: Double
  /// The width, at most 360.
  let width: Double
  /// The height, at most 180. It is half the width unless the frame of the browser has
  /// another shape.
  let height: Double

  /// The whole world centred on the Pacific, which shows the Ring of Fire in
  /// one piece.
  static let world = Camera(longitude: 150, latitude: 0, width: 360)

  /// Returns the whole plane of a projection.
  static func world(in projection: Projection) -> Camera {
    projection == .equirectangular ? .world : Camera(projection, x: 0, y: 0, width: 360)
  }

  /// The whole world centred on the Atlantic.
  static let atlantic = Camera(longitude: 0, latitude: 0, width: 360)

  /// The height divided by the width, as of the whole world: at its full width
  /// the map shows everything.
  private static let proportion = 0.5
  static let widths = 2.0...360.0
  static let heights = 1.0...180.0

  /// Creates a camera of the rectangular map.
  init(longitude: Double, latitude: Double, width: Double, height: Double? = nil) {
    self.init(.equirectangular, x: longitude, y: latitude, width: width, height: height)
  }

  init(_ projection: Projection, x: Double, y: Double, width: Double, height: Double? = nil) {
    self.projection = projection
    let width = min(max(rounded(width), Self.widths.lowerBound), Self.widths.upperBound)
    let usual = width * Self.proportion
    let height = min(max(height ?? usual, Self.heights.lowerBound), Self.heights.upperBound)
    self.width = width
    self.height = rounded(height) == rounded(usual) ? usual : rounded(height)
    // Keeps the frame within the plane.
    func limited(_ centre: Double, _ limit: Double, _ length: Double) -> Double {
      let reach = ((limit - length / 2) * 100).rounded(.down) / 100
      // Without a negative zero.
      return min(max(rounded(centre), -reach), reach) + 0
    }
    self.x =
      projection == .equirectangular
      // Rounded first, because rounding can lead to 180, which is -180.
      ? rounded(wrapped(rounded(x))) : limited(x, 180, width)
    self.y = limited(y, 90, self.height)
  }

  /// True if the height is not that of the usual frame.
  var hasOwnHeight: Bool { height != width * Self.proportion }

  /// The height of a degree in widths of one. The rectangular map keeps shapes at 45° north
  /// and south, as Gall's isographic projection does.
  var stretch: Double { projection == .equirectangular ? 2.squareRoot() : 1 }

  /// True if the whole plane is shown, with any centre.
  var isWorld: Bool { isRoundTheWorld && height >= Self.heights.upperBound }

  private var isRoundTheWorld: Bool { width >= Self.widths.upperBound }

  /// True if every place of the globe is shown.
  var showsGlobe: Bool { isWorld && !projection.isPolar }

  /// The visible rectangle.
  var frame: Projection.Frame {
    Projection.Frame(
      projection, left: x - width / 2, top: y + height / 2, width: width, height: height)
  }

  /// Returns the position of a place, counted from 180 left of the middle and 90 above it;
  /// `nil` outside the frame.
  func position(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    guard let point = projection.point(longitude: longitude, latitude: latitude) else {
      return nil
    }
    guard projection == .equirectangular else {
      return frame.contains(longitude: longitude, latitude: latitude)
        ? (point.x + 180, 90 - point.y) : nil
    }
    guard box.contains(longitude: longitude, latitude: latitude) else { return nil }
    // The western edge is between -360° and 180°. The tolerance prevents
    // rounding errors from moving a point on the edge by 360°.
    let west = frame.left - 1e-6
    return [longitude - 360, longitude, longitude + 360].first { $0 >= west }
      .map { ($0 + 180, 90 - latitude) }
  }

  /// Returns a position within the frame as fractions of its width and its height.
  func fractions(of position: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let frame = frame
    return (
      min(max((position.x - 180 - frame.left) / frame.width, 0), 1),
      min(max((frame.top - 90 + position.y) / frame.height, 0), 1)
    )
  }

  /// The visible area of the rectangular map as a filter. The map counts the quakes within
  /// it.
  var box: QuakesQuery.Box {
    let (west, east) =
      isRoundTheWorld
      ? (-180, 180) : (wrapped(x - width / 2), wrapped(x + width / 2))
    // Edges are multiples of a quarter of a hundredth. Rounding removes binary
    // noise.
    return QuakesQuery.Box(
      west: rounded(west, to: 10_000), south: rounded(y - height / 2, to: 10_000),
      east: rounded(east, to: 10_000), north: rounded(y + height / 2, to: 10_000))
  }

  /// Returns a camera with the same centre, whose width and height are divided
  /// by the factor.
  func zoomed(by factor: Double) -> Camera {
    // The shape stays, also where the smallest view is reached.
    let factor = min(
      factor, width / Self.widths.lowerBound, height / Self.heights.lowerBound)
    return Camera(
      projection, x: x, y: y, width: width / factor, height: hasOwnHeight ? height / factor : nil)
  }

  /// Returns a camera moved by fractions of the visible rectangle, positive to the right and
  /// upwards.
  func moved(right: Double = 0, up: Double = 0) -> Camera {
    Camera(
      projection, x: x + right * width, y: y + up * height, width: width,
      height: hasOwnHeight ? height : nil)
  }

  /// Returns the camera with the same place in the middle in another projection; the whole
  /// plane if the place is not on it.
  func converted(to projection: Projection) -> Camera {
    guard projection != self.projection else { return self }
    guard !isWorld, let place = self.projection.place(x: x, y: y),
      let point = projection.point(longitude: place.longitude, latitude: place.latitude)
    else { return .world(in: projection) }
    return Camera(
      projection, x: point.x, y: point.y, width: width, height: hasOwnHeight ? height : nil)
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
    // A wide frame cuts off the north and the south of the view, a narrow one the sides.
    let width = max(1.4 * (area.east - area.west), 3.3 * (area.north - area.south))
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
