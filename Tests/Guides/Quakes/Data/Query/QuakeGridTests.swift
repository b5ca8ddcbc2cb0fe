import Foundation
import Geography
import Testing

@testable import QuakesData

private typealias Frame = Projection.Frame

private typealias Dot = QuakeGrid.Spot

extension QuakeGrid {
  fileprivate var dots: [(dot: Dot, kind: Kind)] {
    layers.flatMap { layer in layer.spots.map { ($0, layer.kind) } }
  }

  /// Returns the dots of a quake in the frame and its margins.
  fileprivate func places(of quake: Quake, in frame: Frame) -> [Dot] {
    let point = frame.projection.point(longitude: quake.longitude, latitude: quake.latitude)
    guard let point else { return [] }
    return [-360.0, 0, 360, 720].map { turn in
      Dot(
        x: Int32(((point.x + turn - frame.left) / cell).rounded(.down)),
        y: Int32(((frame.top - point.y) / cell).rounded(.down)))
    }
  }
}

/// Returns the drawing order: larger dots and earthquakes are in front.
private func rank(_ magnitude: MagnitudeClass, _ isEarthquake: Bool) -> Int {
  magnitude.rawValue * 2 + (isEarthquake ? 1 : 0)
}

private func rank(_ kind: QuakeGrid.Kind) -> Int { rank(kind.magnitude, kind.isEarthquake) }

private func rank(_ quake: Quake) -> Int {
  rank(MagnitudeClass(quake), quake.type == "earthquake")
}

@Suite struct QuakeGridTests {
  private static let world = Frame(.equirectangular, left: -180, top: 90, width: 360, height: 180)
  private static let frames = [
    world, Frame(.equirectangular, left: 0, top: 90, width: 360, height: 180),
    Frame(.equirectangular, left: 150, top: 60, width: 360, height: 120),
    Frame(.equirectangular, left: 100, top: 60, width: 160, height: 100),
    Frame(.equirectangular, left: -10, top: 30, width: 20, height: 10),
    Frame(.equirectangular, left: 175, top: 10, width: 10, height: 20),
    Frame(.equalEarth, left: -180, top: 90, width: 360, height: 180),
    Frame(.equalEarthAtlantic, left: 60, top: 30, width: 60, height: 60),
    Frame(.northPole, left: -30, top: 60, width: 90, height: 80),
    Frame(.southPole, left: -180, top: 90, width: 360, height: 180),
  ]

  /// Quakes away from the edges of cells, where rounding would decide.
  private static let quakes = RandomQuakes.quakes(1_500, seed: 4).map { quake in
    Quake.of(
      quake.id, quake.isMagnitudeKnown ? quake.magnitude : nil,
      longitude: quake.longitude - (quake.longitude < 0 ? -0.0012 : 0.0012),
      latitude: quake.latitude - (quake.latitude < 0 ? -0.0012 : 0.0012), type: quake.type)
  }
  private static let matches = QuakeIndex(quakes).matches(of: QuakesQuery())

  @Test(arguments: frames, [(360, 5_000), (360, 1_000), (90, 100_000)])
  func `Matches and dots correspond`(
    _ frame: Projection.Frame, _ by: (columns: Int, limit: Int)
  ) {
    let grid = Self.matches.grid(of: frame, columns: by.columns, limit: by.limit)
    let dots = grid.dots
    #expect(dots.count <= by.limit)
    #expect(Set(dots.map(\.dot)).count == dots.count, "One dot for each spot.")
    #expect(grid.cell >= frame.width / Double(by.columns))
    let kinds = Dictionary(uniqueKeysWithValues: dots.map { ($0.dot, $0.kind) })

    let columns = frame.width / grid.cell
    let lines = frame.height / grid.cell
    func isInArea(_ place: Dot) -> Bool {
      place.x >= 0 && Double(place.x) < columns && place.y >= 0 && Double(place.y) < lines
    }
    var ranks: [Dot: Set<Int>] = [:]
    var covered = 0
    for quake in Self.quakes {
      for place in grid.places(of: quake, in: frame) {
        ranks[place, default: []].insert(rank(quake))
        guard isInArea(place) else { continue }
        covered += 1
        if kinds[place] == nil { Issue.record("\(quake.id) is not covered.") }
      }
    }
    #expect(covered > 0)
    // The visible dot is the largest in its cell. In the margin, where the last
    // cells may be truncated, it is any dot of its cell.
    let wrong = dots.filter { dot, kind in
      isInArea(dot) ? ranks[dot]?.max() != rank(kind) : ranks[dot]?.contains(rank(kind)) != true
    }
    #expect(wrong.count == 0)
  }

  @Test func `Cells grow until the dots are within the limit`() {
    let fine = Self.matches.grid(of: Self.world, columns: 1440, limit: 5_000)
    let coarse = Self.matches.grid(of: Self.world, columns: 1440, limit: 1_000)
    #expect(fine.cell == 0.25)
    #expect(fine.dots.count > 1_000)
    #expect(coarse.cell > fine.cell)
  }

  @Test func `Layers are in ascending order`() {
    let layers = Self.matches.grid(of: Self.world, columns: 360).layers
    #expect(layers.count == 20)
    #expect(layers.map { rank($0.kind) } == layers.map { rank($0.kind) }.sorted())
    #expect(Set(layers.map { rank($0.kind) }).count == layers.count)
    for layer in layers {
      #expect(layer.spots == layer.spots.sorted { ($0.y, $0.x) < ($1.y, $1.x) })
    }
  }

  /// The visible dot of two in one cell.
  @Test(
    arguments: [
      (.of("a", 1), .of("b", 2), .two, true), (.of("a", 7), .of("b", 2), .seven, true),
      (.of("a", nil), .of("b", -1), .negative, true),
      (.of("a", nil), .of("b", nil), .unknown, true),
      (.of("a", 2, type: "quarry blast"), .of("b", 2.1), .two, true),
      (.of("a", 2.1), .of("b", 2, type: "moonquake"), .two, true),
      (.of("a", 3, type: "quarry blast"), .of("b", 2), .three, false),
      (.of("a", 1, type: "explosion"), .of("b", 1, type: ""), .one, false),
    ] as [(Quake, Quake, MagnitudeClass, Bool)])
  func `Large quakes cover small ones and earthquakes other events`(
    _ one: Quake, _ other: Quake, _ magnitude: MagnitudeClass, _ isEarthquake: Bool
  ) {
    let frame = Frame(.equirectangular, left: 0, top: 30, width: 20, height: 20)
    for quakes in [[one, other], [other, one]] {
      let matches = QuakeIndex(quakes).matches(of: QuakesQuery())
      let dots = matches.grid(of: frame, columns: 20).dots
      #expect(dots.map(\.dot) == [Dot(x: 10, y: 10)])
      #expect(dots.map(\.kind.magnitude) == [magnitude])
      #expect(dots.map(\.kind.isEarthquake) == [isEarthquake])
    }
  }

  @Test(arguments: [
    (-60.0, 0), (0, 0), (3_600, 0), (3_601, 1), (86_400, 1), (86_401, 2), (604_800, 2),
    (604_801, 3),
  ])
  func `Shades follow the age`(age: Double, shade: Int) {
    let quake = Quake.of("q", time: -age)
    let grid = QuakeIndex([quake]).matches(of: QuakesQuery())
      .grid(of: Self.world, shading: .age(now: .noon))
    #expect(grid.layers.map(\.kind.shade) == [shade])
    #expect(QuakeShading.age(now: .noon).shade(of: quake) == shade)
  }

  @Test(
    arguments: [
      (-3, 0), (34.9, 0), (35, 1), (70, 2), (150, 3), (300, 4), (499, 4), (500, 5), (700, 5),
      (nil, 6),
    ] as [(Double?, Int)])
  func `Shades follow the depth`(depth: Double?, shade: Int) {
    let quake = Quake.of("q", depth: depth)
    let grid = QuakeIndex([quake]).matches(of: QuakesQuery()).grid(of: Self.world, shading: .depth)
    #expect(grid.layers.map(\.kind.shade) == [shade])
  }

  @Test func `Larger dots cover newer ones, and newer dots others of their size`() {
    let frame = Frame(.equirectangular, left: 0, top: 30, width: 20, height: 20)
    for (old, new, magnitude, shade) in [(5.0, 4.0, 5, 3), (5, 5, 5, 0), (4, 5, 5, 0)] {
      let quakes: [Quake] = [
        .of("old", old, time: -1e6), .of("new", new, time: 0),
      ]
      let dots = QuakeIndex(quakes).matches(of: QuakesQuery())
        .grid(of: frame, columns: 20, shading: .age(now: .noon)).dots
      #expect(dots.map(\.kind.magnitude.rawValue) == [magnitude])
      #expect(dots.map(\.kind.shade) == [shade])
    }
  }

  /// Dots at one edge of the world are repeated at the other one, so that they
  /// are complete.
  @Test(
    arguments: [
      (-179.9, -180, [0, 1440]), (179.9, -180, [-1, 1439]), (180, -180, [0, 1440]),
      (0.1, 0, [0, 1440]), (-0.1, 0, [-1, 1439]), (150.1, 150, [0, 1440]), (0, -180, [720]),
    ] as [(Double, Double, [Int32])])
  func `Dots at the edge of the world are repeated`(
    _ longitude: Double, _ west: Double, _ columns: [Int32]
  ) {
    let matches = QuakeIndex([.of("q", longitude: longitude, latitude: 10.1)])
      .matches(of: QuakesQuery())
    let frame = Frame(.equirectangular, left: west, top: 90, width: 360, height: 180)
    let dots = matches.grid(of: frame).dots.map(\.dot)
    #expect(dots.map(\.x) == columns)
    #expect(dots.allSatisfy { $0.y == 319 })
  }

  @Test func `Dots near the frame are included and others are not`() {
    let frame = Frame(.equirectangular, left: 0, top: 10, width: 10, height: 10)
    let places = [(5.0, 5.0), (-0.005, 5), (10.005, 5), (5, 10.005), (5, -0.005), (30, 5), (5, 40)]
    let dots = places.map { longitude, latitude in
      QuakeIndex([.of("q", longitude: longitude, latitude: latitude)])
        .matches(of: QuakesQuery()).grid(of: frame).dots.count
    }
    #expect(dots == [1, 1, 1, 1, 1, 0, 0])
  }

  @Test func `An empty result has no layers`() {
    let grid = QuakeIndex([]).matches(of: QuakesQuery()).grid(of: Self.world)
    #expect(grid.layers.isEmpty)
    #expect(grid == QuakeIndex([]).matches(of: QuakesQuery()).grid(of: Self.world))
    #expect(grid != Self.matches.grid(of: Self.world))
  }
}
