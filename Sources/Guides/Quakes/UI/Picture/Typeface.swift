import CGlyphs

/// The outlines of letters, for pictures: Latin with its accents.
struct Typeface: Sendable {
  /// A letter.
  private struct Glyph {
    /// In thousandths of the size.
    let width: Double
    /// Closed outlines as polygons, in thousandths of the size from the baseline.
    let contours: [[Point]]
  }

  typealias Point = (x: Double, y: Double)

  private let glyphs: [Unicode.Scalar: Glyph]

  static let regular = Typeface("regular")
  static let bold = Typeface("bold")

  private init(_ name: String) {
    let data = CGlyphs.glyphs()
    let text = String(
      decoding: UnsafeBufferPointer(start: data.start, count: data.count), as: UTF8.self)
    var glyphs: [Unicode.Scalar: Glyph] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 4, let code = UInt32(parts[1]), let scalar = Unicode.Scalar(code),
        let width = Double(parts[2])
      else { continue }
      glyphs[scalar] = Glyph(
        width: width, contours: parts[3].split(separator: ";").map(Self.polygon))
    }
    self.glyphs = glyphs
  }

  /// Returns a TrueType contour as a polygon, with four segments for a curve.
  private static func polygon(_ contour: Substring) -> [Point] {
    let points = contour.split(separator: ",").compactMap { point -> (Point, isControl: Bool)? in
      let parts = point.split(separator: " ")
      guard parts.count >= 2, let x = Double(parts[0]), let y = Double(parts[1]) else { return nil }
      return ((x, y), parts.count == 3)
    }
    func middle(_ one: Point, _ other: Point) -> Point {
      ((one.x + other.x) / 2, (one.y + other.y) / 2)
    }
    guard var last = points.first?.0 else { return [] }
    var polygon = [last]
    var control: Point?
    func curve(through control: Point, to end: Point) {
      for step in 1...4 {
        let t = Double(step) / 4
        let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
        polygon.append(
          (a * last.x + b * control.x + c * end.x, a * last.y + b * control.y + c * end.y))
      }
      last = end
    }
    for (point, isControl) in points.dropFirst() + points.prefix(1) {
      if let before = control {
        // Between two control points is a point of the curve.
        curve(through: before, to: isControl ? middle(before, point) : point)
        control = isControl ? point : nil
      } else if isControl {
        control = point
      } else {
        polygon.append(point)
        last = point
      }
    }
    return polygon
  }

  /// Returns true if every letter of a text has an outline.
  func hasAll(of text: String) -> Bool { text.unicodeScalars.allSatisfy { glyphs[$0] != nil } }

  /// Returns the width of a text of a size in pixels. Letters without an outline have none.
  func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + (glyphs[$1]?.width ?? 0) } * size / 1_000
  }

  /// Returns the outlines of a text whose baseline starts at a point of a picture.
  func outlines(of text: String, size: Double, at start: Point) -> [[Point]] {
    var (rings, x) = ([[Point]](), start.x)
    for scalar in text.unicodeScalars {
      guard let glyph = glyphs[scalar] else { continue }
      rings += glyph.contours.map { contour in
        contour.map { (x + $0.x * size / 1_000, start.y - $0.y * size / 1_000) }
      }
      x += glyph.width * size / 1_000
    }
    return rings
  }

  /// Returns the lines of a text that are at most as wide as a number of pixels, where
  /// words permit it.
  func lines(of text: String, size: Double, width: Double) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      let longer = lines.last.map { "\($0) \(word)" }
      if let longer, self.width(of: longer, size: size) <= width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
  }
}
