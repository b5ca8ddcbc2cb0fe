import Foundation
import QuakesData
import Testing

@testable import QuakesUI

/// Pictures of events for link previews.
@Suite struct EventPictureTests {
  private static func picture(
    _ name: String, _ longitude: Double, _ latitude: Double
  ) -> EventPicture {
    EventPicture(
      quake: .example("q", 7.4, name: name, longitude: longitude, latitude: latitude, felt: 30))
  }

  @Test(arguments: [
    ("", 180.0, 90.0), ("299 km SW of Adak, Alaska", -179.9, 51), ("日本", 139, 36),
    (String(repeating: "Donaudampfschifffahrt ", count: 40), 94, 0.6),
  ])
  func `A picture is a PNG of the usual size`(
    name: String, longitude: Double, latitude: Double
  ) throws {
    let bytes = try Self.picture(name, longitude, latitude).encoded()
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // The width and the height, 8 bits, three colours.
    #expect(bytes[16..<26] == [0, 0, 4, 176, 0, 0, 2, 118, 8, 2])
    #expect(bytes.suffix(12).prefix(8) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44])
    #expect(bytes.count < 120_000)
  }

  @Test(arguments: [
    (0.0, 90.0), (-120, -90), (10, 87.6), (179.9, -75), (-179.9, 66), (25, -65.9), (180, 0),
  ])
  func `The event is in the middle of the map`(_ longitude: Double, _ latitude: Double) throws {
    let camera = Self.picture("", longitude, latitude).camera
    let position = try #require(camera.position(longitude: longitude, latitude: latitude))
    let (x, y) = camera.fractions(of: position)
    #expect(abs(x - 0.5) < 0.001 && abs(y - 0.5) < 0.001)
  }

  @Test func `The version changes with the event`() {
    func version(updated: Double) -> String {
      EventPicture.version(of: .example(updated: Date(timeIntervalSince1970: updated)))
    }
    #expect(version(updated: 0) == version(updated: 0))
    #expect(version(updated: 0) != version(updated: 5))
  }

  @Test(arguments: [
    ("Pāhala, Hawaii", 100.0, ["Pāhala,", "Hawaii"]), ("One", 1, ["One"]), ("", 100, []),
    ("a b c", 1_000, ["a b c"]),
  ])
  func `Lines are broken between words`(text: String, width: Double, lines: [String]) {
    #expect(Typeface.bold.lines(of: text, size: 20, width: width) == lines)
    #expect(Typeface.bold.hasAll(of: text))
    #expect(!Typeface.bold.hasAll(of: text + "日"))
  }

  /// The widths of the font, and the holes of its letters.
  @Test func `Letters are those of the font`() {
    #expect(abs(Typeface.regular.width(of: "Wo", size: 100) - 160.1) < 1e-9)
    let letter = Typeface.regular.outlines(of: "o", size: 100, at: (0, 0))
    #expect(letter.count == 2)
    var raster = ShadeRaster(width: 62, height: 80)
    raster.fill(letter.map { $0.map { ($0.x, $0.y + 70) } })
    #expect(raster[30, 42] == 0)
    #expect(raster[8, 42] == 1)
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
      // A corner is on a sampled line.
      (
        [(0.0, 0.0), (4, 0), (4, 4), (0, 4), (0, 2.125)],
        [UInt8](repeating: 15, count: 16)
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
    raster.fill([ring])
    let covered = (0..<16).map { UInt8(raster[$0 % 4, $0 / 4] * 15 + 0.5) }
    #expect(covered == pixels)
  }

  /// Up to the edge of the raster.
  @Test func `A border is two pixels wide`() {
    var raster = ShadeRaster(width: 6, height: 5)
    raster.fill([[(1, 2), (2, 2), (2, 3), (1, 3)]])
    let wide = raster.widened()
    let lines = (0..<5).map { row in
      (0..<6).map { wide[$0, row] == 1 ? "#" : "." }.joined()
    }
    #expect(lines == ["###...", "####..", "####..", "####..", "###..."])
    #expect(raster[0, 2] == 0)
  }
}
