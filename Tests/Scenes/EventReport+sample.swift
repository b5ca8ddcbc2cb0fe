#if DEBUG
import Foundation

@testable import QuakesData

extension EventReport {
  /// Returns a report with all its parts, for previews.
  ///
  /// - Parameters:
  ///   - quake: the event.
  ///   - date: the time at which it was fetched.
  ///   - text: returns the text of a sample.
  static func sample(
    of quake: Quake, at date: Date, _ text: (String) -> String
  ) -> EventReport {
    var report = EventReport(quakeId: quake.id, fetched: date)
    report.updated = date - 3_600
    let (x, y) = (quake.longitude, quake.latitude)
    // Rings around the epicentre, which weaken with the distance.
    report.shaking = ShakingMap(
      contours: (3...8).map { intensity in
        let radius = pow(9 - Double(intensity), 1.4) / 2.5
        let ring = (0...36).flatMap { step in
          let angle = Double(step) * .pi / 18
          return [x + 1.3 * radius * cos(angle), y + radius * sin(angle)]
            .map { Int(($0 * 100).rounded()) }
        }
        return .init(intensity: intensity, lines: [ring])
      },
      area: .init(west: x - 6.5, south: y - 5, east: x + 6.5, north: y + 5))
    report.maximumOnLand = 8.46
    report.reportCount = 1_203
    report.felt = [
      (0.2, 0.1, 7.6, 12, nil), (0.4, -0.3, 6.1, 180, "Herat"), (2.1, 1.2, 4.2, 40, "Mary"),
      (-2.3, 1.6, 3.4, 210, "Mashhad"), (4.4, -2.8, 1, 4, nil), (-5.6, -3.1, 2.3, 2, "Yazd"),
    ].map { right, up, intensity, count, name in
      FeltCell(
        west: x + right, south: y + up, east: x + right + 0.1, north: y + up + 0.1,
        intensity: intensity, count: count,
        distance: (111 * (right * right + up * up).squareRoot()).rounded(),
        name: name.map(text))
    }
    report.towns = [
      Town(
        name: text("Zindah Jān, Afghanistan"), longitude: x - 0.15,
        latitude: y - 0.24, population: 10_104),
      Town(
        name: text("Herat, Afghanistan"), longitude: x + 0.3, latitude: y - 0.22,
        population: 272_806),
      Town(
        name: text("Torbat-e Jam, Iran"), longitude: x - 1.3, latitude: y + 0.68,
        population: nil),
    ]
    report.exposure = Exposure(
      people: [0, 0, 9_204_000, 2_752_848, 430_217, 181_811, 61_064, 12_261, 0, 0],
      edgeIntensity: 3.4, alert: .orange)
    report.mechanism = FaultMechanism(
      planes: [
        .init(strike: 273, dip: 19, rake: 79), .init(strike: 104, dip: 71, rake: 94),
      ])
    report.forecast = AftershockForecast(
      created: date - 7_200, expires: date + 365 * 86_400,
      periods: [
        (1, 0.62, 0.07, 0, 5), (7, 0.97, 0.24, 1, 14), (365, 1, 0.55, 6, 60),
      ].map { days, likely, rare, least, most in
        .init(
          start: date, end: date + days * 86_400,
          chances: [
            .init(magnitude: 4, probability: likely, least: least, most: most),
            .init(magnitude: 5, probability: rare, least: 0, most: 2),
            .init(magnitude: 6, probability: rare / 20, least: 0, most: 0),
          ])
      })
    report.impact = [text("Several villages were damaged.")]
    report.summary = [
      text("The earthquake was the result of thrust faulting in the continental crust."),
      text("The Arabia plate moves to the north at about 25 mm a year."),
      text("Earthquakes of this size are common in the region."),
    ]
    return report
  }
}
#endif
