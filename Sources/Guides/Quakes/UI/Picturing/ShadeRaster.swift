/// A raster of how much of each pixel shapes cover.
struct ShadeRaster {
  private let width: Int
  private let height: Int
  private var coverage: [Float]
  /// The horizontal lines that sample each row of pixels.
  private static let samples = 4

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    coverage = Array(repeating: 0, count: width * height)
  }

  /// Covers the inside of closed shapes by the even-odd rule. O(points × samples
  /// of the rows that they cross).
  mutating func fill(_ rings: [[(x: Double, y: Double)]]) {
    var crossings: [(line: Int, x: Double)] = []
    for ring in rings { cross(ring, &crossings) }
    crossings.sort { $0 < $1 }
    var next = 0
    while next + 1 < crossings.count {
      let (start, end) = (crossings[next], crossings[next + 1])
      next += 1
      guard start.line == end.line else { continue }
      cover(start.line / Self.samples, from: start.x, to: end.x)
      next += 1
    }
  }

  /// Adds the positions where a closed line crosses the sampled lines.
  private func cross(
    _ ring: [(x: Double, y: Double)], _ crossings: inout [(line: Int, x: Double)]
  ) {
    guard var before = ring.last else { return }
    for point in ring {
      let (upper, lower) = before.y < point.y ? (before, point) : (point, before)
      let first = max(0, Int((upper.y * Double(Self.samples) + 0.5).rounded(.down)))
      let end = min(
        height * Self.samples, Int((lower.y * Double(Self.samples) + 0.5).rounded(.down)))
      for line in first..<max(first, end) {
        let y = (Double(line) + 0.5) / Double(Self.samples)
        guard y >= upper.y, y < lower.y else { continue }
        let share = (y - upper.y) / (lower.y - upper.y)
        crossings.append((line, upper.x + (lower.x - upper.x) * share))
      }
      before = point
    }
  }

  /// Adds one sample of a row between two edges.
  private mutating func cover(_ row: Int, from start: Double, to end: Double) {
    let (start, end) = (min(max(start, 0), Double(width)), min(max(end, 0), Double(width)))
    var column = Int(start)
    while Double(column) < end, column < width {
      let share = min(end, Double(column) + 1) - max(start, Double(column))
      coverage[row * width + column] += Float(share) / Float(Self.samples)
      column += 1
    }
  }

  /// The coverage of a pixel, from 0 to 1.
  subscript(column: Int, row: Int) -> Float { min(max(coverage[row * width + column], 0), 1) }
}
