import Foundation
import Geography
import ImmutableData
import ImmutableUI
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
    let nothing = Self.viewState(.success(report: nil)).results?.report
    #expect(nothing == QuakeReport.ViewState(status: .success))
    let sample = Self.viewState(.success(report: nil), sample: "Sample").results?.report
    #expect(sample?.version?.hasPrefix("The sample has no details") == true)
  }

  @Test(
    arguments: [
      ([], nil),
      ([cell(1, 500)], nil), ([cell(3.2, 90)], nil),
      (
        [cell(4.1, 90), cell(3.9, 120), cell(2, 400)],
        "Reports: light shaking (IV) was felt up to 120 km away."
      ),
      ([cell(5.5, 80), cell(4.1, 200)], "Reports: strong shaking (VI) was felt up to 80 km away."),
      // Stronger shaking is felt as strong, too.
      ([cell(8.2, 10), cell(6, 33)], "Reports: strong shaking (VI) was felt up to 33 km away."),
      ([cell(8.2, nil)], nil),
      // One or two reports may be mistakes.
      (
        [cell(6, 90, count: 2), cell(5, 70)],
        "Reports: moderate shaking (V) was felt up to 70 km away."
      ),
    ] as [([FeltCell], String?)])
  func `The reach of the shaking is that of the reports`(
    _ cells: [FeltCell], _ sentence: String?
  ) throws {
    let state = try Self.viewState { $0.felt = cells }
    #expect(state.sentences == [sentence].compactMap(\.self))
  }

  @Test(
    arguments: [
      (0, [], nil), (1, [], "1 report was sent."), (1_203, [], "1,203 reports were sent."),
      (
        30,
        [
          cell(3.1, 1_835, "Port Blair"), cell(1, 1_989, "Ambalangoda"), cell(3, 1_900),
          cell(3, 2_867, "Nowhere", count: 1),
        ],
        "30 reports were sent. The farthest named place from where at least three tell that it "
          + "was felt is Port Blair, 1,835 km away."
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
    arguments: [
      (0.9, 1, nil), (3.07, 3, "on land it was at most weak (III)"),
      (10.4, 9, "on land it was at most extreme (X)"),
      // Its rings reach further at sea.
      (3.07, 9, "up to violent (IX); on land it was at most weak (III)"),
      (0.9, 5, "up to moderate (V); on land it was too weak to feel"),
    ] as [(Double, Int, String?)])
  func `The computed shaking is named at sea and on land`(
    _ intensity: Double, _ ring: Int, _ words: String?
  ) throws {
    let state = try Self.viewState {
      $0.shaking = ShakingMap(
        contours: [.init(intensity: ring, lines: [[1_000, 2_000, 1_001, 2_001]])],
        area: .init(west: 9, south: 19, east: 11, north: 21))
      $0.maximumOnLand = intensity
    }
    let sentence = words.map { "Computed shaking: \($0)." }
    #expect(state.sentences == [sentence].compactMap(\.self))
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

  @Test func `An alert under review is no alert`() throws {
    let document = #"{"population_exposure":{"aggregated_exposure":[0,0,0,9,0,0,0,0,0,0]}}"#
    let state = try Self.viewState {
      $0.exposure = Exposure(try JSONValue(Array(document.utf8)), level: "pending")
    }
    #expect(state.people?.alert == .init(level: "pending", text: "The alert is under review."))
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
    let name = "4 May 2024, 07:06 UTC to 11 May 2024, 07:06 UTC"
    #expect(state.forecast?.rows == [.init(name: name, text: text)])
    #expect(state.forecast?.created == "USGS forecast of 4 May 2024, 07:06 UTC.")
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
      state.forecast?.rows.map(\.name)
        == (ends.isEmpty ? nil : ends.map { "4 Sep 2021, 04:00 UTC to \($0), 04:00 UTC" }))
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
    let state = try Self.viewState {
      $0.felt = cells
      $0.reportCount = 8_412
    }
    #expect(
      state.sentences == [
        "Reports: moderate shaking (V) was felt up to 238 km away.",
        "8,412 reports were sent. The farthest named place from where at least three tell that "
          + "it was felt is Washington, 774 km away.",
      ])
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

  /// Sentences that need no file are shown without it.
  @Test func `A file that is too large is named`() throws {
    let state = try Self.viewState {
      $0.maximumOnLand = 7
      $0.tooLarge = [.shaking]
    }
    #expect(state.missing == "The map of the shaking cannot be shown: too large.")
    #expect(state.sentences == ["Computed shaking: on land it was at most very strong (VII)."])
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
    #expect(camera.width == 25)
    #expect(camera.y == 10)
    #expect(Camera.showing(Self.quake, nil).width == 40)
  }
}
