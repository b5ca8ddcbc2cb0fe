import Foundation
import Geography
import Look
import QuakesData

/// The picture of an event for link previews: its magnitude, its name and its time beside a
/// map of its surroundings with names.
struct EventPicture {
  /// The size that link previews recommend, in pixels.
  ///
  /// https://ogp.me
  static let width = 1_200
  static let height = 630

  /// The left edge of the map.
  private static let left = 500

  private static let paper = PNGImage.Colour(red: 251, green: 249, blue: 246)
  private static let ink = PNGImage.Colour(red: 33, green: 30, blue: 26)
  private static let grey = PNGImage.Colour(red: 92, green: 86, blue: 78)
  private static let sea = PNGImage.Colour(red: 203, green: 223, blue: 232)
  private static let land = PNGImage.Colour(red: 245, green: 242, blue: 232)
  private static let wave = PNGImage.Colour(red: 226, green: 160, blue: 152)
  private static let white = PNGImage.Colour(red: 255, green: 255, blue: 255)

  let quake: Quake

  /// Returns the name of a picture among those of its event: the number of the drawing and
  /// the version of the event.
  static func version(of quake: Quake) -> String {
    "5-\(QuakeRow.milliseconds(quake.updated))"
  }

  /// Draws the picture.
  ///
  /// - Throws: `PNGImage.CompressionError` if memory is exhausted.
  func encoded() throws(PNGImage.CompressionError) -> [UInt8] {
    var image = PNGImage(width: Self.width, height: Self.height, colour: Self.sea)
    drawMap(on: &image)
    image.fill(0..<Self.left, 0..<Self.height, Self.paper)
    drawWords(on: &image)
    return try image.encoded()
  }

  /// The view of the map, with the event in the middle. Near the poles, where meridians meet,
  /// it is not rectangular.
  var camera: Camera {
    let projection: Projection =
      abs(quake.latitude) < 66
      ? .equirectangular : quake.latitude > 0 ? .northPole : .southPole
    let centre = projection.point(longitude: quake.longitude, latitude: quake.latitude) ?? (0, 0)
    return Camera(
      projection, x: centre.x, y: centre.y, width: 28,
      height: 28 * Double(Self.height) / Double(Self.width - Self.left))
  }

  private func drawMap(on image: inout PNGImage) {
    let (width, height) = (Double(Self.width - Self.left), Double(Self.height))
    let frame = camera.frame
    let unit = frame.width / width
    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (Double(Self.left) + (x - frame.left) / unit, (frame.top - y) / unit)
    }
    let west = frame.left < -180 ? frame.left + 360 : frame.left
    let rings = Outlines.rings(
      of: .mediumLand,
      in: .init(
        frame.projection, left: west, top: frame.top, width: frame.width, height: frame.height))
    for ring in rings {
      image.fill([ring.map { point($0.x - west + frame.left, $0.y) }], Self.land)
    }
    // Before the dot, which names do not cover.
    for name in MapNames(camera: camera).names() where Typeface.bold.hasAll(of: name.text) {
      draw(name, on: &image, width, height)
    }
    guard let position = camera.position(longitude: quake.longitude, latitude: quake.latitude)
    else { return }
    let dot = point(position.x - 180, 90 - position.y)
    let radius = 10 + 3 * max(quake.magnitude, 0)
    for outer in [2.6 * radius, 1.8 * radius] {
      image.fill([circle(dot, outer), circle(dot, outer - 4)], Self.wave)
    }
    image.fill([circle(dot, radius + 3)], Self.white)
    image.fill([circle(dot, radius)], colour)
  }

  private func draw(
    _ name: MapNames.Name, on image: inout PNGImage, _ width: Double, _ height: Double
  ) {
    let isWater = name.kind == .ocean || name.kind == .sea
    let typeface = isWater || name.kind == .city ? Typeface.regular : .bold
    let size = 19.0
    let text = name.markedText
    let length = typeface.width(of: text, size: size)
    let (x, y) = (Double(Self.left) + name.x / 100 * width, name.y / 100 * height)
    let start = name.kind.hasMark ? (name.isLeft ? x - length : x) : x - length / 2
    guard start > Double(Self.left) + 4, start + length < Double(Self.width) - 4 else { return }
    image.draw(
      text, typeface, size: size, at: (start, y + size / 3),
      isWater ? .init(red: 60, green: 100, blue: 125) : Self.ink,
      halo: isWater ? Self.sea : Self.white)
  }

  private func drawWords(on image: inout PNGImage) {
    let margin = 56.0
    let badge = quake.badge
    let width = Typeface.bold.width(of: badge, size: 72)
    image.fill(Int(margin)..<Int(margin + width) + 64, 48..<164, colour)
    image.draw(
      badge, .bold, size: 72, at: (margin + 32, 132),
      MagnitudeClass(quake).rawValue >= MagnitudeClass.three.rawValue ? Self.white : Self.ink)
    let room = Double(Self.left) - margin - 24
    let name = quake.shownName(in: .kilometres)
    let size =
      [46.0, 40, 34, 28].first {
        Typeface.bold.lines(of: name, size: $0, width: room).count <= 4
      } ?? 24
    var y = 172.0
    let names = Typeface.bold.lines(of: name, size: size, width: room)
    for (number, line) in names.prefix(5).enumerated() {
      y += size * 1.2
      let line = number == 4 && names.count > 5 ? "\(line) …" : line
      image.draw(line, .bold, size: size, at: (margin, y), Self.ink)
    }
    y += 54
    let time = Moment(quake.time, in: .utc).minute
    image.draw(time, .regular, size: 24, at: (margin, y), Self.grey)
    y += 14
    // A sentence is left out whole: half of it could say the opposite.
    let space = Int((Double(Self.height) - 90 - y) / 34)
    let sentences = EventLead(quake, nil, in: .kilometres).sentences
    let lines = (0...sentences.count).map { left in
      Typeface.regular.lines(
        of: sentences.dropLast(left).joined(separator: " "), size: 24, width: room)
    }
    for line in lines.first(where: { $0.count <= space }) ?? [] {
      y += 34
      image.draw(line, .regular, size: 24, at: (margin, y), Self.ink)
    }
    image.draw(QuakesPage.name, .bold, size: 26, at: (margin, Double(Self.height) - 44), Self.ink)
    let credit = "Natural Earth"
    image.draw(
      credit, .regular, size: 15,
      at: (
        Double(Self.width) - 10 - Typeface.regular.width(of: credit, size: 15),
        Double(Self.height) - 10
      ), Self.grey)
  }

  /// The colour of the magnitude, as in the style sheet.
  private var colour: PNGImage.Colour {
    switch MagnitudeClass(quake) {
    case .unknown, .negative: .init(red: 181, green: 176, blue: 166)
    case .zero: .init(red: 201, green: 220, blue: 234)
    case .one: .init(red: 168, green: 195, blue: 222)
    case .two: .init(red: 143, green: 164, blue: 210)
    case .three, .four: .init(red: 122, green: 95, blue: 176)
    case .five, .six: .init(red: 125, green: 31, blue: 134)
    case .seven: .init(red: 94, green: 7, blue: 54)
    }
  }

  private func circle(_ centre: Typeface.Point, _ radius: Double) -> [Typeface.Point] {
    (0..<64).map { step in
      let angle = Double(step) * .pi / 32
      return (centre.x + radius * cos(angle), centre.y + radius * sin(angle))
    }
  }
}
