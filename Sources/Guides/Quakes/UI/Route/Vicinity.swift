import Geography
import QuakesData

/// The neighbourhood of a place: a condition on the distance, or the area of a
/// country, a state or an island.
public struct Vicinity: Hashable, Sendable {
  /// The name or the coordinates, as in the address.
  public let text: String
  /// The meaning of the text: its centre or its area.
  let centre: Centre
  /// The longitude of the centre in degrees, positive in the east.
  public let longitude: Double
  /// The latitude of the centre in degrees, positive in the north.
  public let latitude: Double
  /// The radius in kilometres; without a meaning for a region.
  public var radius = Self.usualRadius

  /// A centre or an area that a text can mean.
  enum Centre: Hashable, Sendable {
    case region(Gazetteer.Region)
    case place(Gazetteer.Place)
    case point
    /// The position of the visitor.
    case visitor
  }

  /// The radius of an address without one, in kilometres.
  static let usualRadius = 300.0
  static let radii = 1.0...5_000.0
}

extension Vicinity {
  /// Parses a latitude and a longitude, as in "35.7,139.7" or, as the position of
  /// the visitor, "me,35.7,139.7"; or a name: that of a country, a state or an
  /// island, as in "Japan", before that of a city, as in "Tokyo" or "San Jose,
  /// Costa Rica". `nil` if nothing has the name.
  init?(_ text: String) {
    let own = text.hasPrefix(Self.own) ? text.dropFirst(Self.own.count) : nil
    if let position = numbers(own.map(String.init) ?? text, count: 2),
      (-90...90).contains(position[0]), (-180...180).contains(position[1])
    {
      self.init(
        text: (own == nil ? "" : Self.own) + Self.text(position),
        centre: own == nil ? .point : .visitor, longitude: position[1], latitude: position[0])
    } else if let first = Self.meanings(of: text).first {
      self.init(first, text: text)
    } else {
      return nil
    }
  }

  /// The start of the text for the position of the visitor.
  private static let own = "me,"

  /// The regions and places with a name, the regions first, then the most
  /// populous places.
  static func meanings(of text: String) -> [Centre] {
    let regions = PlaceSearch.otherNames(of: text).lazy.map { Gazetteer.regions(named: $0) }
      .first { !$0.isEmpty }
    return (regions ?? []).map(Centre.region)
      + Gazetteer.world.places(named: text).map(Centre.place)
  }

  /// Creates the vicinity of a region or a place.
  init(_ centre: Centre, text: String? = nil) {
    switch centre {
    case .region(let region):
      let frame = region.cells.frame
      self.init(
        text: text ?? region.title, centre: centre,
        longitude: wrapped(frame.west + frame.width / 2), latitude: frame.north - frame.height / 2)
    case .place(let place):
      // "São Paulo, Brazil" is the state.
      let isTaken = !Gazetteer.regions(named: place.title).isEmpty
      self.init(
        text: text
          ?? (isTaken ? "\(place.name), \(place.region), \(place.country)" : place.title),
        centre: centre, longitude: place.label.longitude, latitude: place.label.latitude)
    case .point, .visitor:
      self.init(text: text ?? "0,0", centre: centre, longitude: 0, latitude: 0)
    }
  }

  /// Creates the vicinity of an event, rounded to tenths of a degree.
  init(around quake: Quake, radius: Double) {
    let position = [quake.latitude, quake.longitude].map { ($0 * 10).rounded() / 10 }
    self.init(
      text: Self.text(position), centre: .point, longitude: position[1], latitude: position[0],
      radius: radius)
  }

  private static func text(_ position: [Double]) -> String {
    position.map(shortNumber).joined(separator: ",")
  }

  /// The name of the centre, as in "Tokyo, Japan", "35.7° N, 139.7° E" or "you".
  var title: String {
    switch centre {
    case .region(let region): region.title
    case .place(let place): place.title
    case .visitor: "you"
    case .point:
      [
        "\(decimal(abs(latitude)))°\u{A0}\(latitude < 0 ? "S" : "N")",
        "\(decimal(abs(longitude)))°\u{A0}\(longitude < 0 ? "W" : "E")",
      ].joined(separator: ", ")
    }
  }

  /// The name of the centre without what tells it from others, as in "Springfield".
  var name: String {
    switch centre {
    case .region(let region): region.name
    case .place(let place): place.name
    case .point, .visitor: title
    }
  }

  /// The region of the centre, which tells it from places of the same name, as in "Illinois".
  var context: String {
    let start = "\(name), "
    return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
  }

  /// True for the position of the visitor.
  var isVisitor: Bool { centre == .visitor }

  /// The condition within a sentence, as in "in or near Japan" or "within 300 km
  /// of Tokyo, Japan".
  func condition(in unit: LengthUnit) -> String {
    isRegion ? "in or near \(title)" : "within \(shownDistance(radius, in: unit)) of \(title)"
  }

  /// True for a country, a state or an island.
  var isRegion: Bool { if case .region = centre { true } else { false } }

  /// The other meanings of the same name.
  var alternatives: [Centre] {
    switch centre {
    case .region, .place: Self.meanings(of: text).filter { $0 != centre }
    case .point, .visitor: []
    }
  }

  /// The neighbourhood as a condition of a query; `nil` for a region.
  var circle: QuakesQuery.Circle? {
    isRegion
      ? nil : QuakesQuery.Circle(longitude: longitude, latitude: latitude, radius: radius)
  }

  /// The region as a condition of a query; `nil` for a place.
  var region: Gazetteer.Cells? {
    if case .region(let region) = centre { region.cells } else { nil }
  }
}
