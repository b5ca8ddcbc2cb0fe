import Foundation
import Geography
import QuakesData
import Testing

@testable import QuakesUI

@Suite struct CameraTests {
  @Test(arguments: [("0,0", 300.0), ("64,-18", 300), ("85,170", 300), ("35.7,139.7", 5_000)])
  func `The view of a vicinity contains its circle`(text: String, radius: Double) throws {
    var near = try #require(Vicinity(text))
    near.radius = radius
    let area = Camera.showing(near).frame
    let degrees = radius / 111.2
    #expect(area.top >= min(near.latitude + degrees, 90))
    #expect(area.top - area.height <= max(near.latitude - degrees, -90))
    let reach = degrees / max(0.2, cos(near.latitude * .pi / 180))
    #expect(area.width >= min(2 * reach, 360))
  }

  @Test(arguments: [
    ((150.0, 0.0, 360.0), (150.0, 0.0, 360.0)),
    ((150, 5, 360), (150, 0, 360)),
    ((150, -60, 360), (150, 0, 360)),
    ((150, 60, 180), (150, 45, 180)),
    ((190, 0, 40), (-170, 0, 40)),
    ((-190, 0, 40), (170, 0, 40)),
    ((540, 0, 40), (-180, 0, 40)),
    ((0, -90, 48), (0, -78, 48)),
    ((0, 0, 1), (0, 0, 2)),
    ((0, 0, 720), (0, 0, 360)),
    ((1.23456, 6.54321, 9.87654), (1.23, 6.54, 9.88)),
  ])
  func `A camera is clamped to the map`(
    requested: (Double, Double, Double), actual: (Double, Double, Double)
  ) {
    let camera = Camera(longitude: requested.0, latitude: requested.1, width: requested.2)
    #expect(camera.x == actual.0)
    #expect(camera.y == actual.1)
    #expect(camera.width == actual.2)
  }

  @Test(
    arguments: [
      (nil, 180.0, 0.0), (180, 180, 0), (90, 90, 45), (1_000, 180, 0), (0, 1, 80),
    ] as [(Double?, Double, Double)])
  func `A camera may have its own height`(requested: Double?, height: Double, latitude: Double) {
    let camera = Camera(longitude: 150, latitude: 80, width: 360, height: requested)
    #expect(camera.height == height)
    #expect(camera.y == latitude)
    #expect(camera.hasOwnHeight == (height != 180))
    #expect(camera.isWorld == (height == 180))
  }

  @Test(arguments: [
    (Camera(longitude: 180, latitude: 0, width: 40), -20.0 + 180, -160.0),
    (Camera(longitude: -175, latitude: 0, width: 40), 165, -155),
    (Camera(longitude: 20, latitude: 0, width: 40), 0, 40),
  ])
  func `The box of a camera matches its area`(camera: Camera, west: Double, east: Double) {
    #expect(camera.box.west == west)
    #expect(camera.box.east == east)
    #expect(camera.box.south == -camera.box.north)
  }

  @Test func `The whole world has no bounds on longitudes`() {
    for camera in [Camera.world, .atlantic] {
      #expect(camera.box == .init(west: -180, south: -90, east: 180, north: 90))
      #expect(camera.frame.height == 180)
    }
  }

  /// The box of the camera contains exactly the quakes in the frame.
  @Test(
    arguments: [2, 2.01, 9.87, 33.33, 90, 180, 250.5, 359.99, 360], [-90.0, -41.37, 0, 17.5, 90])
  func `The box contains exactly the frame`(width: Double, latitude: Double) {
    for longitude in [-180, -179.99, -0.01, 0, 12.34, 150, 179.99] {
      let camera = Camera(longitude: longitude, latitude: latitude, width: width)
      let (area, box) = (camera.frame, camera.box)
      #expect(abs(area.top - box.north) < 1e-9)
      #expect(abs(area.top - area.height - box.south) < 1e-9)
      #expect(box.north <= 90 && box.south >= -90)
      guard !camera.isWorld else { continue }
      let west = (area.left - box.west).remainder(dividingBy: 360)
      let east = (area.left + area.width - box.east).remainder(dividingBy: 360)
      #expect(abs(west) < 1e-9 && abs(east) < 1e-9)
    }
  }

  @Test(arguments: [
    QuakesQuery.Box(west: 0, south: 0, east: 40, north: 10),
    .init(west: 170, south: -30, east: -170, north: -20),
    .init(west: 10, south: 10, east: 10, north: 10),
    .init(west: -60, south: -60, east: -50, north: 60),
  ])
  func `A camera fits all results`(box: QuakesQuery.Box) {
    let camera = Camera.fitting(box)
    let area = camera.frame
    #expect(area.top >= box.north)
    #expect(area.top - area.height <= box.south)
    let span = box.west <= box.east ? box.east - box.west : box.east - box.west + 360
    let offset = box.west - area.left
    let start = offset - 360 * (offset / 360).rounded(.down)
    #expect(start + span <= area.width)
  }

  @Test(
    arguments: [
      (.northPole, 180, 0, 40, nil), (.northPole, 0, 89, 2, nil),
      (.equalEarth, 139.7, 35.7, 30, 44),
      (.equalEarthAtlantic, -179.5, -20, 10, nil), (.southPole, 20, -40, 60, nil),
    ] as [(Projection, Double, Double, Double, Double?)])
  func `Another projection keeps the place in the middle`(
    projection: Projection, longitude: Double, latitude: Double, width: Double, height: Double?
  ) throws {
    let camera = Camera(longitude: longitude, latitude: latitude, width: width, height: height)
    let converted = camera.converted(to: projection)
    #expect(converted.projection == projection)
    #expect(converted.width == width)
    #expect(converted.height == camera.height)
    let middle = try #require(converted.position(longitude: longitude, latitude: latitude))
    // At the edges of the plane, the place is within the frame.
    let reach = width / 2 + 0.01
    #expect(abs(middle.x - 180 - converted.x) <= reach)
    #expect(abs(90 - middle.y - converted.y) <= reach)
  }

  @Test(arguments: Projection.allCases) func `Places elsewhere lead to the whole plane`(
    projection: Projection
  ) {
    #expect(Camera.world.converted(to: projection) == .world(in: projection))
    let isElsewhere = projection == .southPole
    let north = Camera(longitude: 0, latitude: 60, width: 20)
    #expect((north.converted(to: projection) == .world(in: projection)) == isElsewhere)
  }

  @Test(arguments: Projection.allCases) func `Positions are those within the frame`(
    projection: Projection
  ) throws {
    let camera = Camera(projection, x: 20, y: 30, width: 40)
    let frame = camera.frame
    for longitude in stride(from: -180.0, through: 180, by: 7.5) {
      for latitude in stride(from: -90.0, through: 90, by: 7.5) {
        let point = projection.point(longitude: longitude, latitude: latitude)
        let isWithin = point.map { abs($0.x - 20) <= 20 && abs($0.y - 30) <= 10 } ?? false
        let position = camera.position(longitude: longitude, latitude: latitude)
        #expect((position != nil) == isWithin, "\(longitude) \(latitude)")
        guard let position, let point else { continue }
        #expect(position == (point.x + 180, 90 - point.y))
        let fractions = camera.fractions(of: position)
        #expect(abs(fractions.x - (point.x - frame.left) / 40) < 1e-9)
        #expect(abs(fractions.y - (frame.top - point.y) / 20) < 1e-9)
      }
    }
  }

  @Test func `A camera moves and zooms`() {
    let camera = Camera(longitude: 170, latitude: 10, width: 40)
    #expect(camera.moved(right: 0.5) == Camera(longitude: -170, latitude: 10, width: 40))
    #expect(camera.moved(up: 0.5).y > 10)
    #expect(camera.zoomed(by: 2) == Camera(longitude: 170, latitude: 10, width: 20))
    #expect(camera.zoomed(by: 0.5).width == 80)
    // The shape stays, and nothing is closer than two degrees.
    let tall = Camera(longitude: 170, latitude: 10, width: 3, height: 6)
    #expect(tall.zoomed(by: 2) == Camera(longitude: 170, latitude: 10, width: 2, height: 4))
    #expect(tall.moved(up: 0.5) == Camera(longitude: 170, latitude: 13, width: 3, height: 6))
    #expect(Camera.world.zoomed(by: 0.5) == .world)
  }
}
