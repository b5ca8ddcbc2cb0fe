import Geography
import Look
import TextSearch

/// The search for places by words. Every word has to occur somewhere in the name
/// of a place; names of states and countries also match their other names.
enum PlaceSearch {
  /// Returns the terms of a text.
  static func terms(of text: String) -> [SearchTerm] {
    var words = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    // "earthquakes in Japan" asks for Japan.
    let named = words.filter { !fillers.contains($0) }
    if !named.isEmpty { words = named }
    var terms: [SearchTerm] = []
    var rest = words[...]
    while let first = rest.first {
      let known = (1...min(4, rest.count)).reversed().lazy.compactMap { count in
        spellings[SearchText(rest.prefix(count).joined(separator: " "))].map { (count, $0) }
      }.first
      if let (count, spellings) = known {
        terms.append(SearchTerm(spellings))
        rest = rest.dropFirst(count)
      } else {
        terms.append(SearchTerm([.part(first)]))
        rest = rest.dropFirst()
      }
    }
    return terms
  }

  private static let fillers: Set = [
    "in", "near", "at", "the", "earthquake", "earthquakes", "quake", "quakes",
  ]

  /// The spellings of each name of a state or country. The names of a group
  /// stand for each other.
  private static let spellings: [SearchText: [SearchTerm.Spelling]] = {
    let world = Gazetteer.world
    // Codes of states come first: "CA" is California.
    var groups = world.states.filter { $0.countryCode == "US" }.map { [$0.name, $0.postalCode] }
    groups += world.states.filter { $0.countryCode == "CA" }.map { [$0.name, $0.postalCode] }
    let others = otherNames.map { names in Set(names.map(SearchText.init)) }
    for country in world.countries {
      let names = [country.name] + country.otherNames
      let more = zip(others, otherNames).filter { known, _ in
        names.contains { known.contains(SearchText($0)) }
      }
      groups.append(names + more.flatMap(\.1) + (country.code == "MX" ? ["MX"] : []))
    }
    groups += otherNames
    // The feed names the states alone.
    let states = world.states.filter { $0.countryCode == "US" }.map(\.name)
    var spellings: [SearchText: [SearchTerm.Spelling]] = [:]
    for name in ["USA", "US", "United States", "United States of America"] {
      spellings[SearchText(name)] = (states + ["CA", "U.S."]).map { .word($0) }
    }
    for group in groups {
      let all = group.map { SearchTerm.Spelling.word($0) }
      for name in group where spellings[SearchText(name)] == nil {
        spellings[SearchText(name)] = all
      }
    }
    return spellings
  }()

  /// Returns the names of the places that are spelled most like a text, at most three, the
  /// most like it first. O(n) in the number of places.
  static func nearest(to text: String) -> [String] {
    let typed = folded(text)
    guard (3...40).contains(typed.utf8.count) else { return [] }
    // "New Zeland" is like Zeeland, too, but less.
    let words = typed.split(separator: " ").filter { $0.utf8.count > 4 }.map(String.init)
    var found: [(distance: Int, title: String)] = []
    for (name, title) in names {
      let distance = ([(typed, 0)] + words.map { ($0, 1) }).compactMap { word, more -> Int? in
        let most = min(max(word.utf8.count / 4, 1), 3)
        guard abs(word.utf8.count - name.utf8.count) <= most else { return nil }
        let distance = editDistance(from: word, to: name)
        return distance <= most ? distance + more : nil
      }.min()
      if let distance { found.append((distance, title)) }
    }
    var titles: [String] = []
    for distance in 0...4 {
      for one in found where one.distance == distance && !titles.contains(one.title) {
        titles.append(one.title)
        if titles.count == 3 { return titles }
      }
    }
    return titles
  }

  /// The names of the regions and places without case and accents, and in full, the best known
  /// first.
  private static let names: [(String, String)] =
    Gazetteer.regions.map { (folded($0.name), $0.title) }
    + Gazetteer.world.places.map { (folded($0.name), $0.title) }

  private static func folded(_ text: String) -> String {
    String(decoding: SearchText(text).bytes, as: UTF8.self)
  }

  /// Returns a name and the other names of the same country or region.
  static func otherNames(of name: String) -> [String] {
    [name]
      + (otherNames.first { $0.contains { SearchText($0) == SearchText(name) } } ?? [])
  }

  /// Names of the same country or region in the feed and in everyday use.
  private static let otherNames = [
    ["Turkey", "Türkiye"], ["Burma", "Myanmar"], ["Tibet", "Xizang"], ["Holland", "Netherlands"],
    ["East Timor", "Timor Leste", "Timor-Leste"], ["Ivory Coast", "Côte d'Ivoire"],
    ["Czech Republic", "Czechia"], ["Swaziland", "eSwatini"], ["Cape Verde", "Cabo Verde"],
    ["Macedonia", "North Macedonia"], ["PNG", "Papua New Guinea"], ["NZ", "New Zealand"],
    ["UK", "United Kingdom", "Great Britain"], ["Kuriles", "Kuril Islands"],
  ]
}
