import Foundation
import Look
import QuakesData

/// An effect of an event on people, as a short label.
package struct QuakeImpact: Hashable, Sendable {
  package let label: String
  /// The CSS class of the colour; `nil` for the usual one.
  let style: String?
}

extension Quake {
  /// Returns the effects on people, the gravest first.
  func impacts(now: Date) -> [QuakeImpact] {
    var impacts: [QuakeImpact] = []
    // A green alert says that no losses are likely.
    if let alert, alert != .green {
      impacts.append(
        QuakeImpact(label: "\(capitalized(alert.rawValue)) alert", style: "alert-\(alert)"))
    }
    if isTsunamiPossible {
      // The flag stays for ever, a tsunami passes.
      impacts.append(
        QuakeImpact(
          label: capitalized(tsunamiPhrase(now: now)), style: isRecent(now: now) ? "tsunami" : nil))
    }
    if let intensity, !isUnfelt(intensity) {
      impacts.append(QuakeImpact(label: "Intensity \(intensityWords(intensity))", style: nil))
    }
    if let felt, felt > 0 {
      impacts.append(QuakeImpact(label: "Felt by \(grouped(felt))", style: nil))
    }
    return impacts
  }

  /// Returns the effects on people as a sentence, as in "Red alert: many
  /// casualties and widespread damage likely · felt by 49 people · intensity VIII,
  /// severe"; `nil` if none are known.
  func impactSentence(now: Date) -> String? {
    var parts: [String] = []
    if let alert { parts.append("\(alert) alert: \(alert.meaning)") }
    if isTsunamiPossible { parts.append(tsunamiPhrase(now: now)) }
    if let felt, felt > 0 { parts.append("felt by \(counted(felt, "person", "people"))") }
    if let intensity, !isUnfelt(intensity) {
      parts.append("intensity \(intensityWords(intensity))")
    }
    return parts.isEmpty ? nil : capitalized(parts.joined(separator: " · "))
  }

  /// Returns what the flag of the feed means: a large event under the sea, about
  /// which the tsunami warning centres publish messages. It is no warning.
  func tsunamiExplanation(now: Date) -> String {
    isRecent(now: now)
      ? "Possible after a large event near the sea. This is not a warning: warnings are on"
      : "Was possible when it happened. The messages of the warning centres are on"
  }

  private func tsunamiPhrase(now: Date) -> String {
    isRecent(now: now) ? "tsunami possible" : "tsunami was possible"
  }

  /// True during the day after the event, in which a tsunami crosses an ocean.
  func isRecent(now: Date) -> Bool { now.timeIntervalSince(time) < 86_400 }

  /// Returns the distance and the direction from the centre of a vicinity, as
  /// in "84 km NE of Tokyo, Japan"; `nil` for a region.
  func distance(from near: Vicinity, in location: QuakesLocation) -> String? {
    guard let circle = near.circle else { return nil }
    let distance = shownDistance(
      circle.distance(longitude: longitude, latitude: latitude), in: location.measures.unit)
    let direction = compassPoint(circle.bearing(longitude: longitude, latitude: latitude))
    return "\(distance) \(direction) of \(near.title)"
  }
}

extension Quake.Alert {
  /// The losses that the level stands for.
  ///
  /// https://earthquake.usgs.gov/data/pager/background.php
  var meaning: String {
    switch self {
    case .green: "hardly any damage expected"
    case .yellow: "some casualties and damage possible"
    case .orange: "casualties and damage likely"
    case .red: "many casualties and widespread damage likely"
    }
  }
}

/// Returns true for the intensity at which people feel nothing.
func isUnfelt(_ intensity: Double) -> Bool { intensity.rounded() <= 1 }

/// Returns an intensity in words, as in "VII, very strong".
func intensityWords(_ intensity: Double) -> String {
  let level = Int(min(max(intensity, 1), 12).rounded())
  return "\(intensityNumeral(intensity)), \(intensityWord(level))"
}

/// Returns the word for a level of the Mercalli scale, from 1.
///
/// https://www.usgs.gov/programs/earthquake-hazards/modified-mercalli-intensity-scale
func intensityWord(_ level: Int) -> String {
  let words = [
    "not felt", "weak", "weak", "light", "moderate", "strong", "very strong", "severe", "violent",
  ]
  return level > words.count ? "extreme" : words[max(level, 1) - 1]
}
