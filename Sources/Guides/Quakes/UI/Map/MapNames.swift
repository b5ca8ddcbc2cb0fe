import Foundation
import Geography
import QuakesData

/// The names on the map: seas, countries, states and places, as many as fit
/// without overlaps.
///
/// Texts have the same size in any window, so fewer fit into a narrow one. They
/// are placed as in a narrow window first; what fits in a wide one only is
/// marked.
struct MapNames {
  enum Kind: String, Hashable, Sendable {
    case ocean, sea, country, state, capital, city
  }

  /// A name at percentages of the width and the height of the map.
  struct Name: Hashable, Sendable {
    let text: String
    let kind: Kind
    let x: Double
    let y: Double
    /// True if the text is left of its place, not right.
    var isLeft = false
    /// True if it is shown in wide windows only.
    var isWide = false

    /// The text with the point, which is a part of it, so that both move together.
    var markedText: String { !kind.hasMark ? text : isLeft ? "\(text) •" : "• \(text)" }
  }

  private struct Candidate {
    let name: Name
    /// The level of web maps from which it is shown.
    let zoom: Double
    let population: Int
    /// The smallest come first.
    let priority: Double
  }

  /// A rectangle in pixels.
  private struct Box {
    let left, top, right, bottom: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// The widths of the map in pixels, in narrow and wide windows.
  private static let widths = (narrow: 350.0, wide: 740.0)
  /// The levels of web maps by which names are shown earlier than there: a name
  /// has to share the map with others, not with streets.
  private static let zooms = (narrow: 1.3, wide: 0.5)
  private static let limit = 32

  /// The view.
  let camera: Camera

  /// Returns the names in the view, the most important first.
  func names() -> [Name] {
    let candidates = candidates()
    var names: [Name] = []
    var isNamed: Set<Int> = []
    for (width, isWide) in [(Self.widths.narrow, false), (Self.widths.wide, true)] {
      var taken = controls(width)
      taken += names.map { box(of: $0, width) }
      for (number, candidate) in candidates.enumerated() where names.count < Self.limit {
        guard !isNamed.contains(number),
          candidate.zoom <= zoom(width) + (isWide ? Self.zooms.wide : Self.zooms.narrow)
        else { continue }
        for var name in placements(of: candidate.name) {
          let box = box(of: name, width)
          guard box.left >= 2, box.right <= width - 2, box.top >= 2,
            box.bottom <= height(width) - 2, !taken.contains(where: box.overlaps)
          else { continue }
          name.isWide = isWide
          names.append(name)
          taken.append(box)
          isNamed.insert(number)
          break
        }
      }
    }
    return names
  }

  private func height(_ width: Double) -> Double {
    width * camera.height * camera.stretch / camera.width
  }

  /// Returns the level of web maps. At 0, the world is 256 pixels wide.
  private func zoom(_ width: Double) -> Double { log2(width * 360 / camera.width / 256) }

  /// The boxes of the controls on the map and of the scale bar.
  private func controls(_ width: Double) -> [Box] {
    [
      Box(left: width - 72, top: 0, right: width, bottom: 140),
      Box(left: width * 0.75, top: height(width) - 26, right: width, bottom: height(width)),
    ]
  }

  /// Returns the names that the zoom allows, the most important first.
  private func candidates() -> [Candidate] {
    let gazetteer = Gazetteer.world
    let zoom = zoom(Self.widths.wide) + Self.zooms.wide
    var candidates: [Candidate] = []
    func add(
      _ text: String, _ kind: Kind, _ place: Gazetteer.Label, _ population: Int = 0,
      later: Double
    ) {
      guard place.zoom <= zoom, !text.isEmpty,
        let position = camera.position(longitude: place.longitude, latitude: place.latitude)
      else { return }
      let (x, y) = camera.fractions(of: position)
      candidates.append(
        Candidate(
          name: Name(text: text, kind: kind, x: percent(x), y: percent(y)), zoom: place.zoom,
          population: population, priority: place.zoom + later))
    }
    for sea in gazetteer.seas {
      add(
        Self.capitalized(sea.name), sea.isOcean ? .ocean : .sea, sea.label,
        later: sea.isOcean ? -1 : 0.3)
    }
    for country in gazetteer.countries {
      // "United States" is the other name of the United States of America.
      let short = ([country.name] + country.otherNames).first { $0.count < 22 }
      add(short ?? country.name, .country, country.label, country.population, later: -0.5)
    }
    for state in gazetteer.states { add(state.name, .state, state.label, later: -1.5) }
    for place in gazetteer.places {
      add(
        place.name, place.isCapital ? .capital : .city, place.label, place.population,
        later: place.isCapital ? 0.5 : 1)
    }
    return candidates.sorted {
      ($0.priority, $1.population, $0.name.text) < ($1.priority, $0.population, $1.name.text)
    }
  }

  /// Returns the possible places of a name, the best first.
  private func placements(of name: Name) -> [Name] {
    var other = name
    other.isLeft = true
    return name.kind.hasMark ? [name, other] : [name]
  }

  /// Returns the estimated box of a name with its distance from others.
  private func box(of name: Name, _ width: Double) -> Box {
    let (x, y) = (name.x / 100 * width, name.y / 100 * height(width))
    let (size, spacing) = name.kind.text
    let length = Double(name.text.count) * size * spacing + 8
    let half = size * 0.75
    guard name.kind.hasMark else {
      return Box(left: x - length / 2, top: y - half, right: x + length / 2, bottom: y + half)
    }
    // The mark and a space are a part of the text.
    let left = name.isLeft ? x - length - size : x - 4
    return Box(left: left, top: y - half, right: left + length + size + 4, bottom: y + half)
  }

  /// Returns a name in capitals with small letters.
  static func capitalized(_ name: String) -> String {
    guard name == name.uppercased() else { return name }
    return name.lowercased().split(separator: " ").map { word in
      ["of", "the"].contains(word) ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined(separator: " ")
  }
}

extension MapNames.Kind {
  /// True for places, which are marked by a point.
  var hasMark: Bool { self == .capital || self == .city }

  /// The size of the text in pixels, and the mean width of a letter in sizes.
  fileprivate var text: (size: Double, width: Double) {
    switch self {
    case .ocean, .sea: (12, 0.6)
    case .country: (11, 0.62)
    case .state: (10, 0.6)
    case .capital: (11, 0.6)
    case .city: (11, 0.56)
    }
  }
}
