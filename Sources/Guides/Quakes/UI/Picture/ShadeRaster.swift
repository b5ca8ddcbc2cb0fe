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
    // A counting sort by lines, each of which has few crossings.
    var ends = [Int](repeating: 0, count: height * Self.samples)
    for crossing in crossings { ends[crossing.line] += 1 }
    for line in ends.indices.dropFirst() { ends[line] += ends[line - 1] }
    var starts = ends
    var edges = [Double](repeating: 0, count: crossings.count)
    for crossing in crossings {
      starts[crossing.line] -= 1
      edges[starts[crossing.line]] = crossing.x
    }
    for (line, (start, end)) in zip(starts, ends).enumerated() where start < end {
      let sorted = edges[start..<end].sorted()
      for pair in stride(from: 0, to: sorted.count - 1, by: 2) {
        cover(line / Self.samples, from: sorted[pair], to: sorted[pair + 1])
      }
    }
  }

  /// Adds the positions where a closed line crosses the sampled lines.
  private func cross(
    _ ring: [(x: Double, y: Double)], _ crossings: inout [(line: Int, x: Double)]
  ) {
    guard var before = ring.last else { return }
    for point in ring {
      let (upper, lower) = before.y < point.y ? (before, point) : (point, before)
      // A corner on a sampled line belongs to the edge below it, so that a closed line crosses
      // each sampled line an even number of times.
      let first = max(0, Int((upper.y * Double(Self.samples) - 0.5).rounded(.up)))
      let end = min(
        height * Self.samples, Int((lower.y * Double(Self.samples) - 0.5).rounded(.up)))
      for line in first..<max(first, end) {
        let y = (Double(line) + 0.5) / Double(Self.samples)
        let share = (y - upper.y) / (lower.y - upper.y)
        crossings.append((line, upper.x + (lower.x - upper.x) * share))
      }
      before = point
    }
  }

  /// Adds one sample of a row between two edges.
  private mutating func cover(_ row: Int, from start: Double, to end: Double) {
    let (start, end) = (min(max(start, 0), Double(width)), min(max(end, 0), Double(width)))
    guard start < end else { return }
    let (first, last) = (row * width + Int(start), row * width + Int(end))
    func add(_ share: Double, to index: Int) {
      coverage[index] += Float(share) / Float(Self.samples)
    }
    guard first < last else { return add(end - start, to: first) }
    add(start.rounded(.down) + 1 - start, to: first)
    for index in first + 1..<last { add(1, to: index) }
    let rest = end - end.rounded(.down)
    if rest > 0 { add(rest, to: last) }
  }

  /// Returns the raster with shapes that reach two pixels farther in each direction.
  func widened() -> ShadeRaster {
    var result = self
    for row in 0..<height {
      for column in 0..<width {
        let share = coverage[row * width + column]
        guard share > 0 else { continue }
        for (x, y) in Self.border {
          let (column, row) = (column + x, row + y)
          guard 0..<width ~= column, 0..<height ~= row else { continue }
          let index = row * width + column
          result.coverage[index] = max(result.coverage[index], share)
        }
      }
    }
    return result
  }

  /// The pixels around one, up to two pixels and a bit away.
  private static let border = (-2...2).flatMap { x in
    (-2...2).compactMap { y in 1...5 ~= x * x + y * y ? (x, y) : nil }
  }

  /// The coverage of a pixel, from 0 to 1.
  subscript(column: Int, row: Int) -> Float { min(max(coverage[row * width + column], 0), 1) }
}
