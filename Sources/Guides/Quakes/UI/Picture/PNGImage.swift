import CZlib

/// A picture in the PNG format.
///
/// https://www.w3.org/TR/png-3/
struct PNGImage {
  struct Colour: Hashable, Sendable {
    let red, green, blue: UInt8
  }

  let width: Int
  let height: Int
  /// The red, green and blue of each pixel, line by line.
  private(set) var pixels: [UInt8]

  /// Creates a picture of one colour.
  init(width: Int, height: Int, colour: Colour) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 0, count: width * height * 3)
    fill(0..<width, 0..<height, colour)
  }

  /// Paints a rectangle.
  mutating func fill(_ columns: Range<Int>, _ lines: Range<Int>, _ colour: Colour) {
    for line in lines.clamped(to: 0..<height) {
      for column in columns.clamped(to: 0..<width) {
        let index = (line * width + column) * 3
        pixels[index] = colour.red
        pixels[index + 1] = colour.green
        pixels[index + 2] = colour.blue
      }
    }
  }

  /// Paints the inside of closed shapes by the even-odd rule, with smooth edges.
  ///
  /// - Parameter halo: the colour of a border of two pixels; `nil` for none.
  mutating func fill(
    _ rings: [[(x: Double, y: Double)]], _ colour: Colour, halo: Colour? = nil
  ) {
    let points = rings.joined()
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
      let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
    else { return }
    let border = halo == nil ? 0.0 : 2
    func pixels(_ from: Double, _ to: Double, _ end: Int) -> Range<Int> {
      let first = Int(min(max(from.rounded(.down) - border, 0), Double(end)))
      return first..<max(first, Int(min(max(to.rounded(.up) + border, 0), Double(end))))
    }
    let (columns, lines) = (pixels(left, right, width), pixels(top, bottom, height))
    var raster = ShadeRaster(width: columns.count, height: lines.count)
    raster.fill(
      rings.map { ring in
        ring.map { ($0.x - Double(columns.lowerBound), $0.y - Double(lines.lowerBound)) }
      })
    if let halo { paint(raster.widened(), at: columns, lines, halo) }
    paint(raster, at: columns, lines, colour)
  }

  /// Mixes a colour into the pixels that a raster covers.
  private mutating func paint(
    _ raster: ShadeRaster, at columns: Range<Int>, _ lines: Range<Int>, _ colour: Colour
  ) {
    let width = width
    pixels.withUnsafeMutableBufferPointer { pixels in
      for line in lines {
        for column in columns {
          let share = raster[column - columns.lowerBound, line - lines.lowerBound]
          guard share > 0 else { continue }
          let index = (line * width + column) * 3
          mix(&pixels[index], colour.red, share)
          mix(&pixels[index + 1], colour.green, share)
          mix(&pixels[index + 2], colour.blue, share)
        }
      }
    }
  }

  /// Paints a text whose baseline starts at a point.
  ///
  /// - Parameter halo: the colour of a border of two pixels around the letters; `nil` for none.
  mutating func draw(
    _ text: String, _ typeface: Typeface, size: Double, at start: (x: Double, y: Double),
    _ colour: Colour, halo: Colour? = nil
  ) {
    fill(typeface.outlines(of: text, size: size, at: start), colour, halo: halo)
  }

  /// An error code of zlib, such as `Z_MEM_ERROR`.
  struct CompressionError: Error {
    let code: Int32
  }

  /// Returns the file.
  ///
  /// - Throws: `CompressionError` if memory is exhausted.
  func encoded() throws(CompressionError) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity((3 * width + 1) * height)
    for line in 0..<height {
      // Each line starts with the number of its filter: none.
      lines.append(0)
      lines += pixels[3 * line * width..<3 * (line + 1) * width]
    }
    // Eight bits for each of three colours.
    let header = Self.bytes(width) + Self.bytes(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", header)
      + Self.chunk("IDAT", try Self.compressed(lines)) + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    let checksum = crc32(0, named, UInt32(named.count))
    return bytes(content.count) + named + bytes(Int(checksum))
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
  }

  private static func compressed(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(length))
    // Level 3 takes half the time of the usual one, and a twelfth more bytes.
    let code = compress2(&result, &length, bytes, UInt(bytes.count), 3)
    guard code == Z_OK else { throw CompressionError(code: code) }
    return Array(result.prefix(Int(length)))
  }
}

/// Mixes a part of a colour with a share of another one.
private func mix(_ value: inout UInt8, _ other: UInt8, _ share: Float) {
  value = UInt8(Float(value) + (Float(other) - Float(value)) * share)
}
