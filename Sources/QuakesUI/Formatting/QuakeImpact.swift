import Look
import QuakesData

/// An effect of an event on people, as a short label.
package struct QuakeImpact: Hashable, Sendable {
  package let label: String
  /// The CSS class of the colour; `nil` for the usual one.
  let style: String?
}

extension Quake {
  /// The effects on people, the gravest first.
  var impacts: [QuakeImpact] {
    var impacts: [QuakeImpact] = []
    // A green alert says that no losses are likely.
    if let alert, alert != .green {
      impacts.append(
        QuakeImpact(label: "\(capitalized(alert.rawValue)) alert", style: "alert-\(alert)"))
    }
    if isTsunamiPossible { impacts.append(QuakeImpact(label: "Tsunami", style: "tsunami")) }
    if let intensity, intensity >= 1 {
      impacts.append(QuakeImpact(label: "Intensity \(intensityNumeral(intensity))", style: nil))
    }
    if let felt, felt > 0 {
      impacts.append(QuakeImpact(label: "Felt by \(grouped(felt))", style: nil))
    }
    return impacts
  }

  /// The effects on people as a sentence, as in "Red alert · felt by 49 people ·
  /// intensity VIII"; `nil` if none are known.
  var impactSentence: String? {
    var parts: [String] = []
    if let alert { parts.append("\(alert) alert") }
    if isTsunamiPossible { parts.append("tsunami possible, see tsunami.gov") }
    if let felt, felt > 0 { parts.append("felt by \(counted(felt, "person", "people"))") }
    if let intensity, intensity >= 1 { parts.append("intensity \(intensityNumeral(intensity))") }
    return parts.isEmpty ? nil : capitalized(parts.joined(separator: " · "))
  }

  /// Returns the distance and the direction from the centre of a vicinity, as
  /// in "84 km NE of Tokyo, Japan".
  func distance(from near: Vicinity, in location: QuakesLocation) -> String {
    let circle = near.circle
    let distance = shownDistance(
      circle.distance(longitude: longitude, latitude: latitude), in: location.measures.unit)
    let direction = compassPoint(circle.bearing(longitude: longitude, latitude: latitude))
    return "\(distance) \(direction) of \(near.title)"
  }
}
