import Geography
import QuakesData

/// The picture of an event for link previews: a map of its surroundings, with a
/// mark whose size shows the magnitude.
struct EventPicture {
  /// The size that link previews recommend, in pixels.
  ///
  /// https://ogp.me
  static let width = 1_200
  static let height = 630

  /// The size of the surroundings in degrees.
  private static let degrees = 48.0
  private static let unit = degrees / Double(width)

  /// The colours from sea to land, then those of the mark and its halo.
  private static let palette: [PNGImage.Colour] =
    (0..<16).map { shade in
      func mix(_ sea: Int, _ land: Int) -> UInt8 { UInt8(sea + (land - sea) * shade / 15) }
      return .init(red: mix(203, 245), green: mix(223, 242), blue: mix(232, 232))
    } + [
      .init(red: 176, green: 31, blue: 34), .init(red: 255, green: 255, blue: 255),
      .init(red: 226, green: 160, blue: 152),
    ]
  private static let mark: UInt8 = 16
  private static let halo: UInt8 = 17
  private static let wave: UInt8 = 18

  let longitude: Double
  let latitude: Double
  let magnitude: Double

  init(_ quake: Quake) {
    longitude = quake.longitude
    latitude = quake.latitude
    magnitude = quake.magnitude
  }

  /// Draws the picture.
  ///
  /// - Throws: `PNGImage.CompressionError` if memory is exhausted.
  func encoded() throws(PNGImage.CompressionError) -> [UInt8] {
    let height = Double(Self.height) * Self.unit
    let north = min(max(latitude + height / 2, height - 90), 90)
    let west = longitude - Self.degrees / 2
    let area = Outlines.Area(
      west: west < -180 ? west + 360 : west, north: north, width: Self.degrees, height: height)
    var shades = ShadeRaster(width: Self.width, height: Self.height)
    for ring in Outlines.rings(of: .mediumLand, in: area) {
      shades.fill(
        ring.map {
          (x: ($0.longitude - area.west) / Self.unit, y: (area.north - $0.latitude) / Self.unit)
        })
    }
    var pixels = shades.pixels(levels: 16)
    let centre = (x: Double(Self.width) / 2, y: (north - latitude) / Self.unit)
    let radius = 8 + 5 * max(magnitude, 0)
    draw(ring: radius * 2.6, radius * 2.6 - 4, Self.wave, around: centre, on: &pixels)
    draw(ring: radius * 1.8, radius * 1.8 - 4, Self.wave, around: centre, on: &pixels)
    draw(ring: radius + 4, 0, Self.halo, around: centre, on: &pixels)
    draw(ring: radius, 0, Self.mark, around: centre, on: &pixels)
    return try PNGImage(
      width: Self.width, height: Self.height, palette: Self.palette, pixels: pixels
    ).encoded()
  }

  private func draw(
    ring outer: Double, _ inner: Double, _ colour: UInt8, around centre: (x: Double, y: Double),
    on pixels: inout [UInt8]
  ) {
    let top = max(0, Int(centre.y - outer))
    let bottom = min(Self.height, Int(centre.y + outer) + 2)
    let left = max(0, Int(centre.x - outer))
    let right = min(Self.width, Int(centre.x + outer) + 2)
    for line in top..<max(top, bottom) {
      for column in left..<max(left, right) {
        let (x, y) = (Double(column) + 0.5 - centre.x, Double(line) + 0.5 - centre.y)
        let square = x * x + y * y
        if square <= outer * outer, square >= inner * inner {
          pixels[line * Self.width + column] = colour
        }
      }
    }
  }
}
