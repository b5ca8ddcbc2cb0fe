import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The effects of an event on people in a few sentences: the shaking, the alert, a possible
/// tsunami message, and the number of reports. The report of the event makes them more exact.
struct EventLead: Component, Hashable {
  /// The strongest shaking, as in "Severe shaking (VIII)"; `nil` if none is known.
  let strongest: String?
  /// The rest of the sentence, as in " computed on land, strong (VI) reported as far as 80 km
  /// away."
  let shaking: String
  /// The alert as in "Red alert:", and its meaning; `nil` for none.
  let alert: Alert?
  /// The warning centres; `nil` without a possible message of theirs.
  let warnings: Href?
  /// The number of reports; `nil` if there are none.
  let reports: String?

  struct Alert: Hashable, Sendable {
    let label: String
    let meaning: String
  }

  init(_ quake: Quake, _ report: EventReport?, in unit: LengthUnit) {
    let parts = [
      Self.computed(quake, report), Self.reported(quake, report, in: unit),
    ]
    .compactMap(\.self)
    strongest = parts.first.map { capitalized("\($0.level.words) shaking (\($0.level.numeral))") }
    shaking =
      parts.isEmpty
      ? ""
      : parts[0].rest
        + parts.dropFirst().map { ", \($0.level.words) (\($0.level.numeral))\($0.rest)" }.joined()
        + "."
    // A level under review is not published. A green one says that no losses are likely.
    let isHidden = report?.exposure?.isUnderReview == true || quake.alert == .green
    alert = (isHidden ? nil : quake.alert).map {
      Alert(
        label: "\(capitalized($0.rawValue)) alert:", meaning: "\($0.meaning), an estimate.")
    }
    warnings = quake.warnings
    let count = report?.reportCount ?? quake.felt ?? 0
    reports =
      count > 0
      ? counted(count, "person sent a report.", "people sent a report.")
      : parts.isEmpty ? "No reports of shaking." : nil
  }

  private typealias Shaking = (level: QuakeReport.Level, rest: String)

  /// Returns the strongest computed shaking; `nil` if it is unknown, or nobody feels it. The map
  /// of the shaking continues at sea, where nobody is.
  private static func computed(_ quake: Quake, _ report: EventReport?) -> Shaking? {
    guard let intensity = report?.maximumOnLand ?? quake.estimatedIntensity else { return nil }
    let land = QuakeReport.Level(intensity)
    if let most = report?.shaking?.contours.last, most.intensity > land.number {
      let onLand =
        isUnfelt(intensity)
        ? "too weak to feel on land" : "at most \(land.words) (\(land.numeral)) on land"
      return (QuakeReport.Level(Double(most.intensity)), " computed at sea, \(onLand)")
    }
    return isUnfelt(intensity) ? nil : (land, " computed on land")
  }

  /// Returns how far people felt the strongest shaking that they reported; without their places,
  /// the strongest one.
  private static func reported(
    _ quake: Quake, _ report: EventReport?, in unit: LengthUnit
  ) -> Shaking? {
    let cells = (report?.felt ?? []).filter { $0.isReliable && $0.distance != nil }
    let strongest = cells.map { QuakeReport.Level($0.intensity).number }.max() ?? 0
    for number in stride(from: min(strongest, 6), through: 4, by: -1) {
      let reached = cells.filter { QuakeReport.Level($0.intensity).number >= number }
      guard let farthest = reached.max(by: { ($0.distance ?? 0) < ($1.distance ?? 0) }),
        let distance = farthest.distance
      else { continue }
      let place = farthest.name.map { "\($0), " } ?? ""
      return (
        QuakeReport.Level(Double(number)),
        " reported as far as \(place)\(shownDistance(distance, in: unit)) away"
      )
    }
    // The facts have it beside a computed one.
    guard computed(quake, report) == nil else { return nil }
    return quake.reportedIntensity.flatMap {
      isUnfelt($0) ? nil : (QuakeReport.Level($0), " reported")
    }
  }

  /// The sentences as plain text, the gravest first.
  var sentences: [String] {
    [
      alert.map { "\($0.label) \($0.meaning)" },
      warnings == nil ? nil : "\(capitalized(Quake.tsunamiMessage)).",
      strongest.map { $0 + shaking }, reports,
    ]
    .compactMap(\.self)
  }

  var body: some HTML {
    p {
      if let strongest {
        b { strongest }
        shaking
      }
      if let alert {
        " "
        span { alert.label }.class("alert")
        " \(alert.meaning)"
      }
      if warnings != nil {
        " \(capitalized(Quake.tsunamiMessage)):"
        WarningsLink(href: warnings)
        "."
      }
      if let reports { " \(reports)" }
    }
    .class("lead").dir(.auto)
  }
}
