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

  private init(area: QuakeGrid.Area, columns: Int) {
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

  /// Draws all matches on a canvas of an area. O(n).
  init(
    _ matches: QuakeMatches, area: QuakeGrid.Area, columns: Int, shading: QuakeShading
  ) {
    let parts = inParts(of: matches.runIndices, atLeast: matches.leastPart) { part in
      var canvas = QuakeCanvas(area: area, columns: columns)
      canvas.mark(matches, part, shading)
      return canvas
    }
    self = parts[0]
    for part in parts.dropFirst() { add(part) }
    forEachDot { _, _, _ in count += 1 }
  }

  /// Adds the dots of a canvas of the same area.
  private mutating func add(_ other: QuakeCanvas) {
    ranks.withUnsafeMutableBufferPointer { ranks in
      other.ranks.withUnsafeBufferPointer { other in
        for index in ranks.indices { ranks[index] = max(ranks[index], other[index]) }
      }
    }
  }

  private mutating func mark(
    _ matches: QuakeMatches, _ part: Range<Int>, _ shading: QuakeShading
  ) {
    // The shading is chosen once, not for each row.
    switch shading {
    case .none: mark(matches, part) { _, _ in 0 }
    case .age(let now):
      let limits = AgeLimits(now: now)
      mark(matches, part) { table, row in limits.shade(time: table.times[row]) }
    case .depth:
      let limits = DepthLimits()
      mark(matches, part) { table, row in limits.shade(depth: table.depths[row]) }
    }
  }

  @inline(__always)
  private mutating func mark(
    _ matches: QuakeMatches, _ part: Range<Int>, shade: (QuakeTable, Int) -> Int
  ) {
    // Local variables, because the closure has exclusive access to the ranks. In
    // the units of rows; half a unit makes up for rounding at the edge of a cell.
    let unit = 1 / QuakeRow.unitsPerDegree
    let (top, edge) = (top / unit + 0.5, edge / unit - 0.5)
    let (scale, around) = (scale * unit, 360 / unit)
    let (lines, columns) = (lines, columns)
    Self.rankTable.withUnsafeBufferPointer { rankTable in
      ranks.withUnsafeMutableBufferPointer { ranks in
        matches.forEachChunk(in: part) { table, rows in
          let (longitudes, latitudes) = (table.longitudes.span, table.latitudes.span)
          for row in rows {
            let row = Int(row)
            let down = top - Double(latitudes[row])
            guard down >= 0 else { continue }
            let line = Int(down * scale)
            guard line < lines else { continue }
            let rank =
              rankTable[Self.rankIndex(table.magnitudes[row], type: table.types[row])]
              &- UInt8(truncatingIfNeeded: shade(table, row))
            // Wraps around the world, so that a map of the whole world has dots in
            // both margins.
            var right = Double(longitudes[row]) - edge
            if right >= around { right -= around }
            guard right >= 0 else { continue }
            var column = Int(right * scale)
            while column < columns {
              let index = line * columns + column
              ranks[index] = max(ranks[index], rank)
              right += around
              column = Int(right * scale)
            }
          }
        }
      }
    }
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
  private static func rankIndex(_ magnitude: MagnitudeCode, type: UInt8) -> Int {
    magnitude.slot + (type == EventType.earthquakeCode ? MagnitudeCode.slots.count : 0)
  }

  /// True if the margin can be halved again.
  var canBeHalved: Bool { margin > 1 }

  /// Returns a canvas with cells of twice the width and height.
  func halved() -> QuakeCanvas { QuakeCanvas(halving: self) }

  private init(halving other: QuakeCanvas) {
    cell = other.cell * 2
    scale = other.scale / 2
    edge = other.edge
    top = other.top
    margin = other.margin / 2
    let columns = (other.columns + 1) / 2
    self.columns = columns
    lines = (other.lines + 1) / 2
    ranks = [UInt8](repeating: 0, count: columns * lines)
    ranks.withUnsafeMutableBufferPointer { ranks in
      other.forEachDot { column, line, rank in
        let index = line / 2 * columns + column / 2
        ranks[index] = max(ranks[index], rank)
      }
    }
    forEachDot { _, _, _ in count += 1 }
  }

  /// The dots, grouped by kind.
  var grid: QuakeGrid {
    var layers = [[QuakeGrid.Spot]](repeating: [], count: 256)
    forEachDot { column, line, rank in
      layers[Int(rank)].append(
        QuakeGrid.Spot(
          x: Int32(truncatingIfNeeded: column - margin),
          y: Int32(truncatingIfNeeded: line - margin)))
    }
    return QuakeGrid(
      cell: cell,
      layers: layers.enumerated().compactMap { rank, spots in
        spots.isEmpty ? nil : (QuakeGrid.Kind(rank: rank), spots)
      })
  }

  /// Calls the closure for each dot from north to south and west to east.
  @inline(__always)
  private func forEachDot(_ body: (_ column: Int, _ line: Int, _ rank: UInt8) -> Void) {
    ranks.withUnsafeBytes { ranks in
      for line in 0..<lines {
        let start = line * columns
        var column = 0
        while column < columns {
          // Skips eight empty cells at a time: most cells are empty.
          if column + 8 <= columns,
            ranks.loadUnaligned(fromByteOffset: start + column, as: UInt64.self) == 0
          {
            column += 8
            continue
          }
          let rank = ranks[start + column]
          if rank != 0 { body(column, line, rank) }
          column += 1
        }
      }
    }
  }
}
