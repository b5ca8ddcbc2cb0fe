import Foundation
import Geography
import QuakesData

/// The neighbourhood of a place: a condition on the distance.
public struct Vicinity: Hashable, Sendable {
  /// The name or the coordinates, as in the address.
  public let text: String
  /// The place; `nil` for coordinates.
  let place: Gazetteer.Place?
  /// The longitude of the centre in degrees, positive in the east.
  public let longitude: Double
  /// The latitude of the centre in degrees, positive in the north.
  public let latitude: Double
  /// The radius in kilometres.
  public var radius = Self.usualRadius

  /// The radius of an address without one, in kilometres.
  static let usualRadius = 300.0
  static let radii = 1.0...5_000.0

  /// Parses a latitude and a longitude, as in "35.7,139.7", or the name of a
  /// place, as in "Tokyo" or "San Jose, Costa Rica". `nil` if no place has the
  /// name.
  init?(_ text: String) {
    if let position = numbers(text, count: 2), (-90...90).contains(position[0]),
      (-180...180).contains(position[1])
    {
      self.init(
        text: Self.text(position), place: nil, longitude: position[1], latitude: position[0])
    } else if let place = Gazetteer.world.places(named: text).first {
      self.init(place, text: text)
    } else {
      return nil
    }
  }

  /// Creates the vicinity of a place.
  init(_ place: Gazetteer.Place, text: String? = nil) {
    self.init(
      text: text ?? place.title, place: place, longitude: place.label.longitude,
      latitude: place.label.latitude)
  }

  /// Creates the vicinity of a point, rounded to tenths of a degree.
  init(longitude: Double, latitude: Double) {
    let position = [latitude, longitude].map { ($0 * 10).rounded() / 10 }
    self.init(text: Self.text(position), place: nil, longitude: position[1], latitude: position[0])
  }

  private static func text(_ position: [Double]) -> String {
    position.map(shortNumber).joined(separator: ",")
  }

  private init(text: String, place: Gazetteer.Place?, longitude: Double, latitude: Double) {
    self.text = text
    self.place = place
    self.longitude = longitude
    self.latitude = latitude
  }

  /// The name of the centre, as in "Tokyo, Japan" or "35.7° N, 139.7° E".
  var title: String {
    place?.title
      ?? [
        "\(decimal(abs(latitude)))°\u{A0}\(latitude < 0 ? "S" : "N")",
        "\(decimal(abs(longitude)))°\u{A0}\(longitude < 0 ? "W" : "E")",
      ].joined(separator: ", ")
  }

  /// The less populous places of the same name.
  var alternatives: [Gazetteer.Place] {
    place == nil ? [] : Array(Gazetteer.world.places(named: text).dropFirst())
  }

  /// The neighbourhood as a condition of a query.
  var circle: QuakesQuery.Circle {
    QuakesQuery.Circle(longitude: longitude, latitude: latitude, radius: radius)
  }
}
