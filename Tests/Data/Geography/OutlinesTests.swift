import Testing

@testable import Geography

/// A path of relative moves as its shapes in units: lines and rings.
private func shapes(_ path: String) -> [[(x: Int, y: Int)]] {
  var shapes: [[(x: Int, y: Int)]] = []
  var (x, y) = (0, 0)
  for match in path.matches(of: #/m([^mz]*)/#) {
    let numbers = match.1.matches(of: #/-?\d+/#).compactMap { Int($0.0) }
    var shape: [(x: Int, y: Int)] = []
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      (x, y) = (x + numbers[index], y + numbers[index + 1])
      shape.append((x, y))
    }
    if let first = shape.first, match.range.upperBound < path.endIndex,
      path[match.range.upperBound] == "z"
    {
      (x, y) = first
    }
    shapes.append(shape)
  }
  return shapes
}

/// True if a place is within the shapes, by the even-odd rule.
private func contains(_ shapes: [[(x: Int, y: Int)]], x: Double, y: Double) -> Bool {
  var isInside = false
  for shape in shapes {
    for (index, end) in shape.enumerated() {
      let start = shape[index == 0 ? shape.count - 1 : index - 1]
      let (from, to) = (Double(start.y), Double(end.y))
      guard (from > y) != (to > y) else { continue }
      let crossing =
        Double(start.x) + (y - from) / (to - from) * Double(end.x - start.x)
      if crossing > x { isInside.toggle() }
    }
  }
  return isInside
}

@Suite struct OutlinesTests {
  private static let world = Projection.Frame(
    .equirectangular, left: -180, top: 90, width: 360, height: 180)

  private static let places = [
    ("Sahara", 15.0, 20.0, true), ("Australia", 134, -24, true), ("Brazil", -55, -10, true),
    ("Antarctica", 60, -80, true), ("Pacific", -140, 5, false), ("Atlantic", -35, 28, false),
    ("Indian Ocean", 80, -30, false), ("Caspian Sea", 51, 42, false),
  ]

  @Test(arguments: [Outlines.Layer.coarseLand, .mediumLand, .fineLand])
  func `Land is where it is`(layer: Outlines.Layer) {
    let shapes = shapes(Outlines.path(of: layer, in: Self.world, unit: 0.25, least: 20))
    for (name, longitude, latitude, isLand) in Self.places {
      #expect(
        contains(shapes, x: (longitude + 180) * 4 + 0.1, y: (90 - latitude) * 4 + 0.1) == isLand,
        "\(name)")
    }
  }

  @Test(
    arguments: Outlines.Layer.allCases,
    [
      Projection.Frame(.equirectangular, left: -25, top: 72, width: 60, height: 30),
      .init(.equirectangular, left: 150, top: 10, width: 64, height: 60),
      .init(.equirectangular, left: 95, top: 20, width: 8, height: 4),
      .init(.equalEarth, left: 100, top: 80, width: 80, height: 40),
      .init(.northPole, left: -20, top: 30, width: 80, height: 40),
    ])
  func `A layer stays within the frame`(layer: Outlines.Layer, frame: Projection.Frame) {
    let unit = frame.width / 1_000
    let shapes = shapes(Outlines.path(of: layer, in: frame, unit: unit))
    for point in shapes.joined() {
      #expect((0...1_000).contains(point.x))
      #expect(point.y >= 0 && Double(point.y) <= (frame.height / unit).rounded())
    }
  }

  @Test func `An area continues beyond the date line`() {
    let frame = Projection.Frame(.equirectangular, left: 170, top: 75, width: 30, height: 20)
    let shapes = shapes(Outlines.path(of: .mediumLand, in: frame, unit: 0.05))
    // Chukotka is on both sides of it.
    for longitude in [175.0, 179, 181, 183] {
      #expect(contains(shapes, x: (longitude - 170) * 20, y: (75 - 67.5) * 20), "\(longitude)")
    }
  }

  @Test(arguments: Projection.allCases.dropFirst(), [Outlines.Layer.coarseLand, .mediumLand])
  func `Land is where it is in every projection`(projection: Projection, layer: Outlines.Layer) {
    let frame = Projection.Frame(projection, left: -180, top: 90, width: 360, height: 180)
    let shapes = shapes(Outlines.path(of: layer, in: frame, unit: 0.25, least: 20))
    for (name, longitude, latitude, isLand) in Self.places {
      guard let (x, y) = projection.point(longitude: longitude, latitude: latitude) else {
        continue
      }
      let isFound = contains(shapes, x: (x + 180) * 4 + 0.1, y: (90 - y) * 4 + 0.1)
      #expect(isFound == isLand, "\(name)")
    }
  }

  @Test func `Coarser units lead to fewer points`() {
    let frame = Projection.Frame(.equirectangular, left: 5, top: 72, width: 20, height: 15)
    let counts = [0.02, 0.5].map { unit in
      shapes(Outlines.path(of: .fineLand, in: frame, unit: unit)).joined().count
    }
    #expect(counts[0] > 20 * counts[1])
  }

  @Test func `Every layer has shapes, relative to each other`() {
    for layer in Outlines.Layer.allCases {
      let path = Outlines.path(of: layer, in: Self.world, unit: 0.25, least: 20)
      #expect(path.wholeMatch(of: #/(m-?\d+[ -][-\d ]+z?)+/#) != nil, "\(layer)")
    }
    #expect(Outlines.version.count == 16)
  }

  @Test(
    arguments: [
      ([(-5.0, 0.0), (5, 0), (15, 0)], [[(0.0, 0.0), (5, 0), (10, 0)]]),
      (
        [(-5, 5), (5, 5), (5, 15), (8, 15), (8, 5)],
        [[(0, 5), (5, 5), (5, 10)], [(8, 10), (8, 5)]]
      ),
      ([(-5, -5), (-1, 20)], []),
      ([(-5, 5), (5, -5)], []),
      ([(1, 1), (2, 2)], [[(1, 1), (2, 2)]]),
    ] as [([(Double, Double)], [[(Double, Double)]])])
  func `Lines are clipped into pieces`(
    line: [(Double, Double)], pieces: [[(Double, Double)]]
  ) {
    let frame = OutlineFrame(area: .init(west: 0, north: 10, width: 10, height: 10))
    let clipped = frame.clipped(line: line.map { .init(longitude: $0.0, latitude: $0.1) })
    #expect(
      clipped == pieces.map { $0.map { .init(longitude: $0.0, latitude: $0.1) } })
  }

  @Test(
    arguments: [
      ([(-5.0, -5.0), (15, -5), (15, 15), (-5, 15)], 100.0),
      ([(2, 2), (4, 2), (4, 4), (2, 4)], 4),
      ([(-5, 2), (5, 2), (5, 4), (-5, 4)], 10),
      ([(20, 2), (30, 2), (30, 4)], 0),
      ([], 0),
    ] as [([(Double, Double)], Double)])
  func `Rings keep their area within the frame`(ring: [(Double, Double)], area: Double) {
    let frame = OutlineFrame(area: .init(west: 0, north: 10, width: 10, height: 10))
    let clipped = frame.clipped(ring: ring.map { .init(longitude: $0.0, latitude: $0.1) })
    let doubled = zip(clipped, clipped.dropFirst() + clipped.prefix(1)).reduce(0) {
      $0 + $1.0.longitude * $1.1.latitude - $1.1.longitude * $1.0.latitude
    }
    #expect(abs(doubled) / 2 == area)
  }

  @Test func `A damaged file has fewer shapes and stops nothing`() {
    let bytes: [UInt8] =
      Array("FGMAP\0\0\0".utf8) + [UInt8](repeating: 1, count: 8)
      + [1, 0, 0, 0] + [28, 0, 0, 0, 255, 255, 255, 127]
      + [UInt8](repeating: 0, count: 16) + [50, 0, 0, 0, 255, 255, 255, 127, 2, 2, 255]
    for count in 0...bytes.count {
      bytes.withUnsafeBytes { buffer in
        let file = OutlineFile(bytes: UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        for layer in Outlines.Layer.allCases {
          file.forEachShape(of: layer) { #expect($0.points.count <= 1) }
        }
      }
    }
  }
}
