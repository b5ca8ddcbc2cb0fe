import Foundation
import Geography
import ImmutableData
import ImmutableUI
import Markup
import TestSupport
import Testing

@testable import QuakesData
@testable import QuakesUI

/// The report of an event in words.
@Suite struct QuakeReportTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48
  private static let quake = Quake.example("q", 6, at: now - 7_200, longitude: 10, latitude: 20)

  private static func viewState(
    _ result: QuakesAction.FetchReportResult? = nil, asked: Bool = true,
    unit: LengthUnit = .kilometres, at date: Date = now, sample: String? = nil
  ) -> QuakesPage.ViewState {
    var state = QuakesState(loaded: [quake])
    if asked { state.reports.begin("q", at: now) }
    if let result { state.reports.end("q", result) }
    var location = QuakesLocation().event("q")
    location.measures.unit = unit
    return QuakesPage.Container(location: location, now: date, sample: sample)
      .viewState(SelectQuakes(state: state))
  }

  private static func viewState(
    unit: LengthUnit = .kilometres, at date: Date = now,
    _ change: (inout EventReport) throws -> Void
  ) throws -> QuakeReport.ViewState {
    var report = EventReport(quakeId: "q", fetched: now)
    try change(&report)
    return try #require(viewState(.success(report: report), unit: unit, at: date).results?.report)
  }

  private static func cell(
    _ intensity: Double, _ distance: Double?, _ name: String? = nil, count: Int = 3
  ) -> FeltCell {
    FeltCell(
      west: 10, south: 20, east: 10.1, north: 20.1, intensity: intensity, count: count,
      distance: distance, name: name)
  }

  @Test func `Before somebody asks there is no report`() {
    #expect(Self.viewState(asked: false).results?.report == nil)
  }

  @Test func `The progress is shown`() {
    #expect(Self.viewState().results?.report?.status == .waiting)
    #expect(Self.viewState(.failure(error: "No")).results?.report?.status == .failure(error: "No"))
    #expect(Self.viewState(.success(report: nil)).results?.report?.isExpected == false)
    #expect(Self.viewState().results?.report?.isExpected == true)
    let sample = Self.viewState(.success(report: nil), sample: "Sample").results?.report
    #expect(sample?.isSample == true)
  }

  /// Returns the first sentences of the page.
  private static func lead(
    _ quake: Quake = quake, _ change: (inout EventReport) throws -> Void
  ) rethrows -> String {
    var report = EventReport(quakeId: "q", fetched: now)
    try change(&report)
    let lead = EventLead(quake, report, in: .kilometres)
    return (lead.strongest ?? "") + lead.shaking
      + (lead.alert.map { " \($0.label) \($0.meaning)" } ?? "")
      + (lead.reports.map { " \($0)" } ?? "")
  }

  @Test(
    arguments: [
      ([], " No reports of shaking."),
      ([cell(1, 500)], " No reports of shaking."), ([cell(3.2, 90)], " No reports of shaking."),
      (
        [cell(4.1, 90), cell(3.9, 120, "Kent"), cell(2, 400)],
        "Light shaking (IV) reported as far as Kent, 120 km away."
      ),
      ([cell(5.5, 80), cell(4.1, 200)], "Strong shaking (VI) reported as far as 80 km away."),
      // Stronger shaking is felt as strong, too.
      ([cell(8.2, 10), cell(6, 33)], "Strong shaking (VI) reported as far as 33 km away."),
      ([cell(8.2, nil)], " No reports of shaking."),
      // One or two reports may be mistakes.
      (
        [cell(6, 90, count: 2), cell(5, 70)],
        "Moderate shaking (V) reported as far as 70 km away."
      ),
    ] as [([FeltCell], String)])
  func `The reach of the shaking is that of the reports`(_ cells: [FeltCell], _ lead: String) {
    #expect(Self.lead { $0.felt = cells } == lead)
  }

  @Test(
    arguments: [
      (nil, nil, nil, nil, " No reports of shaking."),
      (nil, 12, 1.2, nil, " 12 people sent a report."),
      (nil, 0, 1.2, 0, " No reports of shaking."), (nil, 12, nil, 1, " 1 person sent a report."),
      (nil, nil, 4.2, nil, "Light shaking (IV) reported."),
      (
        7.6, 1_200, 5, 1_203,
        "Severe shaking (VIII) computed on land. 1,203 people sent a report."
      ),
    ] as [(Double?, Int?, Double?, Int?, String)])
  func `The feed tells what the report does not`(
    _ computed: Double?, _ felt: Int?, _ reported: Double?, _ count: Int?, _ lead: String
  ) {
    let quake = Quake.example("q", felt: felt, reported: reported, computed: computed)
    #expect(Self.lead(quake) { $0.reportCount = count } == lead)
  }

  @Test(
    arguments: [
      (0.9, 1, " No reports of shaking."), (3.07, 3, "Weak shaking (III) computed on land."),
      (10.4, 9, "Extreme shaking (X) computed on land."),
      // Its rings reach further at sea.
      (3.07, 9, "Violent shaking (IX) computed at sea, at most weak (III) on land."),
      (0.9, 5, "Moderate shaking (V) computed at sea, too weak to feel on land."),
    ] as [(Double, Int, String)])
  func `The computed shaking is named at sea and on land`(
    _ intensity: Double, _ ring: Int, _ lead: String
  ) {
    let sentence = Self.lead {
      $0.shaking = ShakingMap(
        contours: [.init(intensity: ring, lines: [[1_000, 2_000, 1_001, 2_001]])],
        area: .init(west: 9, south: 19, east: 11, north: 21))
      $0.maximumOnLand = intensity
    }
    #expect(sentence == lead)
  }

  @Test func `An alert says what it means, unless it is under review`() throws {
    let quake = Quake.example("q", alert: .orange)
    #expect(
      Self.lead(quake) { _ in }
        == " Orange alert: casualties and damage likely, an estimate. No reports of shaking.")
    let document = #"{"population_exposure":{"aggregated_exposure":[0,0,0,9,0,0,0,0,0,0]}}"#
    let lead = try Self.lead(quake) {
      $0.exposure = Exposure(try JSONValue(Array(document.utf8)), level: "pending")
    }
    #expect(lead == " No reports of shaking.")
  }

  /// As in the names of places, such as "65 mi W of East".
  @Test func `The epicentre is seen from the towns`() throws {
    let state = try Self.viewState(unit: .miles) {
      $0.towns = [
        Town(name: "East", longitude: 11, latitude: 20, population: 1_000),
        Town(name: "South", longitude: 10, latitude: 18, population: nil),
      ]
    }
    #expect(state.towns.map(\.distance) == ["65 mi W", "138 mi N"])
    #expect(state.towns.map(\.level) == [nil, nil])
  }

  @Test func `People are counted by intensity, the strongest first`() throws {
    let state = try Self.viewState {
      $0.exposure = Exposure(
        people: [5, 0, 1_500_000, 750_000, 0, 9_999, 12_345, 0, 0, 1], edgeIntensity: 3.6,
        alert: .red)
    }
    let people = try #require(state.people)
    #expect(people.rows.map(\.level.numeral) == ["X", "VII", "VI", "IV", "III"])
    #expect(people.rows.map(\.count) == ["1", "12,345", "9,999", "750,000", "1,500,000"])
    #expect(people.rows.map(\.width) == [0.5, 0.82, 0.67, 50, 100])
    #expect(
      people.notes
        == "USGS PAGER, an estimate. Beyond the edge of the map, people at IV or less are not "
        + "counted.")
  }

  @Test func `An alert under review is named as such`() throws {
    let document = #"{"population_exposure":{"aggregated_exposure":[0,0,0,9,0,0,0,0,0,0]}}"#
    let state = try Self.viewState {
      $0.exposure = Exposure(try JSONValue(Array(document.utf8)), level: "pending")
    }
    #expect(state.people?.notes == "USGS PAGER, an estimate. The alert is under review.")
    #expect(state.people?.rows.map(\.count) == ["9"])
  }

  @Test(
    arguments: [
      (0, 80, -6, "Strike-slip: the two sides moved past each other sideways on a steep fault."),
      (0, 60, 175, "Strike-slip: the two sides moved past each other sideways."),
      (0, 20, 90, "Thrust: one side was pushed up over the other."),
      (0, 45, -90, "Normal: one side slid down along the other."),
      (0, 45, 45, "Oblique: one side was pushed up over the other, and sideways."),
      (0, 45, -135, "Oblique: one side slid down along the other, and sideways."),
    ] as [(Double, Double, Double, String)])
  func `The movement follows from the rake`(
    _ strike: Double, _ dip: Double, _ rake: Double, _ sentence: String
  ) throws {
    let state = try Self.viewState {
      $0.mechanism = FaultMechanism(
        planes: [.init(strike: strike, dip: dip, rake: rake)])
    }
    #expect(state.movement?.sentence == sentence)
  }

  @Test(
    arguments: [
      (
        [(3.0, 0.05524, 0, 1), (4, 0.005667, 0, 0)],
        "Magnitude 3 or more: about 6 in 100. Magnitude 4 or more: less than 1 in 100."
      ),
      ([(3, 0.0004, 0, 0)], "Magnitude 3 or more: less than 1 in 1,000."),
      (
        [(3, 0.81, 0, 5), (4, 0.62, 0, 1), (5, 0.01657, 0, 0)],
        "Magnitude 3 or more: about 81 in 100. Magnitude 5 or more: about 2 in 100."
      ),
      ([(3, 1, 9, 26)], "Magnitude 3 or more: 9 to 26 of them."),
      ([(3, 0.995, 4, 4)], "Magnitude 3 or more: about 4."),
    ] as [([(Double, Double, Int, Int)], String)])
  func `A forecast is told in words`(
    _ chances: [(Double, Double, Int, Int)], _ text: String
  ) throws {
    let state = try Self.viewState {
      $0.forecast = AftershockForecast(
        created: Self.now, expires: Self.now + 1,
        periods: [
          .init(
            start: Self.now, end: Self.now + 7 * 86_400,
            chances: chances.map {
              .init(magnitude: $0.0, probability: $0.1, least: $0.2, most: $0.3)
            })
        ])
    }
    let row = try #require(state.forecast?.rows.first)
    #expect(
      [row.start.text, row.end.text, row.text]
        == ["4 May 2024, 07:06", "11 May 2024, 07:06", text])
    #expect(state.forecast?.created?.text == "4 May 2024, 07:06")
  }

  private static func event(_ name: String) throws -> EventDetail {
    try EventDetail([UInt8](#require(Fixtures.data("quakes/event/\(name).json"))))
  }

  /// The recorded forecast of Ridgecrest begins on 4 September 2021, and expires with its
  /// last period.
  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"),
    arguments: [
      ("2021-09-04T03:33:13Z", ["5 Sep 2021", "11 Sep 2021", "4 Oct 2021", "4 Sep 2022"]),
      ("2021-09-05T03:59:59Z", ["5 Sep 2021", "11 Sep 2021", "4 Oct 2021", "4 Sep 2022"]),
      ("2021-09-05T04:00:00Z", ["11 Sep 2021", "4 Oct 2021", "4 Sep 2022"]),
      ("2021-10-03T00:00:00Z", ["4 Oct 2021", "4 Sep 2022"]),
      ("2022-09-04T03:59:59Z", ["4 Sep 2022"]), ("2022-09-04T04:00:00Z", []),
      ("2026-11-26T00:00:00Z", []),
    ] as [(String, [String])])
  func `A forecast has the dates of its periods, until each is over`(
    _ now: String, _ ends: [String]
  ) throws {
    let text = try #require(
      try Self.event("03-ridgecrest-tz-and-forecast.detail").products("oaf").first?.text)
    let state = try Self.viewState(at: Date(now, strategy: .iso8601)) {
      $0.forecast = AftershockForecast(try JSONValue(Array(text.utf8)))
    }
    #expect(
      state.forecast?.rows.map(\.end.text)
        == (ends.isEmpty ? nil : ends.map { "\($0), 04:00" }))
  }

  @Test func `A forecast that expired is not shown`() throws {
    let state = try Self.viewState {
      $0.forecast = AftershockForecast(
        created: nil, expires: Self.now,
        periods: [.init(start: Self.now - 9, end: Self.now + 9, chances: [])])
    }
    #expect(state.forecast == nil)
  }

  /// The cells of Sparta (2020) with three reports or more: 524 of 1,414.
  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `The reach of the shaking is that of all cells`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "cells")
    let name = "quakes/event/05-sparta-dyfi_geo_10km.geojson.gz"
    try #require(Fixtures.data(name)).write(to: file.appendingPathExtension("gz"))
    try run("gzip", ["-d", file.appendingPathExtension("gz").path])
    let cells = FeltCell.cells(try JSONValue([UInt8](Data(contentsOf: file))))
    #expect(cells.count == 400)
    let lead = Self.lead {
      $0.felt = cells
      $0.reportCount = 8_412
    }
    #expect(lead.hasPrefix("Moderate shaking (V) reported as far as "))
    #expect(lead.hasSuffix("238 km away. 8,412 people sent a report."))
  }

  @Test(
    arguments: [
      ([], []), ([.felt], ["The places of reports are not available."]),
      (
        [.summary, .shaking, .towns],
        ["Not available from USGS.", "The map of the shaking is not available."]
      ),
      ([.exposure], ["Not available from USGS."]),
    ] as [(Set<EventReport.Part>, [String])])
  func `Parts that are missing say so in their place`(
    _ parts: Set<EventReport.Part>, _ lines: [String]
  ) throws {
    for isTooLarge in [false, true] {
      let state = try Self.viewState {
        if isTooLarge { $0.tooLarge = parts } else { $0.missing = parts }
      }
      let html = QuakeReport.Presenter(state: state).body.renderedString()
      let found = html.split(separator: "<p class=\"row-note\">").dropFirst()
        .map { String($0.prefix { $0 != "<" }) }
      #expect(found == lines)
      let towns = QuakeReport.Towns(state: state).body.renderedString()
      #expect(towns.contains("Not available from USGS."))
      #expect(!html.contains("role=\"alert\""))
    }
  }

  @Test func `The time at the epicentre needs no report`() {
    #expect(
      Self.viewState(asked: false).event?.local == "4 May 2024, 06:06 UTC+1 at the epicentre")
  }

  /// The page of all events has no report, and asks for none.
  @Test func `Only the page of an event has a report`() {
    var state = QuakesState(loaded: [Self.quake])
    state.reports.begin("q", at: Self.now)
    var location = QuakesLocation()
    location.quakeId = "q"
    let page = QuakesPage.Container(location: location, now: Self.now)
      .viewState(SelectQuakes(state: state))
    #expect(page.results?.report == nil)
    #expect(page.results?.map.shaking == nil)
  }

  private static let shaking = ShakingMap(
    contours: [
      .init(intensity: 4, lines: [[17_950, 1_000, 18_050, 1_100, 17_950, 1_200]]),
      .init(intensity: 6, lines: [[17_990, 1_050, 18_010, 1_050]]),
    ],
    area: .init(west: 175, south: 5, east: 185, north: 15))

  /// Lines continue across the date line, wherever the map begins.
  @Test(
    arguments: [(180.0, 40.0, 0.0), (-180, 40, -360), (170, 40, 0), (-170, 40, -360)]
      as [(Double, Double, Double)])
  func `The lines are where the map shows the event`(
    _ longitude: Double, _ width: Double, _ offset: Double
  ) throws {
    var report = EventReport(quakeId: "q", fetched: Self.now)
    report.shaking = Self.shaking
    let camera = Camera(longitude: longitude, latitude: 10, width: width)
    let shown = try #require(QuakeMap.Shaking(report, in: camera))
    let left = camera.frame.left
    let x = 180 + shown.offset
    #expect((left...left + width).contains(x))
    #expect(shown.lines.first?.path == "M35950 8000l100-100-100-100")
    #expect(shown.legend.map(\.numeral) == ["IV", "VI"])
    for name in shown.names {
      #expect((0...100).contains(name.x) && (0...100).contains(name.y))
    }
  }

  @Test func `The map shows the area of the shaking`() {
    let camera = Camera.showing(Self.quake, Self.shaking)
    #expect(camera.frame.left <= 175 || camera.frame.left <= -185)
    #expect(camera.width == 33)
    #expect(camera.y == 10)
    #expect(Camera.showing(Self.quake, nil).width == 40)
  }
}
