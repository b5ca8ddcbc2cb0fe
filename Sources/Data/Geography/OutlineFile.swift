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

  // Read-only and never freed, because it is a part of the program.
  let bytes: UnsafeRawBufferPointer

  static let builtIn = OutlineFile(bytes: geography_outlines().bytes)

  var version: String {
    bytes.dropFirst(8).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }

  /// Calls the closure for each shape of a layer.
  func forEachShape(of layer: Outlines.Layer, _ body: (Shape) -> Void) {
    guard let layers = bytes.number(at: 16), layer.rawValue < layers,
      let table = bytes.number(at: 20 + 8 * layer.rawValue),
      let count = bytes.number(at: 24 + 8 * layer.rawValue)
    else { return }
    for index in 0..<count {
      let record = table + 24 * index
      guard let west = bytes.number(at: record), let south = bytes.number(at: record + 4),
        let east = bytes.number(at: record + 8), let north = bytes.number(at: record + 12),
        let start = bytes.number(at: record + 16), let points = bytes.number(at: record + 20),
        start >= 0, start <= bytes.count
      else { return }
      body(
        Shape(
          bounds: Bounds(
            west: Int32(truncatingIfNeeded: west), south: Int32(truncatingIfNeeded: south),
            east: Int32(truncatingIfNeeded: east), north: Int32(truncatingIfNeeded: north)),
          bytes: UnsafeRawBufferPointer(rebasing: bytes[start...]), count: points))
    }
  }
}

extension OutlineFile.Shape {
  /// The points in order.
  var points: [Outlines.Point] {
    var points: [Outlines.Point] = []
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

  /// Reads a signed integer; `nil` at the end.
  private func difference(at offset: inout Int) -> Int? {
    bytes.next(at: &offset).map { $0 & 1 == 0 ? $0 >> 1 : ~($0 >> 1) }
  }
}
