import Foundation
import Geography
import ImmutableData
import ImmutableUI
import Testing

@testable import QuakesData
@testable import QuakesUI

/// The report of an event in words.
@Suite struct QuakeReportTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48
  private static let quake = Quake(
    quakeId: "q", magnitude: 6, time: now - 7_200, updated: nil, name: "Somewhere",
    longitude: 10, latitude: 20)

  private static func viewState(
    _ result: QuakesAction.FetchReportResult? = nil, asked: Bool = true,
    unit: LengthUnit = .kilometres
  ) -> QuakesPage.ViewState {
    var state = QuakesState()
    state.quakes.insert([quake])
    state.quakes.status = .success
    state.ledger.isLoaded = true
    if asked { state.reports.begin("q", at: now) }
    if let result { state.reports.end("q", result) }
    var location = QuakesLocation().event("q")
    location.measures.unit = unit
    return QuakesPage.Container(location: location, now: now)
      .viewState(SelectQuakes(state: state))
  }

  private static func viewState(
    unit: LengthUnit = .kilometres, _ change: (inout EventReport) -> Void
  ) throws -> QuakeReport.ViewState {
    var report = EventReport(quakeId: "q", fetched: now)
    change(&report)
    return try #require(viewState(.success(report: report), unit: unit).results?.report)
  }

  private static func cell(
    _ intensity: Double, _ distance: Double?, _ name: String? = nil
  ) -> FeltCell {
    FeltCell(
      west: 10, south: 20, east: 10.1, north: 20.1, intensity: intensity, count: 1,
      distance: distance, name: name)
  }

  @Test func `Before somebody asks there is no report`() {
    #expect(Self.viewState(asked: false).results?.report == nil)
  }

  @Test func `The progress is shown`() {
    #expect(Self.viewState().results?.report?.status == .waiting)
    #expect(Self.viewState(.failure(error: "No")).results?.report?.status == .failed("No"))
    let nothing = Self.viewState(.success(report: nil)).results?.report
    #expect(nothing == QuakeReport.ViewState(status: .loaded))
  }

  @Test(
    arguments: [
      ([], nil),
      ([cell(1, 500)], nil), ([cell(3.2, 90)], nil),
      (
        [cell(4.1, 90), cell(3.9, 120), cell(2, 400)],
        "Light shaking (IV) was felt up to 120 km away."
      ),
      ([cell(5.5, 80), cell(4.1, 200)], "Strong shaking (VI) was felt up to 80 km away."),
      // Stronger shaking is felt as strong, too.
      ([cell(8.2, 10), cell(6, 33)], "Strong shaking (VI) was felt up to 33 km away."),
      ([cell(8.2, nil)], nil),
    ] as [([FeltCell], String?)])
  func `The reach of the shaking is that of the reports`(
    _ cells: [FeltCell], _ sentence: String?
  ) throws {
    let state = try Self.viewState { $0.felt = cells }
    #expect(state.sentences == [sentence].compactMap(\.self))
  }

  @Test(
    arguments: [
      (0, [], nil), (1, [], "1 person sent a report."), (1_203, [], "1,203 people sent a report."),
      (
        30, [cell(3.1, 1_835, "Port Blair"), cell(1, 1_989, "Ambalangoda"), cell(3, 1_900)],
        "30 people sent a report; of those who felt it, the farthest named place is Port Blair, "
          + "1,835 km away."
      ),
    ] as [(Int, [FeltCell], String?)])
  func `Who sent a report need not have felt it`(
    _ count: Int, _ cells: [FeltCell], _ sentence: String?
  ) throws {
    let state = try Self.viewState {
      $0.reportCount = count
      $0.felt = cells
    }
    #expect(state.sentences == [sentence].compactMap(\.self))
  }

  @Test(
    arguments: [(0.9, nil), (3.07, "weak (III)"), (5.5, "strong (VI)"), (10.4, "extreme (X)")]
      as [(Double, String?)])
  func `The strongest shaking on land is named`(_ intensity: Double, _ words: String?) throws {
    let state = try Self.viewState {
      $0.shaking = ShakingMap(
        contours: [.init(intensity: 9, lines: [.init([1_000, 2_000, 1_001, 2_001])])],
        area: .init(west: 9, south: 19, east: 11, north: 21), maximumOnLand: intensity)
    }
    let sentence = words.map { "On land the shaking was at most \($0)." }
    #expect(state.sentences == [sentence].compactMap(\.self))
  }

  /// The direction is that from the epicentre, unlike in the file.
  @Test func `Towns are seen from the epicentre`() throws {
    let state = try Self.viewState(unit: .miles) {
      $0.towns = [
        Town(name: "East", distance: 100, longitude: 11, latitude: 20, population: 1_000),
        Town(name: "South", distance: 200, longitude: 10, latitude: 18, population: nil),
      ]
    }
    #expect(state.towns.map(\.distance) == ["62 mi E", "124 mi S"])
    #expect(state.towns.map(\.people) == ["1,000", nil])
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
    #expect(
      people.rows.map(\.count) == ["1", "12 thousand", "9,999", "750 thousand", "1.5 million"])
    #expect(people.rows.map(\.width) == [0.5, 0.82, 0.67, 50, 100])
    #expect(
      people.edge == "Beyond the edge of the map, people at IV or less are not counted.")
    #expect(
      people.alert
        == .init(level: "red", text: "Red alert: many casualties and widespread damage likely."))
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
        1, [(3.0, 0.05524, 0, 1), (4, 0.005667, 0, 0)], "Next day",
        "Magnitude 3 or more: about 6 in 100. Magnitude 4 or more: less than 1 in 100."
      ),
      (7, [(3, 0.0004, 0, 0)], "Next week", "Magnitude 3 or more: less than 1 in 1,000."),
      (
        30, [(3, 0.81, 0, 5), (4, 0.62, 0, 1), (5, 0.01657, 0, 0)], "Next month",
        "Magnitude 3 or more: about 81 in 100. Magnitude 5 or more: about 2 in 100."
      ),
      (365, [(3, 1, 9, 26)], "Next year", "Magnitude 3 or more: 9 to 26 of them."),
      (365, [(3, 0.995, 4, 4)], "Next year", "Magnitude 3 or more: about 4."),
    ] as [(Double, [(Double, Double, Int, Int)], String, String)])
  func `A forecast is told in words`(
    _ days: Double, _ chances: [(Double, Double, Int, Int)], _ name: String, _ text: String
  ) throws {
    let state = try Self.viewState {
      $0.forecast = AftershockForecast(
        created: Self.now, expires: Self.now + 1,
        periods: [
          .init(
            start: Self.now, end: Self.now + days * 86_400,
            chances: chances.map {
              .init(magnitude: $0.0, probability: $0.1, least: $0.2, most: $0.3)
            })
        ])
    }
    #expect(state.forecast?.rows == [.init(name: name, text: text)])
    #expect(state.forecast?.created == "USGS forecast of 4 May 2024.")
  }

  @Test func `A forecast whose time is over is not shown`() throws {
    let state = try Self.viewState {
      $0.forecast = AftershockForecast(
        created: nil, expires: Self.now,
        periods: [.init(start: Self.now - 9, end: Self.now, chances: [])])
    }
    #expect(state.forecast == nil)
  }

  @Test(
    arguments: [
      ([], nil), ([.felt], "The reports of people could not be loaded: tried again later."),
      (
        [.summary, .shaking, .towns],
        "The map of the shaking, the towns nearby and the summary could not be loaded: tried "
          + "again later."
      ),
    ] as [(Set<EventReport.Part>, String?)])
  func `Parts that could not be loaded are named`(
    _ parts: Set<EventReport.Part>, _ sentence: String?
  ) throws {
    #expect(try Self.viewState { $0.missing = parts }.missing == sentence)
  }

  @Test(
    arguments: [
      (nil, nil), (0, "4 May 2024, 05:06 UTC at the epicentre"),
      (-480, "3 May 2024, 21:06 UTC−8 at the epicentre"),
      (345, "4 May 2024, 10:51 UTC+5:45 at the epicentre"),
    ] as [(Int?, String?)])
  func `The time at the epicentre comes first`(_ minutes: Int?, _ text: String?) {
    var report = EventReport(quakeId: "q", fetched: Self.now)
    report.timeZone = minutes
    #expect(Self.viewState(.success(report: report)).event?.local == text)
  }

  /// The page of all events has no report, and asks for none.
  @Test func `Only the page of an event has a report`() {
    var state = QuakesState()
    state.quakes.insert([Self.quake])
    state.quakes.status = .success
    state.ledger.isLoaded = true
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
      .init(intensity: 4, lines: [.init([17_950, 1_000, 18_050, 1_100, 17_950, 1_200])]),
      .init(intensity: 6, lines: [.init([17_990, 1_050, 18_010, 1_050])]),
    ],
    area: .init(west: 175, south: 5, east: 185, north: 15), maximumOnLand: nil)

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
    #expect(camera.width == 25)
    #expect(camera.y == 10)
    #expect(Camera.showing(Self.quake, nil).width == 40)
  }
}
