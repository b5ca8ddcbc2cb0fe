import ImmutableUI
import Markup

/// Invariants of queries and of the routes that they belong to.
enum QueryRules {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let values = try NamedValuesRules.check(bytes) else { return }
    for path in pages { try RouteRules.check(Target(path: path, query: values)) }
  }

  /// All pages, and a post of each guide.
  private static let pages = [
    ["animals"], ["animals", "animalEditor", "onTapAddAnimalButton"], ["quakes"],
    ["quakes", "quakeList", "onTapRefreshQuakesButton"], ["quakes.csv"], ["breeds"],
    ["breeds", "breed", "onTapAnotherPictureButton"], ["photos"],
    ["photos", "bannerUpdate", "onTapSubmitButton"], ["live"],
  ]
}

/// Invariants of names and values.
enum NamedValuesRules {
  private static let limit = 100

  /// Returns the parsed names and values; `nil` if they are refused.
  static func check(_ bytes: [UInt8]) throws(Violation) -> NamedValues? {
    let parts = bytes.split(separator: UInt8(ascii: "&"))
    let halves = parts.flatMap { nameAndValue(of: $0) }.map(ReferenceEncoding.decoded)
    let values: NamedValues
    do throws(NamedValues.ParseError) {
      values = try NamedValues(parsing: bytes, limit: limit)
    } catch {
      switch error {
      case .tooMany: try require(parts.count > limit, "items within the limit are accepted")
      case .undecodable:
        try require(halves.contains(nil), "valid encodings are decoded")
      }
      return nil
    }
    try require(parts.count <= limit, "items beyond the limit are refused")
    let texts = halves.compactMap(\.self)
    try require(texts.count == halves.count, "invalid encodings are refused")
    try compare(
      values, stride(from: 0, to: texts.count, by: 2).map { (texts[$0], texts[$0 + 1]) })
    return values
  }

  private static func compare(
    _ values: NamedValues, _ items: [(name: String, value: String)]
  ) throws(Violation) {
    for (name, _) in items {
      let expected = items.filter { $0.name == name }.map(\.value)
      try require(
        values.values(of: name).elementsEqual(expected, by: isSame),
        "names and values equal those of the second decoder: \(name)")
    }
    let text = Href(path: [], query: items).text
    guard let back = try? NamedValues(parsing: text.utf8.dropFirst(2), limit: limit) else {
      throw Violation("a printed query is accepted: \(text)")
    }
    try require(back == values, "a printed query parses back: \(text)")
  }

  /// Returns a name and its value, which is empty if there is none.
  private static func nameAndValue(of part: some Collection<UInt8>) -> [[UInt8]] {
    let halves = part.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    return [Array(halves[0]), halves.count > 1 ? Array(halves[1]) : []]
  }
}
