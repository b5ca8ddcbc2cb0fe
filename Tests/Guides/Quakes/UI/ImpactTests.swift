import Foundation
import QuakesData
import Testing

@testable import QuakesUI

/// The effects of an event on people in words.
@Suite struct ImpactTests {
  private static let time = Date(timeIntervalSince1970: 1_714_806_408)

  private static func quake(
    intensity: Double? = nil, alert: Quake.Alert? = nil, isTsunamiPossible: Bool = false
  ) -> Quake {
    Quake(
      quakeId: "a", magnitude: 4.3, time: time, updated: time, name: "A", longitude: 0,
      latitude: 0, alert: alert, isTsunamiPossible: isTsunamiPossible,
      estimatedIntensity: intensity)
  }

  @Test(
    arguments: [
      (1, []), (1.4, []), (1.5, ["Intensity II, weak"]), (7, ["Intensity VII, very strong"]),
      (10.2, ["Intensity X, extreme"]),
    ] as [(Double, [String])])
  func `An intensity is in words, unless nobody felt it`(intensity: Double, labels: [String]) {
    #expect(Self.quake(intensity: intensity).impacts(now: Self.time).map(\.label) == labels)
  }

  @Test func `An alert says what it means`() {
    #expect(
      Self.quake(alert: .green).impactSentence(now: Self.time)
        == "Green alert: hardly any damage expected")
    #expect(Self.quake(alert: .green).impacts(now: Self.time).isEmpty)
  }

  @Test(
    arguments: [
      (86_399, "Tsunami possible", "tsunami"), (86_400, "Tsunami was possible", nil),
    ] as [(Double, String, String?)])
  func `A possible tsunami is past after a day`(age: Double, label: String, style: String?) {
    let now = Self.time.addingTimeInterval(age)
    let impacts = Self.quake(isTsunamiPossible: true).impacts(now: now)
    #expect(impacts == [QuakeImpact(label: label, style: style)])
  }
}
