import CZlib

/// A picture with a palette in the PNG format.
///
/// https://www.w3.org/TR/png-3/
struct PNGImage {
  struct Colour: Hashable, Sendable {
    let red, green, blue: UInt8
  }

  let width: Int
  let height: Int
  /// At most 256 colours.
  let palette: [Colour]
  /// The number of the colour of each pixel, line by line.
  let pixels: [UInt8]

  /// An error code of zlib, such as `Z_MEM_ERROR`.
  struct CompressionError: Error {
    let code: Int32
  }

  /// Returns the file.
  ///
  /// - Throws: `CompressionError` if memory is exhausted.
  func encoded() throws(CompressionError) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity((width + 1) * height)
    for line in 0..<height {
      // Each line starts with the number of its filter: none.
      lines.append(0)
      lines += pixels[line * width..<(line + 1) * width]
    }
    // Eight bits a pixel, with a palette.
    let header = Self.bytes(width) + Self.bytes(height) + [8, 3, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", header)
      + Self.chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
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
    let code = compress2(&result, &length, bytes, UInt(bytes.count), 6)
    guard code == Z_OK else { throw CompressionError(code: code) }
    return Array(result.prefix(Int(length)))
  }
}
