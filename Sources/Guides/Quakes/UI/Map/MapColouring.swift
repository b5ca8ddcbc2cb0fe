import Foundation
import QuakesData

/// The meaning of the colours on the map. Its raw value is the value of the
/// query item.
public enum MapColouring: String, CaseIterable, Hashable, Sendable {
  case age, depth, magnitude

  /// Returns the shades of the dots.
  func shading(now: Date) -> QuakeShading {
    switch self {
    case .age: .age(now: now)
    case .depth: .depth
    case .magnitude: .none
    }
  }

  /// Returns the CSS class of the colour of a dot.
  func colour(of kind: QuakeGrid.Kind) -> String {
    switch self {
    // A magnitude is missing where nothing else is: its mark has no colour.
    case .age: kind.magnitude == .unknown ? "hollow \(Self.age(kind.shade))" : Self.age(kind.shade)
    case .depth:
      kind.magnitude == .unknown ? "hollow \(Self.depth(kind.shade))" : Self.depth(kind.shade)
    case .magnitude: kind.magnitude == .unknown ? "hollow" : kind.magnitude.colour
    }
  }

  /// Returns the CSS class of the colour of a quake.
  func colour(of quake: Quake, shading: QuakeShading) -> String {
    colour(
      of: QuakeGrid.Kind(
        magnitude: MagnitudeClass(quake), isEarthquake: true, shade: shading.shade(of: quake)))
  }

  private static func age(_ shade: Int) -> String { "age-\(shade)" }

  private static func depth(_ shade: Int) -> String {
    shade == QuakeShading.unknownDepth ? "mag-x" : "deep-\(shade)"
  }

  /// The entries of the legend: the CSS class of their colour, the size of their dot, their
  /// names, and their lower bounds.
  var legend: [(colour: String, size: Int, name: String, from: Int?)] {
    switch self {
    case .age:
      zip(0..., ["past hour", "past day", "past week", "longer ago"])
        .map { (Self.age($0), 4, $1, nil) }
    case .depth:
      zip(0..., Self.depthRanges).map { (Self.depth($0), 4, $1.name, $1.from) }
    case .magnitude:
      // Each as large as the dots of its lower bound. Without colour, the size
      // alone shows the magnitude.
      [
        ("mag-x", 0, "below 0", nil), ("mag-0", 0, "0–1", 0), ("mag-1", 1, "1–2", 1),
        ("mag-2", 2, "2–3", 2), ("mag-3", 3, "3–5", 3), ("mag-5", 5, "5–7", 5),
        ("mag-7", 7, "7+", 7),
      ]
    }
  }

  /// The colours for scripts, with their lower bounds; `nil` for ages, which pass.
  var scale: String? {
    let bounds = legend.compactMap { entry in entry.from.map { "\(entry.colour):\($0)" } }
    return bounds.isEmpty ? nil : bounds.joined(separator: " ")
  }

  private static var depthRanges: [(name: String, from: Int?)] {
    let limits = QuakeShading.depths.map { Int($0) }
    let ranges = zip([0] + limits, limits).map { ("\($0)–\($1)", Int?($0)) }
    return ranges + limits.suffix(1).map { ("\($0)+ km", $0) } + [("unknown depth", nil)]
  }
}
