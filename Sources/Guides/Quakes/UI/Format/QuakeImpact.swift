import Foundation
import Look
import Markup
import QuakesData

/// An effect of an event on people, as a short label.
package struct QuakeImpact: Hashable, Sendable {
  package let label: String
  var style = Style.plain

  enum Style: Hashable, Sendable {
    case plain, strong, alert
  }
}

extension Quake {
  /// Returns the effects on people for the second line of a row: the shaking, the alert, and by
  /// how many it was felt.
  func impacts(now: Date) -> [QuakeImpact] {
    var impacts: [QuakeImpact] = []
    if let intensity = estimatedIntensity ?? reportedIntensity, !isUnfelt(intensity) {
      impacts.append(QuakeImpact(label: intensityWord(Int(intensity.rounded())), style: .strong))
    }
    // A green alert says that no losses are likely.
    if let alert, alert != .green {
      impacts.append(QuakeImpact(label: "\(alert.rawValue) alert", style: .alert))
    }
    if isTsunamiPossible {
      // The flag stays for ever, so it is conspicuous for a day only.
      let isRecent = now.timeIntervalSince(time) < 86_400
      impacts.append(
        QuakeImpact(label: "tsunami message may exist", style: isRecent ? .alert : .plain))
    }
    if let felt, felt > 0 { impacts.append(QuakeImpact(label: "felt by \(grouped(felt))")) }
    if let first = impacts.first {
      impacts[0] = QuakeImpact(label: capitalized(first.label), style: first.style)
    }
    return impacts
  }

  /// The effects on people as a sentence, as in "Red alert, an estimate: many casualties and
  /// widespread damage likely · computed shaking on land up to VIII, severe · 49 reports";
  /// `nil` if none are known.
  var impactSentence: String? {
    impactParts.isEmpty ? nil : capitalized(impactParts.joined(separator: " · "))
  }

  /// The parts of the sentence, the gravest first.
  var impactParts: [String] {
    [
      alert.map { "\($0) alert, an estimate: \($0.meaning)" },
      isTsunamiPossible ? Self.tsunamiMessage : nil, computed, reports,
    ]
    .compactMap(\.self)
  }

  /// The meaning of the flag of the feed: a large event in an oceanic region, about which the
  /// warning centres may publish messages. Without it they may, too: its absence means
  /// nothing.
  static let tsunamiMessage = "a tsunami message may exist"

  /// The centres that publish tsunami messages; `nil` without the flag.
  var warnings: Href? {
    isTsunamiPossible ? Href(external: "https://www.tsunami.gov/") : nil
  }

  /// The strongest shaking on land by computation; `nil` if it is unknown, or nobody feels it.
  private var computed: String? {
    estimatedIntensity.flatMap {
      isUnfelt($0) ? nil : "computed shaking on land up to \(intensityWords($0))"
    }
  }

  /// The reports of people; `nil` if there are none.
  private var reports: String? {
    let intensity = reportedIntensity.flatMap { isUnfelt($0) ? nil : intensityWords($0) }
    let count = felt.flatMap { $0 > 0 ? counted($0, "report", "reports") : nil }
    return switch (count, intensity) {
    case (nil, nil): nil
    case (let count, nil): count
    case (let count, let intensity?): "\(count ?? "reports") up to \(intensity)"
    }
  }

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
    case .green: "casualties and damage unlikely"
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
