/// A raster of an area. Each cell holds the rank of the dot drawn there, 0 for
/// none.
struct QuakeCanvas {
  /// The size of a cell in degrees.
  private let cell: Double
  /// The number of cells per degree.
  private let scale: Double
  /// The longitude of the western edge with its margin, from -540° to -180°.
  /// Adding 360° reaches the edge from any longitude.
  private let edge: Double
  /// The latitude of the northern edge with its margin.
  private let top: Double
  /// The number of cells around the area. The margin completes the dots at its
  /// edge.
  private let margin: Int
  private let columns: Int
  private let lines: Int
  private var ranks: [UInt8]
  /// The number of cells with a dot.
  private(set) var count = 0

  init(area: QuakeGrid.Area, columns: Int) {
    cell = area.width / Double(columns)
    scale = 1 / cell
    margin = 32  // A power of two, so that it can be halved.
    self.columns = columns + 2 * margin
    lines = Int((area.height / cell).rounded(.up)) + 2 * margin
    top = area.north + Double(margin) * cell
    let edge = area.west - Double(margin) * cell
    self.edge = edge - ((edge + 540) / 360).rounded(.down) * 360
    ranks = [UInt8](repeating: 0, count: self.columns * lines)
  }

  private init(
    halving other: QuakeCanvas, ranks: [UInt8], columns: Int, lines: Int
  ) {
    cell = other.cell * 2
    scale = other.scale / 2
    edge = other.edge
    top = other.top
    margin = other.margin / 2
    self.columns = columns
    self.lines = lines
    self.ranks = ranks
  }

  /// Draws all matches on an empty canvas. O(n).
  mutating func mark(_ matches: QuakeMatches, _ shading: QuakeShading) {
    let empty = self
    let parts = inParts(of: matches.runIndices, atLeast: matches.leastPart) { part in
      var canvas = empty
      canvas.mark(matches, part, shading)
      return canvas
    }
    self = parts[0]
    for part in parts.dropFirst() { add(part) }
  }

  /// Adds the dots of a canvas of the same area.
  private mutating func add(_ other: QuakeCanvas) {
    for index in ranks.indices { ranks[index] = max(ranks[index], other.ranks[index]) }
    count = ranks.reduce(0) { $0 + ($1 == 0 ? 0 : 1) }
  }

  private mutating func mark(
    _ matches: QuakeMatches, _ part: Range<Int>, _ shading: QuakeShading
  ) {
    // The shading is chosen once, not for each row.
    switch shading {
    case .none: mark(matches, part) { _ in 0 }
    case .age(let now):
      let limits = AgeLimits(now: now)
      mark(matches, part) { limits.shade(of: $0) }
    case .depth:
      let limits = DepthLimits()
      mark(matches, part) { limits.shade(of: $0) }
    }
  }

  @inline(__always)
  private mutating func mark(
    _ matches: QuakeMatches, _ part: Range<Int>, shade: (QuakeRow) -> Int
  ) {
    // Local variables, because the closure has exclusive access to the ranks.
    let (top, edge, scale, lines, columns) = (top, edge, scale, lines, columns)
    let width = Double(columns) * cell
    var count = count
    Self.rankTable.withUnsafeBufferPointer { table in
      ranks.withUnsafeMutableBufferPointer { ranks in
        matches.forEach(in: part) { row, _ in
          let down = top - row.latitude
          guard down >= 0 else { return }
          let line = Int(down * scale)
          guard line < lines else { return }
          let rank = table[Self.rankIndex(of: row)] &- UInt8(truncatingIfNeeded: shade(row))
          // Wraps around the world, so that a map of the whole world has dots in
          // both margins.
          var right = row.longitude - edge
          if right >= 360 { right -= 360 }
          guard right >= 0 else { return }
          while right < width {
            let column = Int(right * scale)
            guard column < columns else { return }
            let index = line * columns + column
            if ranks[index] < rank {
              if ranks[index] == 0 { count += 1 }
              ranks[index] = rank
            }
            right += 360
          }
        }
      }
    }
    self.count = count
  }

  /// The rank of each kind with shade 0 by magnitude, with earthquakes in the second half.
  private static let rankTable: [UInt8] = (0..<2).flatMap { isEarthquake in
    MagnitudeCode.slots.map { slot in
      let kind = QuakeGrid.Kind(
        magnitude: MagnitudeClass(MagnitudeCode(slot: slot)), isEarthquake: isEarthquake == 1)
      return UInt8(truncatingIfNeeded: kind.rank)
    }
  }

  @inline(__always)
  private static func rankIndex(of row: QuakeRow) -> Int {
    let slot = row.magnitude.slot
    return row.type == EventType.earthquakeCode ? slot + MagnitudeCode.slots.count : slot
  }

  /// True if the margin can be halved again.
  var canBeHalved: Bool { margin > 1 }

  /// Returns a canvas with cells of twice the width and height.
  func halved() -> QuakeCanvas {
    let columns = (columns + 1) / 2
    let lines = (lines + 1) / 2
    var halved = QuakeCanvas(
      halving: self, ranks: [UInt8](repeating: 0, count: columns * lines), columns: columns,
      lines: lines)
    forEachDot { column, line, rank in
      let index = line / 2 * columns + column / 2
      if halved.ranks[index] == 0 { halved.count += 1 }
      halved.ranks[index] = max(halved.ranks[index], rank)
    }
    return halved
  }

  /// The dots, grouped by kind.
  var grid: QuakeGrid {
    var layers: [UInt8: [QuakeGrid.Spot]] = [:]
    forEachDot { column, line, rank in
      layers[rank, default: []].append(
        QuakeGrid.Spot(
          x: Int32(truncatingIfNeeded: column - margin),
          y: Int32(truncatingIfNeeded: line - margin)))
    }
    return QuakeGrid(
      cell: cell,
      layers: layers.sorted { $0.key < $1.key }.map {
        (QuakeGrid.Kind(rank: Int($0.key)), $0.value)
      })
  }

  /// Calls the closure for each dot from north to south and west to east.
  private func forEachDot(_ body: (_ column: Int, _ line: Int, _ rank: UInt8) -> Void) {
    ranks.withUnsafeBytes { ranks in
      var index = 0
      while index < ranks.count {
        // Skips eight empty cells at a time: most cells are empty.
        if index + 8 <= ranks.count,
          ranks.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0
        {
          index += 8
          continue
        }
        if ranks[index] != 0 { body(index % columns, index / columns, ranks[index]) }
        index += 1
      }
    }
  }
}
