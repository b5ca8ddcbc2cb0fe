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
    #expect(results.list.count == "2 earthquakes")
    #expect(results.list.total == "5 total")
    #expect(results.sentence.count == "2 of 5")
    #expect(
      results.sentence.title
        == "Earthquakes: past 24 hours, magnitude 2.5 and above, newest first")
  }

  @Test(arguments: [(0, "0 earthquakes"), (1, "1 earthquake"), (2, "2 earthquakes")])
  func `One earthquake is singular`(count: Int, text: String) throws {
    let state = Self.viewState((0..<count).map { Self.quake("\($0)") })
    #expect(state.results?.list.count == text)
  }

  @Test func `An empty store and an empty result are distinguished`() throws {
    guard case .nothingStored = try #require(Self.viewState([]).results).list.empty else {
      Issue.record("expected nothingStored")
      return
    }
    guard
      case .noMatch(_, _, _, let wider, _) = try #require(
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

  @Test func `Each part of a filter can be removed`() throws {
    let state = Self.viewState([Self.quake("a")]) {
      $0.filter.text = "place"
      $0.filter.magnitude.min = 4
      $0.filter.depth.max = 70
      $0.quakeId = "a"
      $0.page = 1
    }
    let sentence = try #require(state.results).sentence
    #expect(
      sentence.tags.map(\.label) == [
        "“place” in place name", "Past 24 hours", "Magnitude 4 and above", "Depth up to 70 km",
        "Earthquakes only",
      ])
    #expect(
      sentence.tags.map(\.remove.text) == [
        "/quakes?min=4&depth-max=70", "/quakes?q=place&date=any&min=4&depth-max=70",
        "/quakes?q=place&past=day&depth-max=70", "/quakes?q=place&min=4",
        "/quakes?q=place&min=4&depth-max=70&type=any",
      ])
    #expect(sentence.reset?.text == "/quakes?date=any&type=any&quake=a")
  }

  @Test func `Removing the last bound of a range selects any day`() throws {
    let state = Self.viewState([Self.quake("a")]) {
      $0.filter.from = TimeBound("2024-05-01")
      $0.filter.magnitude = .init()
    }
    let tags = try #require(state.results).sentence.tags
    #expect(tags.map(\.label) == ["Since 1 May 2024", "Earthquakes only"])
    #expect(tags[0].remove.text == "/quakes?date=any")
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
    #expect(week.name == "By day")
    #expect(week.numbers == ["0", "0", "0", "0", "0", "0", "1", "3"])
    #expect(week.bars.last?.link?.href.text == "/quakes?date=2024-05-04&min=4")
    #expect(week.bars.allSatisfy { $0.link?.isCurrent == true })
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
    #expect(results.detail?.page?.text == "/quakes/event/b")
  }

  @Test(arguments: [
    (170.0, 14.0, false, 0.0, QuakeCard.ViewState.Level.high),
    (175, 10.1, false, 25, .upper),
    (-179.9, 9, true, 49.5, .lower),
    (-171, 6, true, 5, .low),
  ])
  func `The card is on the side of its dot that has more room`(
    longitude: Double, latitude: Double, isWest: Bool, distance: Double,
    level: QuakeCard.ViewState.Level
  ) {
    let card = Self.viewState([Self.quake("a", longitude: longitude, latitude: latitude)]) {
      $0.quakeId = "a"
      $0.camera = Camera(longitude: 180, latitude: 10, width: 20)
    }.results?.map.card
    #expect(card?.place == .init(isWest: isWest, distance: distance, level: level))
  }

  @Test func `The card of a quake outside the map has no dot`() throws {
    let results = try Self.results([Self.quake("a", longitude: 10)]) {
      $0.quakeId = "a"
      $0.camera = Camera(longitude: 180, latitude: 10, width: 20)
    }
    #expect(results.map.card?.close.text == "/quakes?view=-180%2C10%2C20#q-a")
    #expect(results.map.card?.place == nil)
  }

  @Test func `The detail of a possible tsunami links to the warning centres`() {
    let quake = Quake.example(at: Self.now - 3_600, isTsunamiPossible: true)
    let results = Self.viewState([quake]) { $0.quakeId = "a" }.results
    let fact = results?.detail?.facts.first { $0.name == "Tsunami" }
    #expect(fact?.value == "A tsunami message may exist. The event was 1 hr ago. Messages are on")
    #expect(fact?.warnings?.text == "https://www.tsunami.gov/")
    #expect(results?.map.card?.head.warnings == fact?.warnings)
  }

  /// That the feed says nothing is no news, neither good nor bad.
  @Test func `Unknown effects have no facts`() throws {
    let detail = try #require(
      Self.viewState([Self.quake("a")]) { $0.quakeId = "a" }.results?.detail)
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

  @Test(
    arguments: [
      (0, 3, "3 earthquakes", nil),
      (
        1, 2, "3 earthquakes, 1 of them no longer in the feed",
        "1 no longer in the feed"
      ),
      (
        2, 1, "3 earthquakes, 2 of them no longer in the feed",
        "2 no longer in the feed"
      ),
      (1, 0, "1 earthquake, no longer in the feed", "1 no longer in the feed"),
      (
        2, 0, "2 earthquakes, all of them no longer in the feed",
        "2 no longer in the feed"
      ),
    ] as [(Int, Int, String, String?)])
  func `Rows and counts mark missing quakes`(
    missing: Int, rest: Int, count: String, sentence: String?
  ) throws {
    let results = try Self.results(
      (0..<missing + rest).map { Self.quake("\($0)", isMissing: $0 < missing) }
        + [Self.quake("blast", type: "quarry blast", isMissing: true)])
    #expect(results.list.count == count)
    #expect(results.sentence.missing == sentence)
    #expect(
      results.list.rows.filter(\.isMissing).map(\.id).sorted() == (0..<missing).map { "q-\($0)" })
    #expect(
      results.map.pins.filter { $0.label.hasSuffix(", no longer in the feed") }.count == missing)
    let html = QuakeList.Presenter(state: results.list).renderedString()
    #expect(html.components(separatedBy: ">No longer in the feed<").count - 1 == missing)
  }

  @Test func `Map links preserve the filter and the selection`() throws {
    let map = try Self.results([Self.quake("a", longitude: 20)]) {
      $0.filter.day = .any
      $0.filter.magnitude = .init()
      $0.quakeId = "a"
      $0.camera = Camera(longitude: 0, latitude: 0, width: 90)
    }.map
    #expect(
      map.tools.map { "\($0.kind) \($0.href?.text ?? "off")" } == [
        "zoomIn /quakes?date=any&quake=a&view=0%2C0%2C45#quake-map",
        "zoomOut /quakes?date=any&quake=a&view=0%2C0%2C180#quake-map",
        "world /quakes?date=any&quake=a#quake-map",
        "north /quakes?date=any&quake=a&view=0%2C22.5%2C90#quake-map",
        "west /quakes?date=any&quake=a&view=-45%2C0%2C90#quake-map",
        "east /quakes?date=any&quake=a&view=45%2C0%2C90#quake-map",
        "south /quakes?date=any&quake=a&view=0%2C-22.5%2C90#quake-map",
      ])
    #expect(
      map.links.map { "\($0.label) \($0.href.text)" } == [
        "Fit to results /quakes?date=any&quake=a&view=20.5%2C10%2C4#quake-map"
      ])
    #expect(
      map.plates.href.text == "/quakes?date=any&quake=a&view=0%2C0%2C90&plates=off#quake-map")
    #expect(
      map.legend.choices.map { "\($0.label) \($0.isCurrent ? "current" : $0.href.text)" } == [
        "Age current",
        "Depth /quakes?date=any&quake=a&view=0%2C0%2C90&colour=depth#quake-map",
        "Magnitude /quakes?date=any&quake=a&view=0%2C0%2C90&colour=magnitude#quake-map",
      ])
  }

  @Test func `An invalid filter shows no results`() throws {
    let location = try QuakesLocation(query: "q=tonga&min=abc")
    let state = Self.viewState([Self.quake("a")]) { $0 = location }
    #expect(state.results == nil)
    let fields = Dictionary(uniqueKeysWithValues: state.filter.fields.map { ($0.name, $0) })
    #expect(
      fields["q"]?.control
        == .input(
          .init(value: "tonga", type: .search, placeholder: "Any place", list: "places")))
    #expect(
      fields["min"]?.control == .input(.init(value: "abc", isNumber: true, placeholder: "Any")))
    #expect(fields["min"]?.problem != nil)
    #expect(state.title == "Error - Earthquakes")
  }

  @Test func `A failed refresh shows the age of the data and can be retried`() throws {
    let state = Self.viewState([Self.quake("a")]) { _ in
    } state: {
      $0.quakes.status = .failure(error: "The server took too long.")
      $0.ledger.lastRange = .allWeek
      $0.ledger.lastRefresh = .init(
        range: .allDay, generated: Self.now.addingTimeInterval(-7_300), counts: .init(new: 1))
    }
    #expect(
      state.messages == [
        .failure(
          "The feed could not be fetched. The server took too long. This page shows the feed from "
            + "4 May 2024, 05:05 UTC (2 hr ago).",
          retry: QuakesRoute.post(.refresh, from: .init()).href, range: .allWeek)
      ])
    #expect(state.results?.list.rows.count == 1)
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
    let sentence = try #require(Self.viewState(quakes).results?.sentence)
    #expect(sentence.aftershocks.map(\.label) == ["20 near Place a2, largest 6.1"])
    #expect(sentence.swarms.isEmpty)
  }

  @Test func `Quakes of which none stands out are a swarm`() throws {
    let quakes = Self.first + Self.burst("a", 20, overHours: 20, largest: 15)
    let sentence = try #require(Self.viewState(quakes).results?.sentence)
    #expect(sentence.swarms.map(\.label) == ["20 near Place a15, largest 6.1"])
    #expect(sentence.aftershocks.isEmpty)
  }

  @Test(arguments: [QuakesLocation.Period.day, .week, .month])
  func `The usual activity of a region is no swarm`(period: QuakesLocation.Period) throws {
    let quakes = Self.first + Self.burst("a", 1_000, overHours: 990)
    let state = Self.viewState(quakes, change: { $0.filter.day = .past(period) })
    let sentence = try #require(state.results?.sentence)
    #expect(sentence.swarms.isEmpty)
    #expect(sentence.aftershocks.isEmpty)
  }

  @Test func `One large quake makes no aftershocks of the usual activity`() throws {
    let quakes = Self.first + Self.burst("a", 1_000, overHours: 990, largest: 980)
    let sentence = try #require(Self.viewState(quakes).results?.sentence)
    #expect(sentence.swarms.isEmpty)
    #expect(sentence.aftershocks.isEmpty)
  }

  @Test func `Activity is usual if it began with what is loaded`() throws {
    let quakes = Self.first + Self.burst("a", 90, overHours: 72)
    let sentence = try #require(
      Self.viewState(
        quakes,
        state: { $0.ledger.known = KnownTime([Self.now.addingTimeInterval(-360_000)..<Self.now]) }
      ).results?.sentence)
    #expect(sentence.swarms.isEmpty)
  }

  @Test func `A swarm has the count of its page`() throws {
    // The centre of the page is rounded, and quakes lie at the edge of its circle.
    let quakes =
      Self.first + Self.burst("a", 30, overHours: 20, largest: 29, longitude: 20.04)
      + Self.burst("b", 5, overHours: 20, longitude: 20.93)
    let chip = try #require(Self.viewState(quakes).results?.sentence.swarms.first)
    let location = try QuakesLocation(address: chip.href.text)
    let page = Self.viewState(quakes, change: { $0 = location })
    #expect(page.results?.list.count == "\(chip.count) earthquakes")
    #expect(chip.label.hasPrefix("\(chip.count) near"))
  }

  @Test func `A search for a country offers its area`() throws {
    let state = Self.viewState(
      [Self.quake("a", longitude: 142.4, latitude: 38.3)], change: { $0.filter.text = "japan" })
    #expect(state.results?.sentence.suggestions.map(\.label) == ["In or near Japan (1)"])
  }

  @Test func `Distances from the visitor are not coordinates`() throws {
    let state = Self.viewState(
      [Self.quake("a", longitude: 0.4, latitude: 9.8)],
      change: { $0.filter.near = Vicinity("me,10,0") })
    #expect(state.results?.list.rows.map(\.note) == ["49 km ESE of you"])
  }
}

/// The places of the page that name the parts of the filter.
@Suite struct FilterSaidOnceTests {
  /// A query, the chips of the filter, and the number of folded fields that differ from the default.
  @Test(
    arguments: [
      ("date=any&type=any", [], 1),
      ("date=any&type=any&q=a", ["(“a” in place name)"], 1),
      ("past=week&type=any", ["(Past 7 days)"], 1),
      ("date=any&type=any&min=5", ["(Magnitude 5 and above)"], 1),
      // The field of the lower bound alone would not say it all.
      ("date=any&type=any&min=2&max=5", ["Magnitude 2 to 5"], 2),
      ("date=any&type=any&depth-min=100", ["Depth 100 km or deeper"], 2),
      ("date=any&type=any&box=0,0,1,1", ["Map area"], 1),
      ("date=any", ["Earthquakes only"], 0),
    ] as [(String, [String], Int)])
  func `A part that a shown field says is a chip on paper only`(
    _ query: String, _ chips: [String], _ more: Int
  ) throws {
    let state = QuakesPage.Container(
      location: try QuakesLocation(query: query), now: Date(timeIntervalSince1970: 1_714_806_408)
    )
    .viewState(SelectQuakes(state: QuakesState()))
    let tags = try #require(state.results?.sentence.tags)
    #expect(tags.map { $0.isInForm ? "(\($0.label))" : $0.label } == chips)
    #expect(state.filter.count == chips.count)
    #expect(state.filter.moreCount == more)
    #expect(!state.filter.isMoreOpen)
  }
}

extension BarChart {
  /// The numbers above the columns, from left to right.
  var numbers: [String?] {
    bars.flatMap { bar in bar.columns.map { number(above: $0, of: bar) } }
  }
}
