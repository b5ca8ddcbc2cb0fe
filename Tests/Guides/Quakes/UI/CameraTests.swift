import Foundation
import QuakesData
import Testing

@testable import QuakesUI

@Suite struct CameraTests {
  @Test(arguments: [("0,0", 300.0), ("64,-18", 300), ("85,170", 300), ("35.7,139.7", 5_000)])
  func `The view of a vicinity contains its circle`(text: String, radius: Double) throws {
    var near = try #require(Vicinity(text))
    near.radius = radius
    let area = Camera.showing(near).area
    let degrees = radius / 111.2
    #expect(area.north >= min(near.latitude + degrees, 90))
    #expect(area.north - area.height <= max(near.latitude - degrees, -90))
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
    #expect(camera.longitude == actual.0)
    #expect(camera.latitude == actual.1)
    #expect(camera.width == actual.2)
  }

  @Test(
    arguments: [
      (nil, 180.0, 0.0), (180, 180, 0), (90, 90, 45), (1_000, 180, 0), (0, 1, 80),
    ] as [(Double?, Double, Double)])
  func `A camera may have its own height`(requested: Double?, height: Double, latitude: Double) {
    let camera = Camera(longitude: 150, latitude: 80, width: 360, height: requested)
    #expect(camera.height == height)
    #expect(camera.latitude == latitude)
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
      #expect(camera.area.height == 180)
    }
  }

  /// The box of the camera contains exactly the quakes in the frame.
  @Test(
    arguments: [2, 2.01, 9.87, 33.33, 90, 180, 250.5, 359.99, 360], [-90.0, -41.37, 0, 17.5, 90])
  func `The box contains exactly the frame`(width: Double, latitude: Double) {
    for longitude in [-180, -179.99, -0.01, 0, 12.34, 150, 179.99] {
      let camera = Camera(longitude: longitude, latitude: latitude, width: width)
      let (area, box) = (camera.area, camera.box)
      #expect(abs(area.north - box.north) < 1e-9)
      #expect(abs(area.north - area.height - box.south) < 1e-9)
      #expect(box.north <= 90 && box.south >= -90)
      guard !camera.isWorld else { continue }
      let west = (area.west - box.west).remainder(dividingBy: 360)
      let east = (area.west + area.width - box.east).remainder(dividingBy: 360)
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
    let area = camera.area
    #expect(area.north >= box.north)
    #expect(area.north - area.height <= box.south)
    let span = box.west <= box.east ? box.east - box.west : box.east - box.west + 360
    let offset = box.west - area.west
    let start = offset - 360 * (offset / 360).rounded(.down)
    #expect(start + span <= area.width)
  }

  @Test func `A camera moves and zooms`() {
    let camera = Camera(longitude: 170, latitude: 10, width: 40)
    #expect(camera.moved(east: 0.5) == Camera(longitude: -170, latitude: 10, width: 40))
    #expect(camera.moved(north: 0.5).latitude > 10)
    #expect(camera.zoomed(by: 2) == Camera(longitude: 170, latitude: 10, width: 20))
    #expect(camera.zoomed(by: 0.5).width == 80)
    // The shape stays, and nothing is closer than two degrees.
    let tall = Camera(longitude: 170, latitude: 10, width: 3, height: 6)
    #expect(tall.zoomed(by: 2) == Camera(longitude: 170, latitude: 10, width: 2, height: 4))
    #expect(tall.moved(north: 0.5) == Camera(longitude: 170, latitude: 13, width: 3, height: 6))
    #expect(Camera.world.zoomed(by: 0.5) == .world)
  }
}
