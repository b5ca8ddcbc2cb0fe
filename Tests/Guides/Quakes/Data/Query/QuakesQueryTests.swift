import Foundation
import Testing

@testable import QuakesData

/// A query and its expected matches as a simple predicate.
struct QueryRow: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var query: QuakesQuery
  var isFound: @Sendable (Quake) -> Bool

  init(
    _ name: String, _ query: QuakesQuery, _ isFound: @escaping @Sendable (Quake) -> Bool
  ) {
    (testDescription, self.query, self.isFound) = (name, query, isFound)
  }
}

@Suite struct QuakesQueryTests {
  private static let quakes = RandomQuakes.quakes(1_200, seed: 1).inOrder
  private static let index = QuakeIndex(quakes)

  private static let rows =
    textsRows + timesRows + magnitudesRows + depthsRows + typesRows + boxesRows + combinationsRows

  @Test(arguments: rows)
  func `A query matches the same quakes as a filter of an array`(_ row: QueryRow) {
    #expect(Self.index.chunks.count > 2)
    let found = Self.index.matches(of: row.query)
    let expected = Self.quakes.filter(row.isFound)
    #expect(found.count == expected.count)
    #expect(Array(found.quakes) == expected)
  }

  /// A row that matches nothing or everything would prove little.
  @Test func `Most rows match some quakes but not all`() {
    let some = Self.rows.filter { row in
      (1..<Self.quakes.count).contains(Self.quakes.count(where: row.isFound))
    }
    #expect(some.count > Self.rows.count * 2 / 3)
  }

  @Test func `An empty index has no matches`() {
    let none = QuakeIndex([])
    for row in textsRows + timesRows + boxesRows {
      #expect(none.matches(of: row.query).count == 0)
    }
  }
}

// MARK: Text

private let textsRows: [QueryRow] = [
  ("", ""), ("JOSE", "jose"), ("José", "jose"), ("pāhala", "pahala"), ("of ", "of "),
  (" of", " of"), ("'", "'"), ("’", "'"), ("kuril‘SK", "kuril'sk"), ("tokyo", "tokyo"),
  ("２", "2"), ("Fiji", "fiji"), ("fijis", "fijis"), (",", ","), ("\n", " "),
  ("ålesund", "alesund"), ("region", "region"), ("n", "n"), (" ", " "), ("  ", "  "),
].map { text, plain in
  QueryRow("text \(text.debugDescription)", QuakesQuery(text: text)) { quake in
    plain.isEmpty || RandomQuakes.names[quake.name]?.contains(plain) == true
  }
}

// MARK: Time

private let timesRows: [QueryRow] = [
  (-86_400, 0), (-2_592_000, 0), (-2_592_000, -1_300_000), (-1_300_000, -1_299_000), (0, 0),
  (1, 1e9), (-1e9, -3e6), (-1e9, 1e9), (-1, -0.5), (-0.002, -0.001), (-1e15, 1e15),
].map { first, last in
  let time = Date.noon + first...Date.noon + last
  return QueryRow("time from \(first) to \(last)", QuakesQuery(time: time)) {
    time.contains($0.time)
  }
}

// MARK: Magnitude

/// Returns the displayed magnitude in tenths, rounded half away from zero.
private func shown(_ magnitude: Double) -> Int { Int((magnitude * 10).rounded()) }

private let magnitudesRows: [QueryRow] =
  [-1.5, -1, -0.1, 0, 0.1, 1, 2.5, 4.5, 7, 7.9, 8].flatMap { bound in
    [
      QueryRow("magnitude from \(bound)", QuakesQuery(magnitude: .init(min: bound))) {
        $0.isMagnitudeKnown && shown($0.magnitude) >= shown(bound)
      },
      QueryRow("magnitude to \(bound)", QuakesQuery(magnitude: .init(max: bound))) {
        $0.isMagnitudeKnown && shown($0.magnitude) <= shown(bound)
      },
      QueryRow(
        "magnitude from \(bound) to as much", QuakesQuery(magnitude: .init(min: bound, max: bound))
      ) { $0.isMagnitudeKnown && shown($0.magnitude) == shown(bound) },
      QueryRow(
        "magnitude from \(bound) to one more",
        QuakesQuery(magnitude: .init(min: bound, max: bound + 0.9))
      ) {
        $0.isMagnitudeKnown && (shown(bound)...shown(bound) + 9).contains(shown($0.magnitude))
      },
    ]
  }
  + [-0.45, -0.05, 0.05, 2.45, 2.44, 4.46, 6.95].flatMap { bound in
    [
      QueryRow("magnitude from exactly \(bound)", QuakesQuery(magnitude: .init(min: bound))) {
        $0.isMagnitudeKnown && $0.magnitude >= bound
      },
      QueryRow("magnitude to exactly \(bound)", QuakesQuery(magnitude: .init(max: bound))) {
        $0.isMagnitudeKnown && $0.magnitude <= bound
      },
    ]
  } + [
    QueryRow("no magnitude", QuakesQuery(magnitude: .init(min: 3, max: 2))) { _ in false },
    QueryRow("any magnitude", QuakesQuery(magnitude: .init())) { _ in true },
    QueryRow("any known magnitude", QuakesQuery(magnitude: .init(min: -100))) {
      $0.isMagnitudeKnown
    },
    QueryRow("any known magnitude, to 100", QuakesQuery(magnitude: .init(max: 100))) {
      $0.isMagnitudeKnown
    },
  ]

@Suite struct MagnitudeBoundsTests {
  /// A magnitude, and true if it is within 2.5 to 2.5, and so on.
  @Test(
    arguments: [
      (2.5, 2.44, false, true), (2.5, 2.45, true, false), (2.5, 2.5, true, true),
      (2.5, 2.54, true, true), (2.5, 2.55, true, false), (2.45, 2.44, false, true),
      (2.45, 2.45, true, true), (2.45, 2.46, true, false), (0, -0.05, false, true),
      (0, -0.04, true, true), (0, 0.04, true, true), (0, 0.05, true, false),
      (-0.1, -0.15, false, true), (-0.1, -0.14, true, true), (-0.1, -0.05, true, true),
      (-0.1, -0.04, true, false), (1, 0.95, true, true), (1, 0.94, false, true),
      (4.5, 4.45000004, true, true), (4.5, 4.44999996, false, true),
      (2.1, 2.04999995, false, true), (2, 2.04999995, true, true), (2.45, 2.4499999, false, true),
      (2.45, 2.4500001, true, false), (4.6, 4.599999904632568, true, true),
      (4.5, nil, false, false),
      (0, nil, false, false),
    ] as [(Double, Double?, Bool, Bool)])
  func `Bounds apply to the displayed magnitude`(
    _ bound: Double, _ magnitude: Double?, _ isFoundFrom: Bool, _ isFoundTo: Bool
  ) {
    let index = QuakeIndex([.of("q", magnitude)])
    let from = index.matches(of: QuakesQuery(magnitude: .init(min: bound)))
    let to = index.matches(of: QuakesQuery(magnitude: .init(max: bound)))
    // 2.45 is displayed as 2.5, which is within a maximum of 2.5.
    let isShownAs = magnitude.map { shown($0) == shown(bound) } ?? false
    #expect((from.count == 1) == isFoundFrom)
    #expect((to.count == 1) == (isFoundTo || (isShownAs && (bound * 10).rounded() == bound * 10)))
  }
}

// MARK: Depth

private let depthsRows: [QueryRow] = [
  (0, nil), (nil, 0), (nil, -1), (10.1, 10.1), (70, 300), (300, nil), (699.9, nil), (-3, 0),
  (5, 4), (nil, 1e9), (-1e9, nil),
].map { (bounds: (Double?, Double?)) in
  let (least, largest) = bounds
  return QueryRow(
    "depth from \(least.map { "\($0)" } ?? "any") to \(largest.map { "\($0)" } ?? "any")",
    QuakesQuery(depth: .init(min: least, max: largest))
  ) { quake in
    quake.depth.map { $0 >= least ?? -.infinity && $0 <= largest ?? .infinity } ?? false
  }
}

// MARK: Type

private let typesRows: [QueryRow] =
  EventType.allCases.map { type in
    QueryRow("only \(type)", QuakesQuery(type: .only(type))) {
      $0.type == type.rawValue || (type == .quarryBlast && $0.type == "quarry")
    }
  } + [
    QueryRow("any type", QuakesQuery(type: .any)) { _ in true },
    QueryRow("other types", QuakesQuery(type: .other)) {
      ["moonquake", "Earthquake", ""].contains($0.type)
    },
  ]

// MARK: Box

private let boxesRows: [QueryRow] = [
  (-180, -90, 180, 90), (0, 0, 90, 45), (-125.5, 32, -114, 42.25), (170, -50, -170, 50),
  (179.99, -90, -179.99, 90), (180, -90, -180, 90), (10, 20, 10, 20), (0, 20, 10, 20),
  (-180, -90, -180, 90), (180, -90, 180, 90), (0, 45, 90, 0), (5, -90, 4, 90),
].map { west, south, east, north in
  QueryRow(
    "box \(west), \(south), \(east), \(north)",
    QuakesQuery(box: .init(west: west, south: south, east: east, north: north))
  ) { quake in
    // 180° and −180° are one meridian.
    let longitudes = abs(quake.longitude) == 180 ? [-180, 180] : [quake.longitude]
    let isWithin = longitudes.contains {
      west <= east ? $0 >= west && $0 <= east : $0 >= west || $0 <= east
    }
    return isWithin && quake.latitude >= south && quake.latitude <= north
  }
}

@Suite struct UnusualBoxTests {
  /// No box makes a query trap.
  @Test(
    arguments: [
      (190, -90, 10, 90), (10, -90, -190, 90), (1e9, -1e9, -1e9, 1e9), (0, 10, 1, .infinity),
      (.nan, .nan, .nan, .nan), (-.infinity, 0, .infinity, 1), (200, 0, -200, 1),
    ] as [(Double, Double, Double, Double)])
  func `Invalid boxes do not trap`(_ west: Double, _ south: Double, _ east: Double, _ north: Double)
  {
    let index = QuakeIndex([.of("q")])
    let box = QuakesQuery.Box(west: west, south: south, east: east, north: north)
    #expect(index.matches(of: QuakesQuery(box: box)).count <= 1)
  }

  @Test(
    arguments: [.nan, .infinity, -.infinity, 1e300, -1e300] as [Double], [true, false])
  func `Invalid numbers do not trap`(_ number: Double, _ isLeast: Bool) {
    let bounds = QuakesQuery.Bounds(min: isLeast ? number : nil, max: isLeast ? nil : number)
    let index = QuakeIndex([
      .of("q", number, time: number, longitude: number, latitude: number, depth: number),
      .of("p"),
    ])
    #expect(index.matches(of: QuakesQuery(magnitude: bounds)).count <= 2)
    #expect(index.matches(of: QuakesQuery(depth: bounds)).count <= 2)
    #expect(index.matches(of: QuakesQuery()).count == 2)
  }
}

// MARK: Combinations

private let combinationsRows: [QueryRow] = {
  let time = Date.noon - 2e6...Date.noon - 1e5
  let box = QuakesQuery.Box(west: 150, south: -60, east: -150, north: 60)
  @Sendable func isIn(_ quake: Quake) -> Bool {
    abs(quake.longitude) >= 150 && abs(quake.latitude) <= 60
  }
  @Sendable func isNamed(_ quake: Quake) -> Bool {
    RandomQuakes.names[quake.name]?.contains("of") == true
  }
  return [
    QueryRow("text and time", QuakesQuery(text: "OF", time: time)) {
      isNamed($0) && time.contains($0.time)
    },
    QueryRow("text and magnitude", QuakesQuery(text: "of", magnitude: .init(min: 2.5))) {
      isNamed($0) && $0.isMagnitudeKnown && shown($0.magnitude) >= 25
    },
    QueryRow("time and box", QuakesQuery(time: time, box: box)) {
      time.contains($0.time) && isIn($0)
    },
    QueryRow(
      "text, type and depth",
      QuakesQuery(text: "of", depth: .init(max: 70), type: .only(.earthquake))
    ) { isNamed($0) && ($0.depth ?? 700) <= 70 && $0.type == "earthquake" },
    QueryRow(
      "all of them",
      QuakesQuery(
        text: "of", time: time, magnitude: .init(min: 1, max: 5), depth: .init(min: 0, max: 600),
        type: .only(.earthquake), box: box)
    ) { quake in
      isNamed(quake) && time.contains(quake.time) && isIn(quake) && quake.isMagnitudeKnown
        && (10...50).contains(shown(quake.magnitude)) && (0...600).contains(quake.depth ?? -1)
        && quake.type == "earthquake"
    },
  ]
}()
