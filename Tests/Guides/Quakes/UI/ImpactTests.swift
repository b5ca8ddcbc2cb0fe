import Foundation
import Markup
import QuakesData
import Testing

@testable import QuakesUI

/// The effects of an event on people in words.
@Suite struct ImpactTests {
  private static let time = Date(timeIntervalSince1970: 0)

  /// Felt and computed intensities may differ by several levels where few people live.
  @Test(
    arguments: [
      (nil, nil, nil, nil, []), (1, nil, nil, nil, []), (1.4, 0, 1, nil, []),
      (1.5, nil, nil, "Computed shaking on land up to II, weak", ["Weak"]),
      (10.2, nil, nil, "Computed shaking on land up to X, extreme", ["Extreme"]),
      (
        3.07, 2_775, 6.5,
        "Computed shaking on land up to III, weak · 2,775 reports up to VII, very strong",
        ["Weak", "felt by 2,775"]
      ),
      (nil, 1, nil, "1 report", ["Felt by 1"]), (nil, 12, 1.4, "12 reports", ["Felt by 12"]),
      (nil, nil, 4, "Reports up to IV, light", ["Light"]),
    ] as [(Double?, Int?, Double?, String?, [String])])
  func `Each intensity is named with its origin, unless nobody felt it`(
    computed: Double?, felt: Int?, reported: Double?, sentence: String?, row: [String]
  ) {
    let quake = Quake.example(felt: felt, reported: reported, computed: computed)
    #expect(quake.impacts(now: Self.time).map(\.label) == row)
    #expect(quake.impactSentence == sentence)
  }

  @Test func `An alert says what it means`() {
    #expect(
      Quake.example(alert: .green).impactSentence
        == "Green alert, an estimate: casualties and damage unlikely")
    #expect(Quake.example(alert: .green).impacts(now: Self.time).isEmpty)
  }

  /// The flag says neither that there is a tsunami, nor that it is over.
  @Test(
    arguments: [(0, .alert), (86_399, .alert), (86_400, .plain), (1e9, .plain)]
      as [(Double, QuakeImpact.Style)])
  func `A tsunami message may exist, however old the event is`(
    age: Double, style: QuakeImpact.Style
  ) {
    let quake = Quake.example(isTsunamiPossible: true)
    let label = "Tsunami message may exist"
    #expect(
      quake.impacts(now: Self.time.addingTimeInterval(age))
        == [QuakeImpact(label: label, style: style)])
    #expect(quake.impactSentence == "A tsunami message may exist")
    #expect(quake.warnings?.text == "https://www.tsunami.gov/")
  }

  @Test func `Without the flag nothing is said of a tsunami`() {
    #expect(Quake.example().impacts(now: Self.time).isEmpty)
    #expect(Quake.example().impactSentence == nil)
    #expect(Quake.example().warnings == nil)
  }
}
