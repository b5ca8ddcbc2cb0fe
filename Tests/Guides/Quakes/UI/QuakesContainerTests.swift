import Foundation
import Geography
import ImmutableData
import ImmutableUI
import Look
import Markup
import Testing

@testable import QuakesData
@testable import QuakesUI

@Suite struct QuakesContainerTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48

  private static func quake(
    _ id: String, _ magnitude: Double = 4.5, hoursAgo: Double = 1, longitude: Double = 0,
    latitude: Double = 10, type: String = "earthquake", isMissing: Bool = false
  ) -> Quake {
    .example(
      id, magnitude, at: now - hoursAgo * 3_600, name: "Place \(id)", longitude: longitude,
      latitude: latitude, type: type, missingSince: isMissing ? now : nil)
  }

  private static func viewState(
    _ quakes: [Quake], change: (inout QuakesLocation) -> Void = { _ in },
    state: (inout QuakesState) -> Void = { _ in }
  ) -> QuakesPage.ViewState {
    var store = QuakesState(loaded: quakes)
    store.ledger.known = KnownTime([.distantPast..<now])
    state(&store)
    var location = QuakesLocation()
    change(&location)
    return QuakesPage.Container(location: location, now: now)
      .viewState(SelectQuakes(state: store))
  }

  private static func results(
    _ quakes: [Quake], _ change: (inout QuakesLocation) -> Void = { _ in }
  ) throws -> QuakesPage.ViewState.Results {
    try #require(viewState(quakes, change: change).results)
  }

  @Test func `The earthquakes of the past day are shown, newest first`() throws {
    let state = Self.viewState([
      Self.quake("old", hoursAgo: 25), Self.quake("early", hoursAgo: 23),
      Self.quake("late", hoursAgo: 1), Self.quake("blast", type: "quarry blast"),
      Self.quake("small", 2.4),
    ])
    let results = try #require(state.results)
    #expect(results.list.rows.map(\.id) == ["q-late", "q-early"])
    #expect(state.head.count == "2 · past 24 hours, magnitude 2.5 and above")
    #expect(state.head.shortCount == "2 past 24 h, M 2.5+")
    #expect(
      results.list.title == "Earthquakes: past 24 hours, magnitude 2.5 and above, newest first")
  }

  /// The number of events, and which they are. The place is in its field.
  @Test(
    arguments: [
      ("date=any", "2 earthquakes", "2 earthquakes"),
      ("date=any&type=quarry blast", "1 quarry blast", "1 quarry blast"),
      ("past=week&type=any", "3 events · past 7 days", "3 past 7 d"),
      ("past=hour&min=5", "0 · past hour, magnitude 5 and above", "0 past hour, M 5+"),
      ("date=any&min=2&max=5", "2 · magnitude 2 to 5", "2 M 2 to 5"),
      ("date=any&max=5", "2 · magnitude up to 5", "2 M up to 5"),
      (
        "from=2024-05-03&to=2024-05-04", "2 · since 3 May 2024, until 4 May 2024",
        "2 earthquakes"
      ),
      ("date=any&near=Japan", "0 earthquakes", "0 earthquakes"),
      (
        "near=Springfield&date=any", "0 · within 300 km of Springfield, Massachusetts",
        "0 earthquakes"
      ),
    ] as [(String, String, String)])
  func `The head counts and names the events`(
    query: String, count: String, short: String
  ) throws {
    let location = try QuakesLocation(query: query)
    let state = Self.viewState([
      Self.quake("a", 3), Self.quake("b", 4.9, hoursAgo: 2), Self.quake("c", type: "quarry blast"),
    ]) { $0 = location }
    #expect(state.head.count == count)
    #expect(state.head.shortCount == short)
  }

  @Test func `An empty store and an empty result are distinguished`() throws {
    guard case .nothingStored = try #require(Self.viewState([]).results).list.empty else {
      Issue.record("expected nothingStored")
      return
    }
    guard
      case .noMatch(_, _, let wider, _) = try #require(
        Self.viewState([Self.quake("old", hoursAgo: 50)]).results
      ).list.empty
    else {
      Issue.record("expected noMatch")
      return
    }
    #expect(wider?.label == "Past 7 days (1)")
    #expect(wider?.href.text == "/quakes?past=week&min=2.5")
  }

  @Test func `Waiting is neither empty nor failed`() throws {
    let state = Self.viewState([]) { _ in
    } state: {
      $0.quakes.status = .waiting
      $0.ledger.isLoaded = false
    }
    #expect(state.results?.list.empty == .waiting)
    #expect(state.isWaiting)
  }

  @Test(arguments: [
    (1, "1 to 100", false, true), (2, "101 to 200", true, true), (3, "201 to 250", true, false),
  ])
  func `A page shows a hundred quakes`(
    page: Int, range: String, hasPrevious: Bool, hasNext: Bool
  ) throws {
    let quakes = (0..<250).map { Self.quake("m\($0)", hoursAgo: Double($0) / 100) }
    let list = try #require(Self.viewState(quakes) { $0.page = page }.results).list
    #expect(list.rows.count == (page == 3 ? 50 : 100))
    #expect(list.pager?.range == range)
    #expect((list.pager?.previous != nil) == hasPrevious)
    #expect((list.pager?.next != nil) == hasNext)
  }

  /// The parts of the filter that the head does not name have links that remove them.
  @Test(
    arguments: [
      ("", []),
      ("near=Japan&past=week&min=5", []),
      (
        "q=place&min=4&depth-max=70&type=any",
        [
          "“place” in place name /quakes?min=4&depth-max=70&type=any",
          "Depth up to 70 km /quakes?q=place&min=4&type=any",
        ]
      ),
      ("type=quarry blast", ["Quarry blasts only /quakes?type=any"]),
      ("near=me,10,0", ["Within 300 km of you /quakes"]),
      ("view=0,0,90", ["In view on the map /quakes"]),
      // A question is marked itself.
      ("past=week&felt=1", []),
    ] as [(String, [String])])
  func `Each other part of a filter can be removed`(query: String, parts: [String]) throws {
    let location = try QuakesLocation(query: query)
    let presets = try Self.results([Self.quake("a")]) { $0 = location }.presets
    #expect(presets.parts.map { "\($0.label) \($0.href.text)" } == parts)
  }

  @Test func `Bars count the quakes that match the other parts of the filter`() throws {
    let quakes =
      (0..<3).map { Self.quake("four\($0)", 4.2) } + [
        Self.quake("two", 2.1), Self.quake("yesterday", 4.4, hoursAgo: 30),
      ]
    let charts = try #require(Self.viewState(quakes) { $0.filter.magnitude.min = 4 }.results).charts
    let magnitudes = charts.magnitudes.bars
    #expect(charts.magnitudes.numbers == ["0", "0", "0", "1", "0", "3", "0", "0", "0"])
    let links = try magnitudes.map { try #require($0.link) }
    #expect(
      links.map(\.isCurrent) == [Bool](repeating: false, count: 5) + [true, true, true, true])
    #expect(links[5].href.text == "/quakes?min=4&max=4.9")
    #expect(links[5].label == "Magnitude 4 to 4.9: 3 earthquakes")
    let week = try #require(
      Self.viewState(quakes) {
        $0.filter.day = .past(.week)
        $0.filter.magnitude.min = 4
      }.results?.charts.times)
    #expect(week.name == "Each day" && week.zone == "UTC")
    #expect(week.numbers == ["0", "0", "0", "0", "0", "0", "1", "3"])
    #expect(week.bars.last?.link?.href.text == "/quakes?date=2024-05-04&min=4")
    #expect(week.bars.allSatisfy { $0.link?.isCurrent == true })
  }

  @Test(
    arguments: [
      (100, ["Jan", "Feb", "Mar", "Apr", "May"]),
      (
        200,
        [
          "Oct 2023", "Nov 2023", "Dec 2023", "Jan 2024", "Feb 2024", "Mar 2024", "Apr 2024",
          "May 2024",
        ]
      ),
      (2_000, ["2018", "2019", "2020", "2021", "2022", "2023", "2024"]),
    ])
  func `Months have a year where there are several`(days: Int, names: [String]) {
    let start = Self.now.addingTimeInterval(-Double(days) * 86_400)
    #expect(QuakeTimeline(start...Self.now, in: .utc).bins.map(\.shortName) == names)
  }

  @Test func `The selected quake is marked in the list and on the map`() throws {
    let quakes = [Self.quake("a", longitude: 179.9), Self.quake("b", longitude: -179.9)]
    let results = try Self.results(quakes) {
      $0.quakeId = "b"
      $0.camera = Camera(longitude: 180, latitude: 10, width: 20)
    }
    #expect(results.list.rows.filter(\.isSelected).map(\.id) == ["q-b"])
    #expect(results.map.selected?.path == "M0.1 80h0")
    #expect(results.map.pins.map(\.path).sorted() == ["M-0.1 80h0", "M0.1 80h0"])
    #expect(Set(results.map.base.map(\.offset)) == [-360])
    #expect(results.map.card?.head.name == "Place b")
    #expect(results.detail == nil)
  }

  /// Unless the selected quake is there, the card is in the lower left.
  @Test(
    arguments: [
      ([], QuakeCard.ViewState.Corner.lowerLeft), ([(172, 5.5)], .lowerRight),
      ([(172, 5.5), (-172, 5.5)], .upperLeft), ([(172, 5.5), (-172, 5.5), (172, 14)], .upperRight),
    ] as [([(Double, Double)], QuakeCard.ViewState.Corner)])
  func `The card is in the corner with the fewest dots`(
    places: [(longitude: Double, latitude: Double)], corner: QuakeCard.ViewState.Corner
  ) {
    let others = places.enumerated().map { number, place in
      Self.quake("\(number)", longitude: place.longitude, latitude: place.latitude)
    }
    let card = Self.viewState([Self.quake("a", longitude: 180, latitude: 10)] + others) {
      $0.quakeId = "a"
      $0.camera = Camera(longitude: 180, latitude: 10, width: 20)
    }.results?.map.card
    #expect(card?.corner == corner)
  }

  @Test func `The card does not cover the selected quake`() {
    let others = [(-172, 6), (-172.5, 6), (172, 14), (172.5, 14), (-172, 14), (-172.5, 14)]
      .enumerated().map { number, place in
        Self.quake("\(number)", longitude: place.0, latitude: place.1)
      }
    let card = Self.viewState([Self.quake("a", longitude: 172, latitude: 6)] + others) {
      $0.quakeId = "a"
      $0.camera = Camera(longitude: 180, latitude: 10, width: 20)
    }.results?.map.card
    #expect(card?.corner == .lowerRight)
  }

  /// That the feed says nothing is no news, neither good nor bad.
  @Test func `Unknown effects have no facts`() throws {
    let detail = try #require(
      Self.viewState([Self.quake("a")]) { $0 = $0.event("a") }.results?.detail)
    let names = Set((detail.facts + detail.technicalFacts).map(\.name))
    #expect(names.isDisjoint(with: ["Tsunami", "Alert", "Felt"]))
  }

  /// The map counts, marks and lists exactly the quakes within its frame.
  @Test(arguments: [
    (
      Camera.world, "4 earthquakes. Largest: magnitude 6.0, Place north",
      ["north", "west", "east", "south"]
    ),
    (
      .atlantic, "4 earthquakes. Largest: magnitude 6.0, Place north",
      ["north", "west", "east", "south"]
    ),
    (
      Camera(longitude: 0, latitude: 60, width: 180),
      "1 of 4 earthquakes. Largest: magnitude 6.0, Place north", ["north"]
    ),
    (
      Camera(longitude: 180, latitude: 0, width: 20),
      "2 of 4 earthquakes. Largest: magnitude 5.0, Place west", ["west", "east"]
    ),
    (
      Camera(longitude: 160, latitude: 0, width: 39.9),
      "1 of 4 earthquakes. Largest: magnitude 5.0, Place west", ["west"]
    ),
    (Camera(longitude: 90, latitude: 0, width: 20), "0 of 4 earthquakes", []),
  ])
  func `The map counts the quakes in its frame`(
    camera: Camera, label: String, quakes: [String]
  ) throws {
    let all = [
      Self.quake("north", 6, longitude: 10, latitude: 86.7),
      Self.quake("west", 5, longitude: 179.9, latitude: 1),
      Self.quake("east", 4, longitude: -179.9, latitude: 1),
      Self.quake("south", 3, longitude: -60, latitude: -85),
    ]
    let map = try Self.results(all) { $0.camera = camera }.map
    #expect(map.label == "Map: " + label)
    #expect(
      map.pins.map(\.href)
        == quakes.reversed().map { quake in
          QuakesRoute.page(
            QuakesLocation().with {
              $0.camera = camera
              $0.quakeId = quake
            }
          ).href(fragment: "q-\(quake)")
        })
    // All dots are within the view box.
    let area = camera.frame
    for pin in map.pins {
      let point = pin.path.dropFirst().dropLast(2).split(separator: " ").compactMap { Double($0) }
      #expect((area.left + 180...area.left + 180 + area.width).contains(point[0]))
      #expect((90 - area.top...90 - area.top + area.height).contains(point[1]))
    }
    // The list has the quakes of the view, and a filter of the same area has the
    // same.
    let listed = try Self.results(all) {
      $0.camera = camera
      $0.sort = .magnitude
    }
    let filtered = try Self.results(all) {
      $0.filter.box = camera.box
      $0.sort = .magnitude
    }
    #expect(listed.list.rows.map(\.id) == filtered.list.rows.map(\.id))
    #expect(listed.list.rows.map(\.id) == quakes.map { "q-\($0)" })
  }

  @Test(arguments: [
    (Camera(.northPole, x: 0, y: 0, width: 360), 2, ["north", "both", "south"]),
    (Camera(.northPole, x: 30, y: 0, width: 20), 1, ["north"]),
    (Camera(.southPole, x: 0, y: 0, width: 360), 2, ["north", "both", "south"]),
    (Camera(.equalEarth, x: 0, y: 0, width: 360), 3, ["north", "both", "south"]),
    (Camera(.equalEarth, x: 0, y: 72, width: 30), 0, []),
  ])
  func `Projections count and list what they show`(
    camera: Camera, count: Int, listed: [String]
  ) throws {
    func results(_ sort: QuakesSort) throws -> QuakesPage.ViewState.Results {
      try Self.results([
        Self.quake("north", 3, longitude: 90, latitude: 62),
        Self.quake("both", 4, longitude: 0, latitude: 0),
        Self.quake("south", 5, longitude: -60, latitude: -85),
      ]) {
        $0.projection = camera.projection
        if camera != .world(in: camera.projection) { $0.camera = camera }
        $0.sort = sort
      }
    }
    let map = try results(.magnitude).map
    let of = camera.isWorld && !camera.projection.isPolar ? "" : "\(count) of "
    #expect(map.label.hasPrefix("Map: \(of)3 earthquakes"))
    #expect(map.pins.count == count)
    #expect(try Set(results(.time).list.rows.map(\.id)) == Set(listed.map { "q-\($0)" }))
  }

  @Test func `Rows and dots mark missing quakes`() throws {
    let results = try Self.results([
      Self.quake("a", isMissing: true), Self.quake("b"),
      Self.quake("blast", type: "quarry blast", isMissing: true),
    ])
    #expect(
      results.list.rows.map { "\($0.id) \($0.note)" }.sorted() == [
        "q-a No reports · No longer in the feed", "q-b No reports",
      ])
    #expect(results.map.pins.filter { $0.label.hasSuffix(", no longer in the feed") }.count == 1)
  }

  /// The most important part is first: a narrow row is cut at its end.
  @Test func `The second line of a row tells what the event meant`() throws {
    let quakes: [Quake] = [
      .example("all", 6, at: Self.now - 60, depth: 71, alert: .yellow, felt: 1_185, computed: 8.2),
      .example("deep", 5, at: Self.now - 120, depth: 546, reported: 2),
      .example("felt", 4, at: Self.now - 180, depth: 70, felt: 3),
      .example("quiet", 3, at: Self.now - 240),
    ]
    let rows = try Self.results(quakes).list.rows
    #expect(
      rows.map(\.note) == [
        "Severe · yellow alert · felt by 1,185 · 71 km deep", "Weak · 546 km deep", "Felt by 3",
        "No reports",
      ])
    #expect(rows[0].parts.map(\.style) == [.strong, .alert, .plain, .plain])
    #expect(rows.map(\.clock).first == "07:05")
    #expect(rows.map(\.ago).first == "1 min ago")
  }

  @Test func `Map links preserve the filter and the selection`() throws {
    let map = try Self.results([Self.quake("a", longitude: 20)]) {
      $0.filter.day = .any
      $0.filter.magnitude = .init()
      $0.quakeId = "a"
      $0.camera = Camera(longitude: 0, latitude: 0, width: 90)
    }.map
    #expect(
      map.tools.map { "\($0.kind) \($0.href.text)" } == [
        "zoomIn /quakes?date=any&quake=a&view=0%2C0%2C45#quake-map",
        "zoomOut /quakes?date=any&quake=a&view=0%2C0%2C180#quake-map",
        "west /quakes?date=any&quake=a&view=-45%2C0%2C90#quake-map",
        "north /quakes?date=any&quake=a&view=0%2C22.5%2C90#quake-map",
        "east /quakes?date=any&quake=a&view=45%2C0%2C90#quake-map",
        "world /quakes?date=any&quake=a#quake-map",
        "south /quakes?date=any&quake=a&view=0%2C-22.5%2C90#quake-map",
      ])
    func described(_ links: [Link]) -> [String] {
      links.map { "\($0.label)\($0.isCurrent ? " ✓" : "") \($0.href.text)" }
    }
    let (page, view) = ("/quakes?date=any&quake=a", "&view=0%2C0%2C90")
    #expect(
      described(map.layersMenu.colours) == [
        "Age ✓ \(page)\(view)#quake-map",
        "Depth \(page)\(view)&colour=depth#quake-map",
        "Magnitude \(page)\(view)&colour=magnitude#quake-map",
      ])
    #expect(
      described(map.layersMenu.shown) == [
        "Plates ✓ \(page)\(view)&plates=off#quake-map",
        "Centre on the Atlantic \(page)&view=0%2C0%2C360#quake-map",
      ])
    #expect(map.layersMenu.fit?.href.text == "\(page)&view=20.5%2C10%2C4#quake-map")
  }

  @Test(
    arguments: [
      (Projection.equirectangular, "Flat ✓, Equal area, North Pole, South Pole", "Atlantic"),
      (.equalEarth, "Flat, Equal area ✓, North Pole, South Pole", "Atlantic"),
      (.equalEarthAtlantic, "Flat, Equal area ✓, North Pole, South Pole", "Atlantic ✓"),
      (.northPole, "Flat, Equal area, North Pole ✓, South Pole", nil),
    ] as [(Projection, String, String?)])
  func `One projection is current`(
    projection: Projection, maps: String, atlantic: String?
  ) throws {
    let menu = try Self.results([Self.quake("a")]) { $0.projection = projection }.map.layersMenu
    func names(_ links: some Sequence<Link>) -> [String] {
      links.map { $0.label.replacing("Centre on the ", with: "") + ($0.isCurrent ? " ✓" : "") }
    }
    #expect(names(menu.maps).joined(separator: ", ") == maps)
    #expect(names(menu.shown.dropFirst()) == [atlantic].compactMap(\.self))
  }

  /// The legend names what the map shows, and nothing else.
  @Test(arguments: [
    (MapColouring.age, "past hour, past week, unknown magnitude", true),
    (.depth, "0–35, 500+ km, unknown magnitude", true),
    (.magnitude, "3–5, 5–7, unknown magnitude", false),
  ])
  func `The legend has what is shown`(
    colouring: MapColouring, entries: String, hasSizes: Bool
  ) throws {
    let legend = try Self.results([
      .example("a", 3.5, at: Self.now - 60, depth: 10),
      .example("b", 5.5, at: Self.now - 3 * 86_400, longitude: 50, depth: 520),
      .example("c", at: Self.now - 4 * 86_400, longitude: 90, isMagnitudeKnown: false, depth: 10),
    ]) {
      $0.filter.day = .any
      $0.filter.magnitude = .init()
      $0.colouring = colouring
    }.map.legend
    #expect(legend.entries.map(\.name).joined(separator: ", ") == entries)
    #expect(legend.hasSizes == hasSizes)
    #expect(!legend.hasOthers)
  }

  @Test func `An invalid filter shows no results`() throws {
    let location = try QuakesLocation(query: "q=tonga&min=abc")
    let state = Self.viewState([Self.quake("a")]) { $0 = location }
    #expect(state.results == nil)
    let fields = Dictionary(uniqueKeysWithValues: state.filter.fields.map { ($0.name, $0) })
    #expect(
      fields["q"]?.control == .input(.init(value: "tonga", placeholder: "Any")))
    #expect(
      fields["min"]?.control == .input(.init(value: "abc", isNumber: true, placeholder: "Any")))
    #expect(fields["min"]?.problem != nil)
    #expect(state.title == "Error - Earthquakes")
  }

  @Test(arguments: [true, false])
  func `A failed refresh is one line, or none over an empty list`(hasData: Bool) throws {
    let state = Self.viewState(hasData ? [Self.quake("a")] : []) { _ in
    } state: {
      $0.quakes.status = .failure(error: "The server took too long.")
      $0.ledger.lastRange = .allWeek
      $0.ledger.lastRefresh = .init(
        range: .allDay, generated: Self.now.addingTimeInterval(-7_300), counts: .init(new: 1))
    }
    let line = DatedText(
      before: "The earthquakes could not be updated. Shown is the state of ",
      moment: Moment(Self.now.addingTimeInterval(-7_300)), after: ".")
    #expect(state.messages == (hasData ? [.outage(line)] : []))
    #expect(state.results?.list.rows.count == (hasData ? 1 : 0))
  }

  @Test func `An action that changes no quakes evaluates no selector`() throws {
    var initial = QuakesState()
    initial.quakes.insert([Self.quake("a")])
    initial.quakes.status = .success
    let store = Store(initialState: initial, reducer: QuakesReducer.reduce(state:action:))
    let cache = SelectorCache(store: store)
    let query = QuakesPageQuery(
      filter: QuakesQuery(), mapFilter: QuakesQuery(), sort: .time, order: .reverse, page: 1,
      camera: .world, shading: .none)
    let selector: ViewSelector<QuakesState, QuakesAction, _> = .quakesValues(query)
    _ = cache.read()(selector)
    try store.dispatch(action: .ui(.quakeList(.onTapRefreshQuakesButton(range: .allDay))))
    _ = cache.read()(selector)
    #expect(
      cache.counts(of: selector) == SelectorCounts(filters: 1, outputSelects: 1, publishes: 1))
    try store.dispatch(action: .data(.log([.changed(QuakesChanges(removed: ["a"]))])))
    #expect(cache.read()(selector).listed.count == 0)
    #expect(
      cache.counts(of: selector)
        == SelectorCounts(filters: 2, outputSelects: 2, outputComparisons: 1, publishes: 2))
  }

  /// Quakes at one place, one in each interval that ends now.
  private static func burst(
    _ name: String, _ count: Int, overHours hours: Double, largest: Int? = nil,
    longitude: Double = 20
  ) -> [Quake] {
    (0..<count).map { number in
      quake(
        "\(name)\(number)", number == largest ? 6.1 : 3,
        hoursAgo: hours * (1 - Double(number) / Double(count)), longitude: longitude)
    }
  }

  /// A quake a month ago: since then the data are complete.
  private static let first = [quake("first", hoursAgo: 1_000, longitude: -90, latitude: -60)]

  @Test func `Quakes after the largest one are its aftershocks`() throws {
    let quakes = Self.first + Self.burst("a", 20, overHours: 20, largest: 2)
    #expect(Self.clusters(quakes) == ["Aftershocks: 20 near Place a2, largest 6.1"])
  }

  @Test func `Quakes of which none stands out are a swarm`() throws {
    let quakes = Self.first + Self.burst("a", 20, overHours: 20, largest: 15)
    #expect(Self.clusters(quakes) == ["Swarm: 20 near Place a15, largest 6.1"])
  }

  @Test(arguments: [QuakesLocation.Period.day, .week, .month])
  func `The usual activity of a region is no swarm`(period: QuakesLocation.Period) throws {
    let quakes = Self.first + Self.burst("a", 1_000, overHours: 990)
    #expect(Self.clusters(quakes) { $0.filter.day = .past(period) } == [])
  }

  @Test func `One large quake makes no aftershocks of the usual activity`() throws {
    let quakes = Self.first + Self.burst("a", 1_000, overHours: 990, largest: 980)
    #expect(Self.clusters(quakes) == [])
  }

  @Test func `Activity is usual if it began with what is loaded`() throws {
    let quakes = Self.first + Self.burst("a", 90, overHours: 72)
    let known = KnownTime([Self.now.addingTimeInterval(-360_000)..<Self.now])
    #expect(Self.clusters(quakes, state: { $0.ledger.known = known }) == [])
  }

  @Test func `A swarm has the count of its page`() throws {
    // The centre of the page is rounded, and quakes lie at the edge of its circle.
    let quakes =
      Self.first + Self.burst("a", 30, overHours: 20, largest: 29, longitude: 20.04)
      + Self.burst("b", 5, overHours: 20, longitude: 20.93)
    let swarm = try #require(
      Self.viewState(quakes).filter.questions.first { $0.label.hasPrefix("Swarm") })
    let location = try QuakesLocation(address: swarm.href.text)
    let page = Self.viewState(quakes, change: { $0 = location })
    let count = try #require(page.results?.list.rows.count)
    #expect(swarm.label.hasPrefix("Swarm: \(count) near"))
  }

  /// The swarms and aftershocks in the sheet of the filter.
  private static func clusters(
    _ quakes: [Quake], _ change: (inout QuakesLocation) -> Void = { _ in },
    state: (inout QuakesState) -> Void = { _ in }
  ) -> [String] {
    viewState(quakes, change: change, state: state).filter.questions.map(\.label)
      .filter { $0.contains("largest") }
  }

  /// A place that is unknown, or of whose name there are several, is answered in the row of the
  /// questions.
  @Test(
    arguments: [
      ("Japan", nil, []),
      ("Springfield", "Another Springfield:", ["Oregon", "Missouri", "Illinois", "Ohio"]),
      ("New Zeland", "No place is called New Zeland.", ["New Zealand"]),
      (
        "Fumarole", "No place is called Fumarole.", ["1 with “Fumarole” in the name"]
      ),
      ("qwxz", "No place is called qwxz.", []),
    ] as [(String, String?, [String])])
  func `A place is answered in one line`(place: String, text: String?, links: [String]) throws {
    let location = try QuakesLocation(query: "near=\(place)")
    let quakes: [Quake] = [
      .example("oregon", 4, at: Self.now - 60, name: "a", longitude: -123, latitude: 44),
      .example("cave", 4, at: Self.now - 60, name: "9 km W of Fumarole"),
    ]
    let state = Self.viewState(quakes) { $0 = location }
    let html = try #require(state.results?.presets).answer?.renderedString()
    #expect(html?.contains(">\(text ?? "")<") ?? (text == nil))
    let labels = html.map { html in
      html.matches(of: #/<a [^>]*>([^<]*)</a>/#).map { String($0.1) }
    }
    #expect((labels ?? []).starts(with: links))
    #expect(text == nil || html?.contains("(0)") == false)
    // The page is that without the place.
    #expect(state.results?.list.rows.isEmpty == (place == "Japan" || place == "Springfield"))
    #expect(state.head.field != nil)
  }

  @Test func `Distances from the visitor are not coordinates`() throws {
    let state = Self.viewState(
      [Self.quake("a", longitude: 0.4, latitude: 9.8)],
      change: { $0.filter.near = Vicinity("me,10,0") })
    #expect(state.results?.list.rows.map(\.note) == ["No reports · 49 km ESE of you"])
  }
}

extension BarChart {
  /// The numbers above the columns, from left to right.
  var numbers: [String?] {
    bars.flatMap { bar in bar.columns.map { number(above: $0, of: bar) } }
  }
}
