import Foundation
import Geography
import ImmutableUI
import Look
import Markup
import Testing

@testable import QuakesData
@testable import QuakesUI

@Suite struct QuakesRouteTests {
  private static let changes: [@Sendable (inout QuakesLocation) -> Void] = [
    { _ in },
    { $0.filter.text = "a b&c=d#e?f/g%h+i 日本 🐼 \"<'>\\" },
    { $0.filter.day = .any },
    { $0.filter.day = CalendarDay("2024-02-29").map(QuakesLocation.Day.on) ?? .any },
    {
      $0.filter.from = TimeBound("0001-01-01")
      $0.filter.to = TimeBound("9999-12-31")
    },
    {
      $0.filter.from = TimeBound("2024-05-04T05:00")
      $0.filter.to = TimeBound("2024-05-04T06:30")
    },
    { $0.filter.day = .past(.hour) },
    { $0.filter.day = .past(.week) },
    { $0.filter.day = .yesterday },
    { $0.filter.magnitude = .init() },
    { $0.filter.near = Vicinity("35.7,139.7") },
    {
      $0.filter.near = Vicinity("San José, Costa Rica")
      $0.filter.near?.radius = 50
    },
    { $0.filter.impact = .init(felt: 1, intensity: 7.5, warning: .severe, significance: 600) },
    { $0.sort = .distance },
    { $0.filter.magnitude = .init(min: -1.5, max: 2.45) },
    { $0.filter.magnitude = .init(max: 0) },
    { $0.filter.depth.min = 0.0001 },
    { $0.filter.depth = .init(min: -10, max: 700.25) },
    { $0.filter.type = .any },
    { $0.filter.type = .other },
    { $0.filter.type = .only(.otherEvent) },
    { $0.filter.box = .init(west: 170.5, south: -40, east: -170, north: 10.25) },
    { $0.sort = .magnitude },
    { $0.order = .forward },
    { $0.quakeId = "us6000mw9b" },
    { $0.quakeId = ".." },
    { $0.camera = .atlantic },
    { $0.projection = .southPole },
    { $0.compared = .init() },
    {
      $0.compared = .everything
      $0.compared?.text = "a&b=c%"
      $0.compared?.magnitude.min = 5
    },
    {
      $0.projection = .equalEarth
      $0.camera = Camera(.equalEarth, x: -170, y: 80, width: 2)
    },
    { $0.camera = Camera(longitude: -179.99, latitude: 12.34, width: 2) },
    { $0.camera = Camera(longitude: 179.999, latitude: 0, width: 30) },
    { $0.camera = Camera(longitude: 12, latitude: -5, width: 30, height: 44.5) },
    { $0.colouring = .depth },
    { $0.showsPlates = false },
    { $0.measures.unit = .miles },
    { $0.measures.zone = Zone("America/Argentina/Buenos_Aires") ?? .utc },
    { $0.page = 1_000_000 },
    { $0.dialog = .deleteAll },
    { $0.notice = .refreshed },
  ]

  /// Locations with one change each.
  private static let locations: [QuakesLocation] = changes.map { change in
    var location = QuakesLocation()
    change(&location)
    return location
  }

  /// Locations with each pair of changes.
  private static let combinations: [QuakesLocation] = locations.flatMap { location in
    changes.map { change in
      var location = location
      change(&location)
      return location
    }
  }

  @Test func `A page address round-trips`() throws {
    for location in Self.combinations {
      let route = QuakesRoute.page(location)
      #expect(try QuakesRoute(parsing: Target(parsing: route.href.text)) == route)
      #expect(route.method == .get)
    }
  }

  @Test(arguments: QuakesEvent.allCases)
  func `A post address round-trips`(event: QuakesEvent) throws {
    for location in Self.locations {
      let route = QuakesRoute.post(event, from: location.plain)
      #expect(try QuakesRoute(parsing: Target(parsing: route.href.text)) == route)
      #expect(route.method == .post)
    }
  }

  @Test(arguments: ["us6000mw9b", "a b.c", "é"])
  func `An event has a page and a picture`(quakeId: String) throws {
    var location = QuakesLocation().event(quakeId)
    location.measures.unit = .miles
    for route in [QuakesRoute.page(location), .picture(quakeId)] {
      #expect(try QuakesRoute(parsing: Target(parsing: route.href.text)) == route)
    }
  }

  /// Within a list an event is listed at its own address.
  @Test(arguments: [
    ("/quakes/event/us6000mw9b", true), ("/quakes/event/us6000mw9b?units=mi", true),
    ("/quakes/event/us6000mw9b?view=10,20,30", false), ("/quakes?quake=us6000mw9b", false),
    ("/quakes?q=japan&quake=us6000mw9b", false),
  ])
  func `Search engines list events at their own addresses`(
    address: String, isIndexed: Bool
  ) throws {
    #expect(try QuakesLocation(address: address).isIndexed == isIndexed)
  }

  @Test(arguments: QuakesRoute.Export.allCases)
  func `An export address preserves the filter and the order`(export: QuakesRoute.Export) throws {
    for location in Self.locations {
      let href = QuakesRoute.export(export, location).href
      guard
        case .export(let parsed, let read) = try #require(
          try QuakesRoute(parsing: Target(parsing: href.text)))
      else {
        Issue.record("\(href.text) is not an export")
        continue
      }
      #expect(parsed == export)
      #expect(read.filter == location.filter)
      #expect(read.sort == location.sort)
      #expect(read.order == location.order)
      #expect(read.measures == location.measures)
    }
  }

  @Test(arguments: [
    ("/quakes", ""),
    ("/quakes?sort=time&order=reverse&type=earthquake&page=1&view=150,5,360", ""),
    ("/quakes?units=km&tz=UTC", ""), ("/quakes?tz=Asia/Tokyo", "?tz=Asia%2FTokyo"),
    ("/quakes?q=%20Tonga%20", "?q=Tonga"),
    // The default is magnitude 2.5 and above in the past day. A time or a
    // magnitude in the address replaces all of it.
    ("/quakes?past=day&min=2.5", ""), ("/quakes?past=day", "?past=day"),
    ("/quakes?past=day&min=&max=", "?past=day"), ("/quakes?min=4", "?min=4"),
    ("/quakes?past=week", "?past=week"), ("/quakes?past=any", "?date=any"),
    ("/quakes?past=today&date=any", "?date=today"),
    (
      "/quakes?from=2024-05-04T05:00&to=2024-05-04T06:00",
      "?from=2024-05-04T05%3A00&to=2024-05-04T06%3A00"
    ),
    ("/quakes?near=Tokyo&km=300", "?near=Tokyo"),
    ("/quakes?near=35.70,139.7&km=50", "?near=35.7%2C139.7&km=50"),
    (
      "/quakes?felt=1&warning=red&intensity=6&significance=600",
      "?felt=1&intensity=6&warning=red&significance=600"
    ),
    ("/quakes?date=2024-05-04", "?date=2024-05-04"),
    ("/quakes?date=any&min=4.50&max=%2B7", "?date=any&min=4.5&max=7"),
    ("/quakes?min=-0", "?min=0"),
    ("/quakes?type=quarry+blast", "?type=quarry%20blast"),
    ("/quakes?order=forward&sort=magnitude", "?sort=magnitude&order=forward"),
    ("/quakes?view=-350,89,20&date=any", "?date=any&view=10%2C85%2C20"),
    ("/quakes?view=0,0,20,10&colour=age&plates=on", "?view=0%2C0%2C20"),
    ("/quakes?unknown=1&q=a", "?q=a"),
    ("/quakes?show=list&undo=a", ""), ("/quakes?show=deleted&page=2", "?page=2&show=deleted"),
    ("/quakes?notice=deleted&undo=us1", "?notice=deleted&undo=us1"),
    ("/quakes?undo=0001&notice=deletedAll", "?notice=deletedAll&undo=1"),
    ("/quakes?notice=restored&undo=a", "?notice=restored"),
  ])
  func `Default values are omitted`(address: String, query: String) throws {
    let route = try #require(try QuakesRoute(parsing: Target(parsing: address)))
    #expect(route.href.text == "/quakes" + query)
  }

  @Test(arguments: [
    ("min=2,5", "min=2.5"), ("min=2.5+", "min=2.5"), ("min=%C2%A02.5", "min=2.5"),
    ("min=%EF%BC%92%EF%BC%8E%EF%BC%95", "min=2.5"), ("min=%EF%BC%92%EF%BC%8C%EF%BC%95", "min=2.5"),
    ("min=%E2%88%921", "min=-1"), ("max=+4,25", "max=4.25"),
    ("depth-min=10,5&min=4", "min=4&depth-min=10.5"),
    ("near=35.70,+139.7", "near=35.7,139.7"), ("near=+Tokyo+", "near=Tokyo"),
    ("near=Japan&km=500", "near=Japan"), ("near=Tokyo&km=+50", "near=Tokyo&km=50"),
    ("felt=%EF%BC%91%EF%BC%90", "felt=10"),
    ("box=163,-50,183,-32", "box=163,-50,-177,-32"), ("box=-190,0,-170,10", "box=170,0,-170,10"),
    ("box=170,0,180,10", "box=170,0,-180,10"), ("box=-180,0,-170,10", "box=180,0,-170,10"),
    ("box=-200.3,0,-190.1,10", "box=159.7,0,169.9,10"), ("box=0,-90,360,90", "box=-180,-90,180,90"),
    ("box=170,+-40,+-170,+10", "box=170,-40,-170,10"),
  ])
  func `Numbers in another notation redirect to the canonical address`(
    query: String, canonical: String
  ) throws {
    let typed = try QuakesLocation(query: query)
    #expect(typed.problems == [])
    #expect(typed.hasRedundantItems)
    let read = try QuakesLocation(query: canonical)
    #expect(typed.href == read.href)
    #expect(typed.filter == read.filter)
    #expect(!read.hasRedundantItems)
  }

  @Test(arguments: ["min=1,000", "min=2,5,1", "min=2.5,1", "min=,", "min=2+5", "km=1,000"])
  func `Numbers that could mean something else are refused`(query: String) throws {
    let location = try QuakesLocation(query: query)
    #expect(location.problems.map(\.name) == [String(query.prefix { $0 != "=" })])
  }

  @Test(arguments: [
    ("box=163,-50,183,-32", true), ("box=170,-50,180,-32", true), ("box=-180,-50,-170,-32", true),
    ("box=-190,-50,-170,-32", true), ("box=-180,-90,180,90", true), ("box=0,-50,179.9,-32", false),
    ("box=-179.9,-50,0,-32", false), ("near=New+Zealand", true), ("near=-37,179", true),
  ])
  func `180° and −180° are one meridian`(query: String, isInside: Bool) throws {
    let state = QuakesState(
      loaded: [180.0, -180].map { Quake.example("\($0)", longitude: $0, latitude: -37) })
    let location = try QuakesLocation(query: "date=any&\(query)")
    let matches = QuakesState.selectMatches(of: location.query(now: .distantPast))(state)
    #expect(matches.count == (isInside ? 2 : 0))
  }

  @Test(arguments: [
    ("date=tomorrow", "date"), ("past=year", "past"), ("from=2024-05-04T24:00", "from"),
    ("from=2024-05-04T05:00&to=2024-05-04T04:00", "to"), ("near=Atlantis", "near"),
    ("near=91,0", "near"), ("near=Tokyo&km=0", "km"), ("km=6000", "km"), ("felt=0", "felt"),
    ("intensity=VIII", "intensity"), ("warning=blue", "warning"),
    ("significance=x", "significance"), ("date=2024-02-30", "date"), ("date=2024-5-4", "date"),
    ("date=0000-01-01", "date"), ("from=any", "from"), ("to=x", "to"),
    ("from=2024-05-04&to=2024-05-03", "to"), ("min=abc", "min"), ("min=1e3", "min"),
    ("min=nan", "min"), ("min=inf", "min"), ("min=13", "min"), ("min=4&max=3", "max"),
    ("depth-min=-101", "depth-min"), ("depth-max=1001", "depth-max"), ("type=dragon", "type"),
    ("box=1,2,3", "box"), ("box=1,2,3,4,5", "box"), ("box=-361,0,0,0", "box"),
    ("box=0,10,0,-10", "box"), ("box=0,0,0,91", "box"), ("view=0,0", "view"),
    ("view=0,0,1", "view"), ("view=0,0,361", "view"), ("view=0,91,10", "view"),
    ("view=400,0,10", "view"), ("view=0,0,10,181", "view"),
    ("view=0,0,10,5,5", "view"), ("colour=red", "colour"), ("plates=no", "plates"),
    ("page=0", "page"), ("page=-1", "page"), ("page=1.5", "page"),
    ("page=99999999999999999999", "page"), ("sort=place", "sort"), ("units=yards", "units"),
    ("tz=Tokyo", "tz"), ("tz=UTC%2B9", "tz"), ("order=up", "order"),
    ("min=0." + String(repeating: "1", count: 41), "min"),
    ("dialog=all", "dialog"), ("notice=hacked", "notice"),
    ("show=all", "show"), ("notice=deletedAll&undo=now", "undo"),
    ("notice=deletedAll&undo=99999999999999999", "undo"), ("min=1&min=2", "min"),
  ])
  func `Invalid values are reported`(query: String, name: String) throws {
    let location = try QuakesLocation(address: "/quakes?q=tonga&" + query)
    #expect(location.problems.map(\.name) == [name])
    let label = QuakesLocation.fieldLabel(of: name) ?? name
    let isOther = query.contains("&max=") || query.contains("&to=") || name == "near"
    #expect(location.problems.allSatisfy { isOther || $0.message.contains("“\(label)”") })
    #expect(location.filter.text == "tonga", "valid values are parsed")
    for refused in ["/quakes/quakeList/onTapRefreshQuakesButton?", "/quakes.csv?"] {
      #expect(throws: MalformedRequest.self) {
        try QuakesRoute(parsing: Target(parsing: refused + query))
      }
    }
  }

  @Test(arguments: [
    String(repeating: "x", count: 201), String(repeating: "é", count: 101),
    "e" + String(repeating: "\u{301}", count: 2_900),
  ])
  func `A search text that is too long is truncated`(text: String) throws {
    let query = Href(path: [], query: [("q", text)]).text.dropFirst(2)
    let location = try QuakesLocation(query: String(query))
    #expect(location.problems.map(\.name) == ["q"])
    #expect(location.problems.map(\.typed) == [text.prefix(bytes: 200)])
    #expect(location.problems.map(\.message) == [QueryText.tooLongMessage(for: "Place name")])
    #expect(location.filter.text.isEmpty, "links must not repeat it")
    #expect(!location.hasRedundantItems)
  }

  /// Links repeat an invalid value only up to a limit.
  @Test(arguments: ["min", "date", "type", "box", "view", "sort", "order", "tz", "quake", "page"])
  func `An invalid value is truncated`(name: String) throws {
    let long = "\(name)=e" + String(repeating: "\u{301}", count: 2_900)
    let location = try QuakesLocation(query: long)
    #expect(location.problems.map(\.name) == [name])
    for problem in location.problems {
      #expect(problem.typed.utf8.count <= 200)
      #expect(problem.message.utf8.count < 1_000)
    }
  }

  @Test(arguments: [
    (0.1, "0.1"), (-117.55366516113281, "-117.55366516113281"), (5, "5"), (-0.0, "0"),
    (0.0001, "0.0001"), (0.00001, "0.00001"), (-0.0000125, "-0.0000125"),
    (1.5e-20, "0.000000000000000000015"), (4.9e-40, "0.\(String(repeating: "0", count: 39))49"),
  ])
  func `Numbers are printed without an exponent`(number: Double, text: String) throws {
    #expect(shortNumber(number) == text)
    #expect(Double(text) == number)
    var location = QuakesLocation()
    location.filter.depth.max = abs(number)
    location.filter.box = .init(west: number, south: -60, east: 150, north: 60)
    let printed = location.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    if text.utf8.count <= 40 { #expect(try QuakesLocation(query: printed) == location) }
  }

  @Test(arguments: [
    "/quakes/", "/quakes/quakeList", "/quakes/quakeList/onTapNothing", "/quakes.xml",
    "/quakes.csv/x", "/quake", "/Quakes",
  ])
  func `Other addresses are not found`(address: String) throws {
    #expect(try QuakesRoute(parsing: Target(parsing: address)) == nil)
  }

  @Test(arguments: [
    (QuakesEvent.refresh, "/quakes/quakeList/onTapRefreshQuakesButton"),
    (.deleteQuake, "/quakes/quakeList/onTapDeleteSelectedQuakeButton"),
    (.restore, "/quakes/quakeList/onTapRestoreQuakesButton"),
    (.deleteAll, "/quakes/quakeList/onTapDeleteAllQuakesButton"),
    (.tryAgain, "/quakes/quakeList/onTapTryAgainButton"),
  ])
  func `Posts are named after actions`(event: QuakesEvent, address: String) {
    #expect(QuakesRoute.post(event, from: .init()).href.text == address)
  }

  @Test func `A form with empty fields has redundant items`() throws {
    let location = try QuakesLocation(address: "/quakes?q=&date=any&min=")
    #expect(location.hasRedundantItems)
    #expect(location.problems.isEmpty)
    #expect(location.href.text == "/quakes?date=any")
  }
}
