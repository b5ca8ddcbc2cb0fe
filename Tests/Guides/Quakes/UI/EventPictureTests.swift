import Foundation
import QuakesData
import Testing

@testable import QuakesUI

/// Pictures of events for link previews.
@Suite struct EventPictureTests {
  private static func picture(_ longitude: Double, _ latitude: Double) throws -> [UInt8] {
    let time = Date(timeIntervalSince1970: 0)
    return try EventPicture(
      Quake(
        quakeId: "q", magnitude: 7.4, time: time, updated: time, name: "",
        longitude: longitude, latitude: latitude)
    ).encoded()
  }

  @Test(arguments: [(180.0, 90.0), (-179.9, 51)])
  func `A picture is a PNG of the usual size`(longitude: Double, latitude: Double) throws {
    let bytes = try Self.picture(longitude, latitude)
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // The width and the height, 8 bits, a palette.
    #expect(bytes[16..<26] == [0, 0, 4, 176, 0, 0, 2, 118, 8, 3])
    #expect(bytes.suffix(12).prefix(8) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44])
    #expect(bytes.count < 60_000)
  }

  @Test(
    arguments: [
      // A square of two by two pixels, and one of half a pixel.
      (
        [(1.0, 1.0), (3, 1), (3, 3), (1, 3)], [0, 0, 0, 0, 0, 15, 15, 0, 0, 15, 15, 0, 0, 0, 0, 0]
      ),
      (
        [(0.0, 0.0), (0.5, 0), (0.5, 1), (0, 1)], [8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      ),
      // A part of it is outside.
      (
        [(-5.0, -5.0), (1, -5), (1, 1), (-5, 1)], [15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      ),
    ] as [([(Double, Double)], [UInt8])])
  func `Shapes cover pixels by their share`(
    ring: [(x: Double, y: Double)], pixels: [UInt8]
  ) {
    var raster = ShadeRaster(width: 4, height: 4)
    raster.fill(ring)
    #expect(raster.pixels(levels: 16) == pixels)
  }
}
