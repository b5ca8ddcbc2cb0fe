import Foundation
import Synchronization
import TestSupport
import Testing
import WebClient

@testable import QuakesData

/// Reports from recorded details and files of products.
@Suite(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
struct EventReportTests {
  private static let folder = "quakes/detail/"

  private static func detail(_ name: String) throws -> EventDetail {
    try EventDetail([UInt8](#require(Fixtures.data("\(folder)\(name).geojson"))))
  }

  private static func file(_ name: String) throws -> JSONValue {
    try JSONValue([UInt8](#require(Fixtures.data(folder + name))))
  }

  struct DetailRow: CustomTestStringConvertible {
    let testDescription: String
    /// The version of the preferred ShakeMap.
    var shakemap: Double?
    var contours: String?
    var exposures = false
    /// The strike of one of the planes, which follows from the tensor where `nc` and `ci` are
    /// preferred: as ObsPy computes it.
    var strike: Double?
    var inline = false
  }

  @Test(arguments: [
    DetailRow(
      testDescription: "us10004u1y_2016-03_M7.8-Sumatra", shakemap: 1_456_937_483_212,
      contours: "/archive/product/shakemap/us10004u1y/us/1456937483212/download/cont_mi.json",
      strike: 5, inline: true),
    DetailRow(
      testDescription: "ci38457511_2021-10_M7.1-Ridgecrest", shakemap: 1_594_160_054_783,
      contours: "/product/shakemap/ci38457511/atlas/1594160054783/download/cont_mmi.json",
      exposures: true, strike: 231, inline: true),
    DetailRow(
      testDescription: "us2000ar20_2021-11_M7.1-Puebla", shakemap: 1_594_399_976_203,
      contours: "/product/shakemap/us2000ar20/atlas/1594399976203/download/cont_mmi.json",
      exposures: true, strike: 299, inline: true),
    DetailRow(
      testDescription: "us1000778i_2021-11_M7.8-Kaikoura", shakemap: 1_594_161_996_674,
      contours: "/product/shakemap/us1000778i/atlas/1594161996674/download/cont_mmi.json",
      strike: 354, inline: true),
    DetailRow(
      testDescription: "nc72282711_2021-11_M6.0-SouthNapa-red", shakemap: 1_624_995_941_193,
      contours: "/product/shakemap/nc72282711/atlas/1624995941193/download/cont_mmi.json",
      strike: 155),
    DetailRow(
      testDescription: "nc21323712_2021-11_includesuperseded-DELETE", shakemap: 1_594_161_185_465,
      contours: "/product/shakemap/nc21323712/atlas/1594161185465/download/cont_mmi.json",
      strike: 118),
    DetailRow(
      testDescription: "nc71126864_2021-12_M4.8-small", shakemap: 1_640_143_543_120,
      contours: "/product/shakemap/71126864/nc/1640143543120/download/cont_mmi.json"),
  ])
  func `The preferred products of a recorded detail are used`(_ row: DetailRow) throws {
    let detail = try Self.detail(row.testDescription)
    let shakemap = detail.products("shakemap").first
    #expect(shakemap?.version == row.shakemap)
    #expect(shakemap?.file("download/cont_mmi.json", "download/cont_mi.json")?.path == row.contours)
    let pager = detail.products("losspager").first
    #expect((pager?.file("json/exposures.json") != nil) == row.exposures)
    let mechanism = ["moment-tensor", "focal-mechanism"].flatMap(detail.products)
      .compactMap { FaultMechanism($0.properties) }.first
    let strikes = mechanism?.planes.map { $0.strike.rounded() } ?? []
    #expect(row.strike.map(strikes.contains) ?? strikes.isEmpty, "\(strikes)")
    let texts = detail.products("general-text").compactMap(\.text)
    #expect(texts.isEmpty != row.inline)
    // Nothing that was deleted is shown.
    for type in ["shakemap", "dyfi", "moment-tensor", "origin"] {
      let deletions = detail.products(type).filter(\.isDeletion)
      #expect(deletions.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("iscgem882673_shakemap_cont_mmi.json", -111.0, [3, 4, 5, 6, 7, 8], 800),
      ("us10004u1y_shakemap_cont_mi.json", 94.3, [2, 3, 4, 5, 6, 7, 8, 9], 3_000),
      ("scenario-newmadrid_shakemap_cont_mmi.json", -90, [4, 5, 6, 7, 8, 9], 3_000),
    ] as [(String, Double, [Int], Int)])
  func `Contours keep whole levels, and few points`(
    _ name: String, _ longitude: Double, _ levels: [Int], _ points: Int
  ) throws {
    let map = try #require(
      ShakingMap(contours: try Self.file(name), longitude: longitude))
    #expect(map.contours.map(\.intensity) == levels)
    let count = map.contours.flatMap(\.lines).reduce(0) { $0 + $1.count / 2 }
    #expect((levels.count * 4...points).contains(count))
    for point in map.contours.flatMap(\.lines).flatMap(ShakingMap.points) {
      #expect((map.area.west - 0.01...map.area.east + 0.01).contains(point.longitude))
      #expect((map.area.south - 0.01...map.area.north + 0.01).contains(point.latitude))
    }
  }

  @Test func `The shaking at a place is that of the nearest line`() throws {
    let map = try #require(
      ShakingMap(
        contours: try Self.file("us10004u1y_shakemap_cont_mi.json"), longitude: 94.3))
    #expect(map.intensity(longitude: 94.275, latitude: -4.9) == 9)
    #expect(map.intensity(longitude: 94.275 - 360, latitude: -4.9) == 9)
    // Padang, where the recorded maximum on land is III.
    #expect(map.intensity(longitude: 100.35, latitude: -0.95) == 2)
    // The Cocos Islands are beyond the edge.
    #expect(map.intensity(longitude: 96.8, latitude: -12.2) == nil)
  }

  @Test(
    arguments: [
      ("us10004u1y_dyfi_geo_10km.geojson", 19, 25, "Port Blair"),
      ("nc72282711_dyfi_geo_10km.geojson", 374, 16_409, nil),
      ("se60247871_dyfi_geo_10km.geojson", 400, 7_893, nil),
    ] as [(String, Int, Int, String?)])
  func `Reports of people are read by cell`(
    _ name: String, _ count: Int, _ reports: Int, _ place: String?
  ) throws {
    let cells = FeltCell.cells(try Self.file(name))
    #expect(cells.count == count)
    #expect(cells.reduce(0) { $0 + $1.count } == reports)
    for cell in cells {
      #expect(cell.west < cell.east && cell.south < cell.north)
      #expect(cell.name?.contains("<") != true && cell.name?.contains("UTM") != true)
    }
    if let place { #expect(cells.contains { $0.name == place }) }
  }

  @Test func `Towns are read`() throws {
    let towns = Town.towns(try Self.file("us10004u1y_nearby-cities.json"))
    #expect(
      towns.map(\.name) == [
        "Muara Siberut, Indonesia", "Pariaman, Indonesia", "Padang, Indonesia",
        "Solok, Indonesia", "West Island, Cocos Islands",
      ])
    #expect(towns.map(\.population) == [nil, 92_183, 840_352, 48_372, 120])
  }

  @Test func `The people in the shaking are read`() throws {
    let exposure = try #require(
      Exposure(try Self.file("us2000h8ty_pager_exposures.json"), level: "yellow"))
    #expect((exposure.alert, exposure.isUnderReview) == (.yellow, false))
    #expect(
      exposure.people == [
        0, 0, 2_248_544, 2_752_848, 1_330_217, 1_431_811, 1_281_064, 41_261, 3_881, 0,
      ])
    #expect(exposure.edgeIntensity == 3.6393713910104504)
  }

  /// The planes as published with each of them. The tensor alone of the second one was
  /// published first, beside a mechanism that says the opposite.
  @Test(
    arguments: [
      ("01-tohoku-tsunami-0-black-ball.detail.json", [[192, 8, 78], [24, 81, 91]]),
      ("04-nc72852151-as-of-2017-07-29T01.detail.json", [[325, 86, 176], [55, 86, 4]]),
      ("06-legacy-slip.properties.json", [[55, 78, 145], [153, 56, 15]]),
    ] as [(String, [[Double]])])
  func `The planes of the preferred mechanism are read`(
    _ name: String, _ planes: [[Double]]
  ) throws {
    let document = try JSONValue([UInt8](#require(Fixtures.data("quakes/event/\(name)"))))
    let products = document["properties"]["products"]
    let preferred = products["moment-tensor"].elements.first?["properties"] ?? document
    let mechanism = try #require(FaultMechanism(preferred))
    let found = mechanism.planes.map { [$0.strike, $0.dip, $0.rake].map { $0.rounded() } }
    #expect(found == planes || found == planes.reversed(), "\(found)")
  }

  @Test func `A forecast is read`() throws {
    let text = try #require(
      try Self.detail("ci38457511_2021-10_M7.1-Ridgecrest").products("oaf").first?.text)
    let forecast = try #require(AftershockForecast(try JSONValue(Array(text.utf8))))
    #expect(forecast.expires == Date(timeIntervalSince1970: 1_662_264_000))
    #expect(
      forecast.periods.map { $0.end.timeIntervalSince($0.start) / 86_400 } == [1, 7, 30, 365])
    let year = try #require(forecast.periods.last?.chances.first)
    #expect((year.magnitude, year.probability, year.least, year.most) == (3, 1, 9, 26))
  }

  /// A service with the recorded files of an event, under their recorded addresses.
  private static func service(
    failing: String? = nil
  ) throws -> (server: ScriptedServer, store: RemoteStore) {
    let files = [
      "/feeds/detail/us10004u1y.geojson": "us10004u1y_2016-03_M7.8-Sumatra.geojson",
      "/archive/product/shakemap/us10004u1y/us/1456937483212/download/cont_mi.json":
        "us10004u1y_shakemap_cont_mi.json",
      "/archive/product/dyfi/us10004u1y/us/1457013501095/dyfi_geo_10km.geojson":
        "us10004u1y_dyfi_geo_10km.geojson",
      "/archive/product/nearby-cities/us10004u1y/us/1456926111040/nearby-cities.json":
        "us10004u1y_nearby-cities.json",
    ]
    let server = try ScriptedServer { head in
      let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      guard failing.map({ !path.contains($0) }) ?? true,
        let name = files[path], let data = Fixtures.data(folder + name)
      else { return [.send(Array("HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n".utf8))] }
      let response = "HTTP/1.1 200 OK\r\nContent-Length: \(data.count)\r\n\r\n"
      return [.send(Array(response.utf8) + [UInt8](data))]
    }
    let store = RemoteStore(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)/feeds/summary")),
      client: WebClient(userAgent: "test"), logger: RecordedLog().logger)
    return (server, store)
  }

  @Test func `A report consists of the files that the detail names`() async throws {
    let (server, store) = try Self.service()
    defer { server.stop() }
    let report = try #require(
      try await store.fetchRemoteReportQuery(quakeId: "us10004u1y", longitude: 94.275, at: .noon))
    #expect(report.missing == [])
    #expect(report.maximumOnLand == 3.07)
    #expect(report.felt.count == 19)
    #expect(report.reportCount == 30)
    #expect(report.towns.count == 5)
    #expect(report.mechanism?.planes.count == 2)
    #expect(report.summary.first?.hasPrefix("The March 2, 2016, earthquake occurred") == true)
    #expect(report.exposure == nil)
    #expect(server.requests.count == 4)
    let encoded = try JSONEncoder().encode(report)
    #expect(encoded.count < 60_000)
    #expect(try JSONDecoder().decode(EventReport.self, from: encoded) == report)
  }

  @Test(
    arguments: [
      ("shakemap", .shaking), ("dyfi", .felt), ("nearby-cities", .towns),
    ] as [(String, EventReport.Part)])
  func `A file that fails is missing, and the others are not`(
    _ name: String, _ part: EventReport.Part
  ) async throws {
    let (server, store) = try Self.service(failing: name)
    defer { server.stop() }
    let report = try #require(
      try await store.fetchRemoteReportQuery(quakeId: "us10004u1y", longitude: 94.275, at: .noon))
    #expect(report.missing == [part])
    #expect(report.reportCount == 30)
  }

  @Test func `An event that the service does not know has no report`() async throws {
    let (server, store) = try Self.service()
    defer { server.stop() }
    let report = try await store.fetchRemoteReportQuery(
      quakeId: "us1", longitude: 0, at: .noon)
    #expect(report == nil)
  }
}

/// Details that others could write.
@Suite struct HostileReportTests {
  private func detail(_ products: String) throws -> EventDetail {
    try EventDetail(Array(#"{"properties":{"products":\#(products)}}"#.utf8))
  }

  @Test(arguments: ["", "[]", "{}", #"{"properties":{}}"#, #"{"properties":{"products":[]}}"#])
  func `A document without products is refused`(_ document: String) {
    #expect(throws: RemoteStoreError.self) { try EventDetail(Array(document.utf8)) }
  }

  /// Requests go to the service of the feeds, whatever a detail says.
  @Test(
    arguments: [
      ("https://earthquake.usgs.gov/product/a/b", "/product/a/b"),
      ("http://127.0.0.1:1/product/a/b", "/product/a/b"),
      ("https://earthquake.usgs.gov/archive/product/a", "/archive/product/a"),
      ("https://earthquake.usgs.gov/other/a", nil), ("file:///etc/passwd", nil),
      ("https://e.example", nil), ("", nil), ("/product/../../etc/passwd", nil),
    ] as [(String, String?)])
  func `Only the path of a product is used`(_ address: String, _ path: String?) throws {
    let detail = try detail(
      #"{"dyfi":[{"updateTime":1,"contents":{"a":{"url":"\#(address)","length":9}}}]}"#)
    #expect(detail.products("dyfi").first?.file("a")?.path == path)
  }

  @Test(arguments: [
    #"[{"updateTime":1,"contents":[]}]"#, #"[{"updateTime":1,"contents":{"a":{}}}]"#,
  ])
  func `A product without a file has none`(_ product: String) throws {
    let detail = try detail(#"{"dyfi":\#(product)}"#)
    #expect(detail.products("dyfi").count == 1)
    #expect(detail.products("dyfi").first?.file("a") == nil)
  }

  @Test(arguments: [
    (1_000_000, 9, "a", false), (1_000_001, 9, "b", false), (1_000_001, 1_000_001, "a", true),
  ])
  func `A file that is small enough is preferred`(
    _ a: Int, _ b: Int, _ name: String, _ isTooLarge: Bool
  ) throws {
    let files = [("a", a), ("b", b)].map {
      #""\#($0)":{"url":"https://x/product/\#($0)","length":\#($1)}"#
    }
    let detail = try detail(
      #"{"dyfi":[{"updateTime":1,"contents":{\#(files.joined(separator: ","))}}]}"#)
    let file = detail.products("dyfi").first?.file("a", "b")
    #expect(file == .init(path: "/product/\(name)", isTooLarge: isTooLarge))
  }

  @Test(
    arguments: [
      // The highest weight, then the latest.
      (
        #"[{"updateTime":1,"preferredWeight":5},{"updateTime":2,"preferredWeight":7},"#
          + #"{"updateTime":3,"preferredWeight":7}]"#, [3, 2, 1]
      ),
      // A deletion removes what it deletes, and nothing newer.
      (
        #"[{"updateTime":3,"code":"a"},{"updateTime":2,"code":"a","status":"DELETE"},"#
          + #"{"updateTime":1,"code":"a"},{"updateTime":1,"code":"b"}]"#, [3, 1]
      ),
      (#"[{"updateTime":1,"properties":{"event-type":"SCENARIO"}}]"#, []),
      (#"[{"updateTime":"x"},1,null,[]]"#, []),
      ("{}", []),
    ] as [(String, [Double])])
  func `Products are in the order of preference`(_ products: String, _ versions: [Double]) throws {
    let shown = try detail(#"{"origin":\#(products)}"#).products("origin")
    #expect(shown.map(\.version) == versions)
  }

  /// Elements in the order of mrr, mtt, mpp, mrt, mrp and mtp.
  @Test(
    arguments: [
      (["1", "-1", "0", "0", "0", "0"], true), ([], false), (["1", "-1", "0", "0", "0"], false),
      // Explosions, and no numbers.
      (["1", "1", "1", "0", "0", "0"], false), (["0", "0", "0", "0", "0", "0"], false),
      (["1", "x", "0", "0", "0", "0"], false), (["inf", "1", "0", "0", "0", "0"], false),
      (["1e308", "-1e308", "0", "1e308", "1e-308", "0"], true),
    ] as [([String], Bool)])
  func `Only a whole tensor has planes`(_ elements: [String], _ hasPlanes: Bool) throws {
    let names = ["mrr", "mtt", "mpp", "mrt", "mrp", "mtp"]
    let members = zip(names, elements).map { #""tensor-\#($0)":"\#($1)""# }
    let properties = try JSONValue(Array("{\(members.joined(separator: ","))}".utf8))
    let planes = FaultMechanism(properties)?.planes ?? []
    #expect(planes.count == (hasPlanes ? 2 : 0))
    for plane in planes {
      #expect((0...360).contains(plane.strike) && (0...90).contains(plane.dip))
      #expect((-180...180).contains(plane.rake))
    }
  }

  private static let line = #""coordinates":[[[0,0],[1,1],[2,0]]]"#

  @Test(
    arguments: [
      (#"{"features":[]}"#, nil),
      (#"{"features":[{"properties":{"value":4.5},"geometry":{\#(line)}}]}"#, nil),
      (#"{"features":[{"properties":{"value":99},"geometry":{\#(line)}}]}"#, nil),
      (#"{"features":[{"properties":{"value":4},"geometry":{\#(line)}}]}"#, 3),
      (#"{"features":[{"properties":{"value":4},"geometry":{"coordinates":[[[0,0]]]}}]}"#, nil),
      (
        #"{"features":[{"properties":{"value":4},"geometry":{"coordinates":"#
          + #"[[[0,0],["x",1],[1],[1e9,0],[0,91],null,[1,1]]]}}]}"#, 2
      ),
      (
        #"{"bbox":[1e99,0,0,0],"features":[{"properties":{"value":4},"geometry":"#
          + #"{"type":"LineString","coordinates":[[0,0],[1,1]]}}]}"#, 2
      ),
    ] as [(String, Int?)])
  func `Only lines of positions are contours`(_ document: String, _ points: Int?) throws {
    let map = ShakingMap(
      contours: try JSONValue(Array(document.utf8)), longitude: 0)
    #expect(map?.contours.flatMap(\.lines).first.map { $0.count / 2 } == points)
  }

  @Test func `A map of many points is reduced`() throws {
    // A zigzag, of which no point is redundant at first.
    let zigzag = (0..<10).map { line in
      let points = (0..<1_000).map { "[\(Double($0) / 100),\(Double(line * 2 + $0 % 2) / 10)]" }
      return "[\(points.joined(separator: ","))]"
    }
    let document =
      #"{"features":[{"properties":{"value":5},"geometry":{"coordinates":["#
      + zigzag.joined(separator: ",") + "]}}]}"
    let map = try #require(
      ShakingMap(contours: try JSONValue(Array(document.utf8)), longitude: 0))
    #expect(map.contours.flatMap(\.lines).reduce(0) { $0 + $1.count / 2 } <= 3_000)
  }

  @Test(
    arguments: [
      (179.0, [[179.5, 0], [-179.5, 0]], [17_950, 0, 18_050, 0]),
      (-179.0, [[179.5, 0], [-179.5, 0]], [-18_050, 0, -17_950, 0]),
      (-179.0, [[-181, 0], [-182, 0]], [-18_100, 0, -18_200, 0]),
      (0.0, [[10, 5], [11, 5]], [1_000, 500, 1_100, 500]),
    ] as [(Double, [[Double]], [Int])])
  func `Lines continue across the date line`(
    _ longitude: Double, _ points: [[Double]], _ numbers: [Int]
  ) throws {
    let document =
      #"{"features":[{"properties":{"value":5},"geometry":{"coordinates":[\#(points)]}}]}"#
    let map = ShakingMap(
      contours: try JSONValue(Array(document.utf8)), longitude: longitude)
    #expect(map?.contours.first?.lines.first == numbers)
  }

  @Test(
    arguments: [
      ("", []), ("Plain text", ["Plain text"]), ("<p>One</p><p>Two</p>", ["One", "Two"]),
      ("<h2> Tectonic Summary </h2>\nThe fault", ["The fault"]),
      ("a<br>b<br/>c", ["a b c"]), ("a &amp; b &lt;c&gt; &#233;&#xe9; &deg;", ["a & b <c> éé °"]),
      ("&nothing; & &#0x; &#99999999;", ["&nothing; & &#0x; &#99999999;"]),
      ("1 < 2 and 3 > 2", ["1 < 2 and 3 > 2"]), ("a <b>bold</b> word", ["a bold word"]),
      ("<script>alert('x')</script>after", ["after"]),
      ("<SCRIPT>a</b></ScRiPt >after", ["after"]), ("<script>never closed", []),
      ("<style>p{}</style>x<!-- <p>hidden</p> -->y", ["xy"]), ("x<!-- open", ["x"]),
      ("x<p", ["x"]), ("x<img src=x onerror=\"a\">y", ["xy"]), ("&lt;script&gt;", ["<script>"]),
      ("a\u{0}\u{1}b\n\n\tc", ["a b c"]),
      ("<ul><li>one<li>two</ul>", ["one", "two"]),
    ] as [(String, [String])])
  func `HTML is reduced to its paragraphs`(_ html: String, _ paragraphs: [String]) {
    #expect(MarkupText.paragraphs(of: html) == paragraphs)
  }

  @Test func `Endless HTML is bounded`() {
    let paragraphs = MarkupText.paragraphs(of: String(repeating: "<p>word</p>", count: 50_000))
    #expect(paragraphs.count == 30)
    let long = MarkupText.paragraphs(of: String(repeating: "word ", count: 50_000))
    #expect(long.map(\.count) == [2_000])
  }
}
