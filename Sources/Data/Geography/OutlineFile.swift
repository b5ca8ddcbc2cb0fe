import CGeography

/// The file of the outlines. `Scripts/make-map` writes it and describes its
/// format.
///
/// All reads are checked, so that a damaged file leads to missing shapes.
struct OutlineFile: @unchecked Sendable {
  /// A shape of a layer.
  struct Shape {
    let bounds: Bounds
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let count: Int
  }

  /// The bounds of a shape in thousandths of a degree.
  struct Bounds: Hashable, Sendable {
    let west, south, east, north: Int32
  }

  /// A place in degrees.
  struct Point: Hashable, Sendable {
    var longitude: Double
    var latitude: Double
  }

  // Read-only and never freed, because it is a part of the program.
  private let bytes: UnsafeRawBufferPointer

  static let builtIn: OutlineFile = {
    let data = geography_outlines()
    return OutlineFile(bytes: UnsafeRawBufferPointer(start: data.start, count: data.count))
  }()

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var version: String {
    bytes.dropFirst(8).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }

  /// Calls the closure for each shape of a layer.
  func forEachShape(of layer: Outlines.Layer, _ body: (Shape) -> Void) {
    guard let layers = number(at: 16), layer.rawValue < layers,
      let table = number(at: 20 + 8 * layer.rawValue),
      let count = number(at: 24 + 8 * layer.rawValue)
    else { return }
    for index in 0..<count {
      let record = table + 24 * index
      guard let west = number(at: record), let south = number(at: record + 4),
        let east = number(at: record + 8), let north = number(at: record + 12),
        let start = number(at: record + 16), let points = number(at: record + 20), start >= 0,
        start <= bytes.count
      else { return }
      body(
        Shape(
          bounds: Bounds(
            west: Int32(truncatingIfNeeded: west), south: Int32(truncatingIfNeeded: south),
            east: Int32(truncatingIfNeeded: east), north: Int32(truncatingIfNeeded: north)),
          bytes: UnsafeRawBufferPointer(rebasing: bytes[start...]), count: points))
    }
  }

  /// Returns the signed number of four bytes; `nil` beyond the end.
  private func number(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(
      Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
  }
}

extension OutlineFile.Shape {
  /// The points in order.
  var points: [OutlineFile.Point] {
    var points: [OutlineFile.Point] = []
    // Each point has at least two bytes.
    points.reserveCapacity(min(max(count, 0), bytes.count / 2))
    var offset = 0
    var (x, y) = (0, 0)
    while points.count < count {
      guard let right = difference(at: &offset), let up = difference(at: &offset) else { break }
      x &+= right
      y &+= up
      points.append(.init(longitude: Double(x) / 1_000, latitude: Double(y) / 1_000))
    }
    return points
  }

  /// Reads a variable-length integer; `nil` at the end.
  private func difference(at offset: inout Int) -> Int? {
    var number = 0
    var shift = 0
    while offset < bytes.count, shift < 35 {
      let byte = Int(bytes[offset])
      offset += 1
      number |= (byte & 127) << shift
      if byte < 128 { return number & 1 == 0 ? number >> 1 : ~(number >> 1) }
      shift += 7
    }
    return nil
  }
}
