import ImmutableUI
import Markup

/// Names with values, and the places that they describe.
enum QueryRules {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let values = try NamedValuesRules.check(bytes) else { return }
    for path in pages { try RouteRules.check(Target(path: path, query: values)) }
  }

  /// Every page, and a post from each guide.
  private static let pages = [
    ["animals"], ["animals", "animalEditor", "onTapAddAnimalButton"], ["quakes"],
    ["quakes", "quakeList", "onTapRefreshQuakesButton"], ["quakes.csv"], ["breeds"],
    ["breeds", "breed", "onTapAnotherPictureButton"], ["photos"],
    ["photos", "bannerUpdate", "onTapSubmitButton"], ["live"],
  ]
}

/// Names with values as such.
enum NamedValuesRules {
  private static let limit = 100

  /// What the bytes hold, if they are not refused.
  static func check(_ bytes: [UInt8]) throws(Violation) -> NamedValues? {
    let parts = bytes.split(separator: UInt8(ascii: "&"))
    let halves = parts.flatMap { nameAndValue(of: $0) }.map(ReferenceEncoding.decoded)
    let values: NamedValues
    do throws(NamedValues.ParseError) {
      values = try NamedValues(parsing: bytes, limit: limit)
    } catch {
      switch error {
      case .tooMany: try require(parts.count > limit, "as many as allowed are taken")
      case .undecodable:
        try require(halves.contains(nil), "what can be decoded is decoded")
      }
      return nil
    }
    try require(parts.count <= limit, "more than allowed are refused")
    let texts = halves.compactMap(\.self)
    try require(texts.count == halves.count, "what cannot be decoded is refused")
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
        "names and values are those that were encoded: \(name)")
    }
    let text = Href(path: [], query: items).text
    guard let back = try? NamedValues(parsing: text.utf8.dropFirst(2), limit: limit) else {
      throw Violation("what is printed is not refused: \(text)")
    }
    try require(back == values, "what is printed parses back: \(text)")
  }

  /// A name and its value, which is empty where there is none.
  private static func nameAndValue(of part: some Collection<UInt8>) -> [[UInt8]] {
    let halves = part.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    return [Array(halves[0]), halves.count > 1 ? Array(halves[1]) : []]
  }
}
