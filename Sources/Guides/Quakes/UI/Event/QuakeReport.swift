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
      var state = QuakeReport.ViewState(
        status: entry.status, isSample: sample != nil, links: EventLinks(quake))
      guard let report = entry.report else { return state }
      state.towns = towns(report, quake)
      state.people = report.exposure.map(people)
      state.movement = movement(report)
      state.forecast = report.forecast.flatMap(forecast)
      state.summary = report.summary
      state.impact = report.impact
      state.missing = report.missing.union(report.tooLarge)
      state.updated = report.updated.map(time)
      return state
    }

    private func time(_ date: Date) -> QuakeReport.ViewState.Time {
      let moment = Moment(date, in: location.measures.zone)
      return .init(text: moment.dayAndClock, exact: moment.iso8601)
    }

    private var unit: LengthUnit { location.measures.unit }

    // MARK: Towns and people

    /// The number of towns that fit beside the map.
    private static let townCount = 6

    private func towns(_ report: EventReport, _ quake: Quake) -> [QuakeReport.ViewState.Town] {
      report.towns.prefix(Self.townCount).map { town in
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
          level: intensity.map { Level(Double($0)) })
      }
    }

    private func people(_ exposure: Exposure) -> QuakeReport.ViewState.People {
      let largest = Double(exposure.people.max() ?? 1)
      // Weak shaking has two intensities and one name.
      let counts = exposure.people.enumerated().dropFirst().filter { $0.element > 0 }
      return QuakeReport.ViewState.People(
        rows: counts.reversed().map { index, count in
          .init(
            level: Level(Double(index + 1)), count: grouped(count),
            width: max(percent(Double(count) / largest), 0.5))
        },
        notes: [
          "USGS PAGER, an estimate.",
          exposure.isUnderReview ? "The alert is under review." : nil,
          exposure.edgeIntensity.map {
            "Beyond the edge of the map, people at \(Level($0).numeral) or less are not counted."
          },
        ]
        .compactMap(\.self).joined(separator: " "))
    }

    // MARK: The fault and the forecast

    private func movement(_ report: EventReport) -> QuakeReport.ViewState.Movement? {
      guard let mechanism = report.mechanism, let plane = mechanism.planes.first,
        let sentence = mechanism.movement
      else { return nil }
      let planes = mechanism.planes.map { plane in
        [plane.strike, plane.dip, plane.rake].map { "\(shownNumber($0.rounded()))°" }
          .joined(separator: ", ")
      }
      return QuakeReport.ViewState.Movement(
        picture: BeachBall(plane).path, sentence: sentence,
        planes: "Strike, dip, rake: " + planes.joined(separator: " and "))
    }

    /// Returns the periods of the forecast that are not over; `nil` if there are none.
    private func forecast(_ forecast: AftershockForecast) -> QuakeReport.ViewState.Forecast? {
      let periods = forecast.periods.filter { $0.end > now }
      guard forecast.expires > now, !periods.isEmpty else { return nil }
      return QuakeReport.ViewState.Forecast(
        rows: periods.map { period in
          .init(start: time(period.start), end: time(period.end), text: text(of: period))
        },
        created: forecast.created.map(time))
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
    /// True if the event is part of a sample, which has no reports.
    let isSample: Bool
    let links: EventLinks
    var towns: [Town] = []
    var people: People?
    var movement: Movement?
    var forecast: Forecast?
    var summary: [String] = []
    var impact: [String] = []
    /// The parts that were published but are not there.
    var missing: Set<EventReport.Part> = []
    /// The last change at the source; `nil` if it is unknown.
    var updated: Time?

    /// True if nothing is known so far, and is being loaded.
    var isExpected: Bool {
      status == .waiting && updated == nil && towns.isEmpty && people == nil && movement == nil
        && forecast == nil && summary.isEmpty && impact.isEmpty
    }

    struct Time: Component, Hashable {
      let text: String
      /// The same as in ISO 8601.
      let exact: String

      var body: some HTML { time { text }.datetime(exact) }
    }

    struct Town: Hashable, Sendable {
      let name: String
      let distance: String
      /// The shaking; `nil` outside the map of it.
      let level: Level?
    }

    struct People: Hashable, Sendable {
      let rows: [Row]
      /// The origin of the numbers, and what they leave out.
      let notes: String

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
      let created: Time?

      struct Row: Hashable, Sendable {
        let start, end: Time
        let text: String
      }
    }
  }
}
