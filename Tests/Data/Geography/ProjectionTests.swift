import Foundation
import Geography
import Testing

@Suite struct ProjectionTests {
  /// Places and their points, from PROJ 9.5 (`eqearth` and `laea`), in units of the plane.
  private static let points: [(Projection, (Double, Double), (x: Double, y: Double)?)] = [
    (.equirectangular, (139.7, 35.7), (139.7, 35.7)),
    (.equalEarth, (150, 0), (0, 0)),
    (.equalEarth, (139.7, 35.7), (-9.3626, 46.4217)),
    (.equalEarth, (-122.4, 37.8), (78.6828, 48.9301)),
    (.equalEarth, (-29, 10), (-177.6995, 13.4365)),
    (.equalEarth, (180, -60), (22.6007, -72.3757)),
    (.equalEarth, (-180, -60), (22.6007, -72.3757)),
    (.equalEarth, (150, 90), (0, 87.609)),
    (.equalEarth, (12, -90), (-81.7604, -87.609)),
    (.equalEarthAtlantic, (139.7, 35.7), (126.9859, 46.4217)),
    (.equalEarthAtlantic, (-122.4, 37.8), (-109.9403, 48.9301)),
    (.equalEarthAtlantic, (-179, 10), (-177.6995, 13.4365)),
    (.equalEarthAtlantic, (180, -60), (135.6043, -72.3757)),
    (.northPole, (0, 90), (0, 0)),
    (.northPole, (0, 0), (0, -90)),
    (.northPole, (90, 45), (48.7076, 0)),
    (.northPole, (139.7, 35.7), (37.5657, 44.296)),
    (.northPole, (180, 66), (0, 26.4628)),
    (.northPole, (-180, 66), (0, 26.4628)),
    (.northPole, (10, -1), nil),
    (.southPole, (0, -90), (0, 0)),
    (.southPole, (0, 0), (0, 90)),
    (.southPole, (90, -45), (48.7076, 0)),
    (.southPole, (174.8, -41.3), (4.7563, -52.2625)),
    (.southPole, (180, -66), (0, -26.4628)),
    (.southPole, (10, 1), nil),
  ]

  @Test(arguments: points) func `A place has its point`(
    projection: Projection, place: (longitude: Double, latitude: Double),
    expected: (x: Double, y: Double)?
  ) {
    let point = projection.point(longitude: place.longitude, latitude: place.latitude)
    #expect((point == nil) == (expected == nil))
    guard let point, let expected else { return }
    #expect(abs(point.x - expected.x) < 1e-4)
    #expect(abs(point.y - expected.y) < 1e-4)
  }

  /// The smallest cell of a map has a thousandth of a unit.
  @Test(arguments: Projection.allCases) func `A dot is at the point of its place`(
    projection: Projection
  ) {
    var farthest = 0.0
    for longitude in stride(from: -540.0, through: 540, by: 7.13) {
      for latitude in stride(from: -90.0, through: 90, by: 1.31) {
        let point = projection.point(longitude: longitude, latitude: latitude)
        let dot = projection.dot(longitude: longitude, latitude: latitude)
        if let point, let dot {
          farthest = max(farthest, abs(point.x - dot.x), abs(point.y - dot.y))
        } else {
          #expect(point == nil && dot == nil)
        }
      }
    }
    #expect(farthest < 1e-8)
  }

  @Test func `Curves end at their ends`() {
    #expect(Curve.angle(.nan) == Curve.angle(-180))
    #expect(Curve.angle(-.infinity) == Curve.angle(-180))
    #expect(Curve.angle(.infinity) == Curve.angle(180))
  }

  @Test(arguments: points) func `A point has its place`(
    projection: Projection, expected: (longitude: Double, latitude: Double),
    point: (x: Double, y: Double)?
  ) throws {
    guard let point else { return }
    let place = try #require(projection.place(x: point.x, y: point.y))
    // Parallels are close to each other at the poles of Equal Earth.
    let tolerance = abs(expected.latitude) < 89 ? 0.01 : 0.1
    #expect(abs(place.latitude - expected.latitude) < tolerance)
    // A pole has any longitude.
    guard abs(expected.latitude) < 89 else { return }
    let difference = (place.longitude - expected.longitude).remainder(dividingBy: 360)
    #expect(abs(difference) < 0.01)
  }

  @Test(arguments: [
    (Projection.equirectangular, 0.0, 91.0), (.equalEarth, 0, 88), (.equalEarth, 150, 80),
    (.equalEarthAtlantic, 0, -90), (.northPole, 64, 64), (.southPole, -91, 0),
  ])
  func `A point outside the globe has no place`(projection: Projection, x: Double, y: Double) {
    #expect(projection.place(x: x, y: y) == nil)
  }

  @Test(arguments: Projection.allCases.dropFirst()) func `An area contains all places of its frame`(
    projection: Projection
  ) {
    for (left, top, width) in [
      (-180.0, 90.0, 360.0), (-20, 10, 40), (-5, 2.5, 10), (120, 60, 60), (-150, -30, 30),
      (40, 80, 8),
    ] {
      let frame = Projection.Frame(
        projection, left: left, top: top, width: width, height: width / 2)
      let area = frame.area
      for x in stride(from: left, through: left + width, by: width / 97) {
        for y in stride(from: top - width / 2, through: top, by: width / 97) {
          guard let place = projection.place(x: x, y: y) else { continue }
          let east = place.longitude - area.west
          let latitudes = area.north - area.height...area.north
          #expect(latitudes.contains(place.latitude), "\(x) \(y)")
          #expect(east - 360 * (east / 360).rounded(.down) <= area.width + 1e-9, "\(x) \(y)")
        }
      }
    }
  }
}
