import Foundation
import Testing

@testable import QuakesData

/// Queries for the effects of events on people.
@Suite struct ImpactTests {
  private static func quake(
    _ id: String, alert: Quake.Alert? = nil, isTsunamiPossible: Bool = false, felt: Int? = nil,
    reported: Double? = nil, estimated: Double? = nil, significance: Int = 0
  ) -> Quake {
    Quake(
      quakeId: id, magnitude: 5, time: Date(timeIntervalSince1970: 0),
      updated: Date(timeIntervalSince1970: 0), name: id, longitude: 0, latitude: 0, alert: alert,
      isTsunamiPossible: isTsunamiPossible, felt: felt, reportedIntensity: reported,
      estimatedIntensity: estimated, significance: significance)
  }

  private static let index = QuakeIndex([
    quake("none"), quake("unfelt", felt: 0), quake("one", felt: 1), quake("many", felt: 40),
    quake("reported", reported: 6.2), quake("computed", reported: 3, estimated: 7.9),
    quake("rounded", reported: 6.5), quake("under", estimated: 6.49),
    quake("green", alert: .green), quake("yellow", alert: .yellow),
    quake("orange", alert: .orange), quake("red", alert: .red),
    quake("wave", isTsunamiPossible: true), quake("big", significance: 900),
  ])

  @Test(
    arguments: [
      (.init(felt: 1), ["many", "one"]), (.init(felt: 2), ["many"]), (.init(felt: 41), []),
      // As displayed, by Roman numerals.
      (.init(intensity: 6), ["computed", "reported", "rounded", "under"]),
      (.init(intensity: 7), ["computed", "rounded"]),
      (.init(intensity: 6.9), ["computed", "rounded"]), (.init(intensity: 8), ["computed"]),
      (.init(intensity: 8.5), []), (.init(significance: 600), ["big"]),
      (.init(warning: .green), ["green", "orange", "red", "yellow"]),
      (.init(warning: .yellow), ["orange", "red", "yellow"]),
      (.init(warning: .orange), ["orange", "red"]), (.init(warning: .red), ["red"]),
      (.init(warning: .tsunami), ["wave"]), (.init(warning: .severe), ["red", "wave"]),
      (.init(felt: 1, warning: .red), []),
    ] as [(QuakesQuery.Impact, [Quake.ID])])
  func `Only known effects meet a condition`(impact: QuakesQuery.Impact, ids: [Quake.ID]) {
    let matches = Self.index.matches(of: QuakesQuery(impact: impact))
    #expect(matches.quakes.map(\.id).sorted() == ids)
  }
}
