import Foundation
import QuakesData

// Quakes that a store must restore exactly.

extension Quake {
  /// A quake without default values.
  static let full = Quake(
    quakeId: "us7000full", magnitude: 6.54, time: Date(timeIntervalSince1970: 1_753_580_000.123),
    updated: Date(timeIntervalSince1970: 1_753_580_600.456), name: "9 km NE of Pāhala, Kuril’sk 🌋",
    longitude: -155.410827636719, latitude: 19.2536659240723, depth: -0.00999999977648258,
    magnitudeType: "mww", type: "volcanic eruption", status: .reviewed, alert: .orange,
    isTsunamiPossible: true, felt: 31_786, reportedIntensity: 9.1, estimatedIntensity: 10.02,
    significance: 2_910, network: "us", ids: ["ci12345678", "us7000full", "aka2026abcdef"],
    formerIds: ["ak0old", "at00older"], url: "https://example.org/?a=b",
    missingSince: Date(timeIntervalSince1970: 1_753_590_000))

  /// A quake with only the required values.
  static let bare = Quake(
    quakeId: "bare", magnitude: 0, time: Date(timeIntervalSince1970: 0),
    updated: Date(timeIntervalSince1970: 0), name: "", longitude: 0, latitude: 0,
    isMagnitudeKnown: false)

  /// Quakes with values that are easily confused or hard to encode.
  static let unusual: [Quake] = [
    // Zeros must not become absent values.
    Quake(
      quakeId: "zero", magnitude: 0, time: .distantPast, updated: .distantFuture, name: "",
      longitude: 180, latitude: -90, depth: 0, felt: 0, reportedIntensity: 0,
      estimatedIntensity: 0),
    Quake(
      quakeId: "negative", magnitude: -9.99, time: Date(timeIntervalSince1970: -2_208_988_800),
      updated: Date(timeIntervalSince1970: 4_102_444_800), name: "x", longitude: -180,
      latitude: 90, depth: -10, significance: -1),
    Quake(
      quakeId: "words'\"; DROP TABLE quake; --", magnitude: 1, time: .now, updated: .now,
      name: "a\0b '\"\\ %_ \u{2028} <b>", longitude: 1, latitude: 2, type: "", network: "é",
      url: ""),
    // Dates between two milliseconds.
    Quake(
      quakeId: "now", magnitude: 1, time: Date(timeIntervalSinceReferenceDate: 0.1 + 0.2),
      updated: Date(timeIntervalSinceReferenceDate: (816_000_000.1).nextUp), name: "",
      longitude: 0.1, latitude: 0.2, missingSince: Date(timeIntervalSinceReferenceDate: 1e-9)),
    Quake(
      quakeId: "deleted", magnitude: 12.3456789, time: .now, updated: .now,
      name: String(repeating: "long ", count: 1_000), longitude: 1, latitude: 2, status: .deleted,
      felt: Int(Int32.max), significance: Int(Int32.max)),
  ]

  static func stored(
    _ id: String, magnitude: Double = 1, ids: [String] = []
  ) -> Quake {
    Quake(
      quakeId: id, magnitude: magnitude, time: Date(timeIntervalSince1970: 1),
      updated: Date(timeIntervalSince1970: 2), name: "here", longitude: 3, latitude: 4, ids: ids)
  }
}
