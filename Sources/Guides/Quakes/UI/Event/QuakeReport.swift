import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import QuakesData

/// The report of the event of a page: the shaking, the people in it, the towns nearby, the
/// movement of the fault, and a forecast.
enum QuakeReport {
  /// Describes the report.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date
    /// The label of the sample that the page shows; `nil` for real data.
    var sample: String?

    func viewState(_ select: SelectQuakes) -> QuakeReport.ViewState? {
      guard location.isEvent, let quake = select(.quake(location.quakeId)),
        let entry = select(.report(quake.id))
      else { return nil }
      var state = QuakeReport.ViewState(status: entry.status)
      guard let report = entry.report else {
        if sample != nil {
          state.version = "The sample has no details: pages of real events have those of USGS"
        }
        return state
      }
      state.sentences = [computed(report), reach(report), felt(report)].compactMap(\.self)
      state.towns = towns(report, quake)
      state.people = report.exposure.map(people)
      state.movement = movement(report)
      state.forecast = report.forecast.flatMap(forecast)
      state.summary = report.summary
      state.impact = report.impact
      let missing = [
        sentence(report.missing, "could not be loaded: tried again later."),
        sentence(report.tooLarge, "cannot be shown: too large."),
      ]
      .compactMap(\.self)
      state.missing = missing.isEmpty ? nil : missing.joined(separator: " ")
      if let updated = report.updated {
        state.version = "USGS, \(Moment(updated, in: location.measures.zone).minute)"
      }
      return state
    }

    private func sentence(_ parts: Set<EventReport.Part>, _ predicate: String) -> String? {
      guard !parts.isEmpty else { return nil }
      let parts = EventReport.Part.allCases.filter(parts.contains).map(\.label)
      let list = [parts.dropLast().joined(separator: ", "), parts.last ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " and ")
      return "\(capitalized(list)) \(predicate)"
    }

    private var unit: LengthUnit { location.measures.unit }

    // MARK: The shaking in words

    /// The map of the shaking continues at sea, where nobody is.
    private func computed(_ report: EventReport) -> String? {
      guard let intensity = report.maximumOnLand else { return nil }
      let land = Level(intensity)
      let onLand =
        isUnfelt(intensity)
        ? "on land it was too weak to feel"
        : "on land it was at most \(land.words) (\(land.numeral))"
      guard let most = report.shaking?.contours.last, most.intensity > land.number else {
        return isUnfelt(intensity) ? nil : "Computed shaking: \(onLand)."
      }
      let level = Level(Double(most.intensity))
      return "Computed shaking: up to \(level.words) (\(level.numeral)); \(onLand)."
    }

    /// Returns how far people felt the strongest shaking that they reported.
    private func reach(_ report: EventReport) -> String? {
      let cells = report.felt.filter { $0.isReliable && $0.distance != nil }
      let strongest = cells.map { Level($0.intensity).number }.max() ?? 0
      for number in stride(from: min(strongest, 6), through: 4, by: -1) {
        let reached = cells.filter { Level($0.intensity).number >= number }
        guard let farthest = reached.compactMap(\.distance).max() else { continue }
        let level = Level(Double(number))
        return "Reports: \(level.words) shaking (\(level.numeral)) was felt up to "
          + "\(shownDistance(farthest, in: unit)) away."
      }
      return nil
    }

    private func felt(_ report: EventReport) -> String? {
      guard let count = report.reportCount, count > 0 else { return nil }
      let reports = counted(count, "report was sent.", "reports were sent.")
      let farthest = report.felt.filter(\.isFeltPlace)
        .max { ($0.distance ?? 0) < ($1.distance ?? 0) }
      guard let farthest, let name = farthest.name, let distance = farthest.distance else {
        return reports
      }
      return "\(reports) The farthest named place from where at least three tell that it was "
        + "felt is \(name), \(shownDistance(distance, in: unit)) away."
    }

    // MARK: Towns and people

    private func towns(_ report: EventReport, _ quake: Quake) -> [QuakeReport.ViewState.Town] {
      report.towns.map { town in
        // As in the names of places: "29 km W" is 29 km in the west of the town. The list was
        // made for the epicentre of one network, and the event may have that of another.
        let place = QuakesQuery.Circle(
          longitude: town.longitude, latitude: town.latitude, radius: 0)
        let (x, y) = (quake.longitude, quake.latitude)
        let distance = shownDistance(place.distance(longitude: x, latitude: y), in: unit)
        let direction = compassPoint(place.bearing(longitude: x, latitude: y))
        let intensity = report.shaking?.intensity(
          longitude: town.longitude, latitude: town.latitude)
        return QuakeReport.ViewState.Town(
          name: town.name, distance: "\(distance) \(direction)",
          people: town.population.map { grouped($0) },
          level: intensity.map { Level(Double($0)) })
      }
    }

    private func people(_ exposure: Exposure) -> QuakeReport.ViewState.People {
      let largest = Double(exposure.people.max() ?? 1)
      // Weak shaking has two intensities and one name.
      let counts = exposure.people.enumerated().dropFirst().filter { $0.element > 0 }
      return QuakeReport.ViewState.People(
        alert: exposure.isUnderReview
          ? .init(level: "pending", text: "The alert is under review.")
          : exposure.alert.map {
            .init(level: $0.rawValue, text: "\(capitalized($0.rawValue)) alert: \($0.meaning).")
          },
        rows: counts.reversed().map { index, count in
          .init(
            level: Level(Double(index + 1)), count: shortened(count),
            width: max(percent(Double(count) / largest), 0.5))
        },
        edge: exposure.edgeIntensity.map {
          "Beyond the edge of the map, people at \(Level($0).numeral) or less are not counted."
        })
    }

    private func shortened(_ count: Int) -> String {
      switch count {
      case ..<10_000: grouped(count)
      case ..<1_000_000: "\(grouped((count + 500) / 1_000)) thousand"
      default: "\(decimal(Double(count) / 1_000_000)) million"
      }
    }

    // MARK: The fault and the forecast

    private func movement(_ report: EventReport) -> QuakeReport.ViewState.Movement? {
      guard let mechanism = report.mechanism, let plane = mechanism.planes.first,
        let sentence = mechanism.movement
      else { return nil }
      let planes = mechanism.planes.map { plane in
        [plane.strike, plane.dip, plane.rake].map { "\(shownNumber($0.rounded()))°" }
          .joined(separator: " / ")
      }
      return QuakeReport.ViewState.Movement(
        picture: BeachBall(plane).path, sentence: sentence,
        planes: "Strike, dip and rake of \(planes.count == 1 ? "the plane" : "the two planes"): "
          + planes.joined(separator: " and ") + ".")
    }

    /// Returns the periods of the forecast that are not over; `nil` if there are none.
    private func forecast(_ forecast: AftershockForecast) -> QuakeReport.ViewState.Forecast? {
      let periods = forecast.periods.filter { $0.end > now }
      guard forecast.expires > now, !periods.isEmpty else { return nil }
      let zone = location.measures.zone
      return QuakeReport.ViewState.Forecast(
        rows: periods.map { period in
          .init(
            name:
              "\(Moment(period.start, in: zone).minute) to \(Moment(period.end, in: zone).minute)",
            text: text(of: period))
        },
        created: forecast.created.map { "USGS forecast of \(Moment($0, in: zone).minute)." })
    }

    /// Returns the chances of the smallest magnitude, and of the next one that is less
    /// likely than not.
    private func text(of period: AftershockForecast.Period) -> String {
      let rare = period.chances.dropFirst().first { $0.probability < 0.5 }
      return [period.chances.first, rare].compactMap { $0.map(text(of:)) }
        .joined(separator: " ")
    }

    private func text(of chance: AftershockForecast.Chance) -> String {
      let magnitude = "Magnitude \(shortNumber(chance.magnitude)) or more"
      switch chance.probability {
      case 0.99...:
        return chance.least == chance.most
          ? "\(magnitude): about \(grouped(chance.most))."
          : "\(magnitude): \(grouped(chance.least)) to \(grouped(chance.most)) of them."
      case ..<0.001: return "\(magnitude): less than 1 in 1,000."
      case ..<0.01: return "\(magnitude): less than 1 in 100."
      default:
        return "\(magnitude): about \(Int((chance.probability * 100).rounded())) in 100."
      }
    }
  }

  /// A level of the Mercalli scale.
  struct Level: Hashable, Sendable {
    /// 1 to 10; stronger ones have the words and the colour of 10.
    let number: Int

    init(_ intensity: Double) {
      number = Int(min(max(intensity, 1), 10).rounded())
    }

    var numeral: String { number == 10 ? "X" : intensityNumeral(Double(number)) }
    var words: String { intensityWord(number) }
    var style: String { "i-\(number)" }
  }

  /// The content of the report. Parts that were not published are empty.
  struct ViewState: Hashable, Sendable {
    /// The progress of loading it; `empty` if that was postponed.
    let status: Status
    /// The shaking in words.
    var sentences: [String] = []
    var towns: [Town] = []
    var people: People?
    var movement: Movement?
    var forecast: Forecast?
    var summary: [String] = []
    var impact: [String] = []
    /// The parts that could not be loaded, as a sentence; `nil` if there are none.
    var missing: String?
    /// The source and its last change; `nil` if it is unknown.
    var version: String?

    /// True without any of the parts.
    var isEmpty: Bool {
      sentences.isEmpty && towns.isEmpty && people == nil && movement == nil && forecast == nil
        && summary.isEmpty && impact.isEmpty
    }
    /// True if nothing is known so far, and is being loaded.
    var isExpected: Bool { status == .waiting && isEmpty }

    struct Town: Hashable, Sendable {
      let name: String
      let distance: String
      let people: String?
      /// The shaking; `nil` outside the map of it.
      let level: Level?
    }

    struct People: Hashable, Sendable {
      let alert: Alert?
      let rows: [Row]
      let edge: String?

      struct Alert: Hashable, Sendable {
        let level: String
        let text: String
      }

      struct Row: Hashable, Sendable {
        let level: Level
        let count: String
        /// In percent.
        let width: Double
      }
    }

    struct Movement: Hashable, Sendable {
      let picture: String
      let sentence: String
      let planes: String
    }

    struct Forecast: Hashable, Sendable {
      let rows: [Row]
      let created: String?

      struct Row: Hashable, Sendable {
        let name: String
        let text: String
      }
    }
  }
}

extension EventReport.Part {
  /// The part within a sentence.
  fileprivate var label: String {
    switch self {
    case .shaking: "the map of the shaking"
    case .felt: "the reports of people"
    case .towns: "the towns nearby"
    case .exposure: "the people in the shaking"
    case .summary: "the summary"
    }
  }
}
