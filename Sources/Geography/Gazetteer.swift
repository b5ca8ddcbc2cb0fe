import CGeography
import TextSearch

/// The names of the world: countries, states, seas, and populated places.
///
/// ```swift
/// import Geography
///
/// let tokyo = Gazetteer.world.places(named: "Tokyo").first
/// print(tokyo?.title ?? "nowhere")  // Tokyo, Japan
/// ```
///
/// The names are those of Natural Earth, which is in the public domain:
/// https://www.naturalearthdata.com
public struct Gazetteer: Sendable {
  public let countries: [Country]
  public let states: [State]
  public let seas: [Sea]
  /// The populated places, in descending order of population.
  public let places: [Place]
  /// The numbers of the places by each folded name.
  private let placesByName: [SearchText: [Int]]

  /// The names of the whole world. The first access parses them.
  public static let world = Gazetteer(parsing: geography_names())

  /// A country or territory.
  public struct Country: Hashable, Sendable {
    /// The code of ISO 3166 with two letters; empty if it has none.
    public let code: String
    public let name: String
    public let otherNames: [String]
    public let label: Label
    public let population: Int
  }

  /// A state or province of a large country.
  public struct State: Hashable, Sendable {
    /// The code of the country.
    public let countryCode: String
    public let name: String
    /// The postal code, as "CA".
    public let postalCode: String
    public let label: Label
  }

  /// An ocean or a part of one.
  public struct Sea: Hashable, Sendable {
    public let name: String
    public let isOcean: Bool
    public let label: Label
  }

  /// A city, town or village.
  public struct Place: Hashable, Sendable {
    public let name: String
    public let otherNames: [String]
    /// The state or province; empty if unknown.
    public let region: String
    /// The name of the country.
    public let country: String
    public let countryCode: String
    public let population: Int
    public let isCapital: Bool
    public let label: Label

    /// The name with the country, or with the state in the United States.
    public var title: String {
      let context = countryCode == "US" && !region.isEmpty ? region : country
      return context.isEmpty ? name : "\(name), \(context)"
    }
  }

  /// The position of a name on a map.
  public struct Label: Hashable, Sendable {
    /// The longitude in degrees, positive in the east.
    public let longitude: Double
    /// The latitude in degrees, positive in the north.
    public let latitude: Double
    /// The zoom level of web maps from which the name makes sense: at 0 the
    /// world is 256 pixels wide, and each level doubles it.
    public let zoom: Double
  }
}

extension Gazetteer {
  /// Returns the places with a name, the most populous first. The name may be
  /// followed by a state or a country, as in "Tokyo, Japan". Case and accents
  /// are ignored.
  public func places(named name: String) -> [Place] {
    let all = (placesByName[SearchText(name)] ?? []).map { places[$0] }
    guard all.isEmpty, let comma = name.lastIndex(of: ",") else { return all }
    let context = SearchText(name[name.index(after: comma)...].trimmed)
    return places(named: String(name[..<comma])).filter { place in
      [place.country, place.region, place.countryCode].contains { SearchText($0) == context }
    }
  }
}

extension Gazetteer {
  /// Parses lines of columns separated by tabs. Lines of an unknown kind and
  /// incomplete ones are skipped.
  init(parsing data: GeographyData) {
    self.init(
      parsing: String(
        decoding: UnsafeRawBufferPointer(start: data.start, count: data.count), as: UTF8.self))
  }

  init(parsing text: String) {
    var countries: [Country] = []
    var states: [State] = []
    var seas: [Sea] = []
    var places: [Place] = []
    var names: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      func label(_ first: Int) -> Label {
        Label(
          longitude: Double(columns[first]) ?? 0, latitude: Double(columns[first + 1]) ?? 0,
          zoom: Double(columns[first + 2]) ?? 0)
      }
      func others(_ column: Int) -> [String] {
        columns[column].split(separator: "|").map(String.init)
      }
      switch (columns[0], columns.count) {
      case ("C", 9):
        names[columns[1]] = columns[2]
        countries.append(
          Country(
            code: columns[1], name: columns[2], otherNames: others(3), label: label(4),
            population: Int(columns[7]) ?? 0))
      case ("S", 7):
        states.append(
          State(
            countryCode: columns[1], name: columns[2], postalCode: columns[3], label: label(4)))
      case ("W", 6):
        seas.append(Sea(name: columns[2], isOcean: columns[1] == "ocean", label: label(3)))
      case ("P", 10):
        places.append(
          Place(
            name: columns[3], otherNames: others(4), region: columns[2],
            country: names[columns[1]] ?? "", countryCode: columns[1],
            population: Int(columns[8]) ?? 0, isCapital: columns[9] == "1", label: label(5)))
      default: continue
      }
    }
    var placesByName: [SearchText: [Int]] = [:]
    for (number, place) in places.enumerated() {
      for name in Set(([place.name] + place.otherNames).map(SearchText.init)) {
        placesByName[name, default: []].append(number)
      }
    }
    self.countries = countries
    self.states = states
    self.seas = seas
    self.places = places
    self.placesByName = placesByName
  }
}

extension Substring {
  /// The text without spaces at its ends.
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
