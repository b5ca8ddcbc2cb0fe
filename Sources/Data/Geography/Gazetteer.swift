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
  public private(set) var countries: [Country] = []
  public private(set) var states: [State] = []
  public private(set) var seas: [Sea] = []
  /// The populated places, in descending order of population.
  public private(set) var places: [Place] = []

  /// The names of the whole world. The first access parses them.
  public static let world = Gazetteer(parsing: geography_names().bytes)

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
  /// Returns the places with a name, the most populous first, or the seas with it. The name
  /// may be followed by a state or a country, as in "Tokyo, Japan" or "Reno, NV". Case and
  /// accents are ignored.
  public func places(named name: String) -> [Place] {
    let all = (Self.placeNumbers[SearchText(name)] ?? []).map { places[$0] }
    guard all.isEmpty else { return all }
    guard let comma = name.lastIndex(of: ",") else { return seas(named: name) }
    let context = name[name.index(after: comma)...].trimmed
    let regions = Self.regions(named: context)
    return places(named: String(name[..<comma])).filter { place in
      [place.country, place.region, place.countryCode].contains {
        SearchText($0) == SearchText(context)
      }
        || regions.contains { region in
          region.name == (region.country.isEmpty ? place.country : place.region)
        }
    }
  }

  /// The numbers of the places by name. They are determined when they are first used: most
  /// pages name no place.
  private static let placeNumbers = numbers(of: world.places.map { [$0.name] + $0.otherNames })

  /// Returns the seas with a name as places. Oceans are too large for the vicinity of a point.
  private func seas(named name: String) -> [Place] {
    seas.filter { !$0.isOcean && SearchText($0.name) == SearchText(name) }.map { sea in
      Place(
        name: sea.name, otherNames: [], region: "", country: "", countryCode: "", population: 0,
        isCapital: false, label: sea.label)
    }
  }

  /// Parses lines of columns separated by tabs. Lines of an unknown kind and
  /// incomplete ones are skipped.
  init(parsing bytes: UnsafeRawBufferPointer) {
    var names: [String: String] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      func text(_ column: Int) -> String { String(decoding: columns[column], as: UTF8.self) }
      func label(_ first: Int) -> Label {
        Label(
          longitude: Double(text(first)) ?? 0, latitude: Double(text(first + 1)) ?? 0,
          zoom: Double(text(first + 2)) ?? 0)
      }
      func others(_ column: Int) -> [String] {
        columns[column].split(separator: UInt8(ascii: "|")).map {
          String(decoding: $0, as: UTF8.self)
        }
      }
      switch (text(0), columns.count) {
      case ("C", 9):
        names[text(1)] = text(2)
        countries.append(
          Country(
            code: text(1), name: text(2), otherNames: others(3), label: label(4),
            population: Int(text(7)) ?? 0))
      case ("S", 7):
        states.append(
          State(
            countryCode: text(1), name: text(2), postalCode: text(3), label: label(4)))
      case ("W", 6):
        seas.append(Sea(name: text(2), isOcean: text(1) == "ocean", label: label(3)))
      case ("P", 10):
        places.append(
          Place(
            name: text(3), otherNames: others(4), region: text(2),
            country: names[text(1)] ?? "", countryCode: text(1),
            population: Int(text(8)) ?? 0, isCapital: text(9) == "1", label: label(5)))
      default: continue
      }
    }
  }

  /// Returns the numbers of the elements with each name, given all names of each element.
  static func numbers(of names: [[String]]) -> [SearchText: [Int]] {
    var numbers: [SearchText: [Int]] = [:]
    for (number, names) in names.enumerated() {
      for name in Set(names.map(SearchText.init)) { numbers[name, default: []].append(number) }
    }
    return numbers
  }
}

extension Substring {
  /// The text without spaces at its ends.
  var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
