/// The data of an SVG path in whole units, with relative coordinates, which are
/// short.
struct OutlinePath {
  private struct Spot: Hashable {
    var x, y: Int
  }

  private let frame: Projection.Frame
  private let unit: Double
  private(set) var text = ""
  private var position = Spot(x: 0, y: 0)

  /// - Parameter frame: the frame from whose left and upper edge the units are counted.
  init(frame: Projection.Frame, unit: Double) {
    self.frame = frame
    self.unit = unit
  }

  /// Appends a closed shape of points of the plane, unless it is smaller than a unit.
  mutating func append(ring: [Outlines.Point]) {
    guard let first = ring.first else { return }
    // A ring is simplified as two lines between points far from each other.
    let far =
      ring.indices.max {
        Self.squaredDistance(ring[$0], first) < Self.squaredDistance(ring[$1], first)
      } ?? 0
    var spots = spots(of: Array(ring[...far]))
    spots += self.spots(of: ring[far...] + [first]).dropFirst()
    if spots.last == spots.first { spots.removeLast() }
    guard spots.count > 2 else { return }
    append(spots)
    text += "z"
    // Closing a ring returns to its start.
    if let first = spots.first { position = first }
  }

  /// Appends an open line, unless it is shorter than a unit.
  mutating func append(line: [Outlines.Point]) {
    let spots = spots(of: line)
    if spots.count > 1 { append(spots) }
  }

  private mutating func append(_ spots: [Spot]) {
    for (index, spot) in spots.enumerated() {
      let (right, down) = (spot.x - position.x, spot.y - position.y)
      // The pairs after the first of a relative move are relative lines. A
      // minus sign separates numbers as well as a space does.
      if index == 0 {
        text += "m"
      } else if right >= 0 {
        text += " "
      }
      text += String(right)
      if down >= 0 { text += " " }
      text += String(down)
      position = spot
    }
  }

  /// Returns the points of a simplified line in units, without repetitions.
  private func spots(of line: [Outlines.Point]) -> [Spot] {
    let points = Outlines.simplified(line, within: unit * 0.7)
    var spots: [Spot] = []
    spots.reserveCapacity(points.count)
    for point in points {
      let spot = Spot(
        x: Int(((point.longitude - frame.left) / unit).rounded()),
        y: Int(((frame.top - point.latitude) / unit).rounded()))
      if spots.last != spot { spots.append(spot) }
    }
    return spots
  }

  private static func squaredDistance(
    _ one: Outlines.Point, _ other: Outlines.Point
  ) -> Double {
    let (right, up) = (one.longitude - other.longitude, one.latitude - other.latitude)
    return right * right + up * up
  }
}

extension Outlines {
  /// Returns a line without the points within a distance of the simpler line.
  ///
  /// https://en.wikipedia.org/wiki/Ramer–Douglas–Peucker_algorithm
  package static func simplified(_ line: [Point], within distance: Double) -> [Point] {
    guard line.count > 2 else { return line }
    let limit = distance * distance
    var isKept = [Bool](repeating: false, count: line.count)
    isKept[0] = true
    isKept[line.count - 1] = true
    var ranges = [0...line.count - 1]
    while let range = ranges.popLast() {
      var (farthest, largest) = (range.lowerBound, limit)
      let (start, end) = (line[range.lowerBound], line[range.upperBound])
      let (dx, dy) = (end.longitude - start.longitude, end.latitude - start.latitude)
      let length = dx * dx + dy * dy
      for index in range.lowerBound + 1..<range.upperBound {
        let (x, y) = (
          line[index].longitude - start.longitude, line[index].latitude - start.latitude
        )
        // The position on the segment, from 0 to 1.
        let along = length > 0 ? min(max((x * dx + y * dy) / length, 0), 1) : 0
        let (right, up) = (x - along * dx, y - along * dy)
        let squared = right * right + up * up
        if squared > largest { (farthest, largest) = (index, squared) }
      }
      guard farthest > range.lowerBound else { continue }
      isKept[farthest] = true
      ranges.append(range.lowerBound...farthest)
      ranges.append(farthest...range.upperBound)
    }
    return zip(line, isKept).compactMap { $1 ? $0 : nil }
  }
}
