import Geography

/// A raster of a part of a map. Each cell holds the rank of the dot drawn there, 0 for
/// none. While there are more dots than a limit, the cells grow to twice the
/// size.
struct QuakeCanvas {
  private let projection: Projection
  /// A rectangle around the places of the canvas.
  private let box: QuakesQuery.Box
  /// The size of a cell in the plane of the projection.
  private var cell: Double
  // The numbers of columns and lines are computed with integers, in the units of
  // rows: the product of a distance and `scale`, shifted to the right.
  private let scale: UInt64
  private var shift: UInt64
  /// The left edge with its margin, from -540 to -180. Adding 360 reaches the edge from any
  /// point.
  private let edge: Int64
  /// The upper edge with its margin.
  private let top: Int64
  /// The number of cells around the area. The margin completes the dots at its
  /// edge.
  private var margin: Int
  private var columns: Int
  private var lines: Int
  private var ranks: [UInt8]
  /// The number of cells with a dot.
  private var count = 0

  private init(frame: Projection.Frame, columns: Int) {
    projection = frame.projection
    let cell = frame.width / Double(columns)
    let margin = 32
    // Multiples of the margin, which is a power of two, so that all can be halved.
    func rounded(_ count: Int) -> Int { (count + margin - 1) / margin * margin }
    self.cell = cell
    self.margin = margin
    self.columns = rounded(columns) + 2 * margin
    lines = rounded(Int((frame.height / cell).rounded(.up))) + 2 * margin
    // As exact as a product with two circumferences permits. Rounded up, so that a
    // quake at the edge between two cells is in the second.
    let units = cell * QuakeRow.unitsPerDegree
    shift = UInt64(29 + max(units, 1).exponent)
    scale = UInt64((0x1p29 / max(units, 1).significand).rounded(.up))
    top = Int64(((frame.top + Double(margin) * cell) * QuakeRow.unitsPerDegree).rounded())
    let edge = frame.left - Double(margin) * cell
    self.edge = Int64(
      ((edge - ((edge + 540) / 360).rounded(.down) * 360) * QuakeRow.unitsPerDegree).rounded())
    ranks = [UInt8](repeating: 0, count: self.columns * lines)
    // The canvas has up to two margins around the frame. Beyond the edge of the plane, it
    // begins again.
    let reach = 2 * Double(margin) * cell
    let around = Projection.Frame(
      frame.projection, left: frame.left - reach, top: frame.top + reach,
      width: frame.width + 2 * reach, height: frame.height + 2 * reach)
    box = abs(around.left + around.width / 2) + around.width / 2 > 180 ? .world : .init(around.area)
  }

  /// Draws all matches on a canvas of a frame. O(n).
  ///
  /// - Parameters:
  ///   - columns: the number of cells from left to right, before they grow.
  ///   - limit: the maximum number of dots.
  init(
    _ matches: QuakeMatches, frame: Projection.Frame, columns: Int, limit: Int,
    shading: QuakeShading
  ) {
    self.init(frame: frame, columns: columns)
    // Most canvases shrink with the first matches. The others start with that size.
    let start = matches.runs(before: 4 * limit)
    draw(matches, start, limit: limit, shading)
    let rest = start.upperBound..<matches.runIndices.upperBound
    guard !rest.isEmpty else { return }
    var empty = self
    empty.removeAll()
    let parts = inParts(of: rest, atLeast: matches.leastPart) { [empty] part in
      var canvas = empty
      canvas.draw(matches, part, limit: limit, shading)
      return canvas
    }
    for part in parts {
      add(part)
      shrink(to: limit)
    }
  }

  /// Draws the matches of some chunks, and shrinks the canvas to the limit.
  private mutating func draw(
    _ matches: QuakeMatches, _ part: Range<Int>, limit: Int, _ shading: QuakeShading
  ) {
    // A canvas that has too many dots before all are drawn has too many in the end.
    // The smaller it is, the faster it is drawn.
    for start in stride(from: part.lowerBound, to: part.upperBound, by: 8) {
      mark(matches, start..<min(start + 8, part.upperBound), shading)
      shrink(to: limit)
    }
  }

  /// Removes all dots.
  private mutating func removeAll() {
    ranks = [UInt8](repeating: 0, count: columns * lines)
    count = 0
  }

  /// Adds the dots of a canvas of the same frame.
  private mutating func add(_ other: QuakeCanvas) {
    var other = other
    while other.cell < cell { other.halve() }
    while cell < other.cell { halve() }
    other.forEachDot { column, line, rank in add(rank, at: line * columns + column) }
  }

  @inline(__always)
  private mutating func add(_ rank: UInt8, at index: Int) {
    if ranks[index] == 0 { count += 1 }
    ranks[index] = max(ranks[index], rank)
  }

  private mutating func mark(
    _ matches: QuakeMatches, _ part: Range<Int>, _ shading: QuakeShading
  ) {
    // The projection and the shading are chosen once, not for each row.
    guard projection != .equirectangular else {
      return mark(matches, part, shading) { (x: Int64($0), y: Int64($1)) }
    }
    let (projection, box) = (projection, box)
    mark(matches, part, shading) { longitude, latitude in
      let (longitude, latitude) = (QuakeRow.degrees(longitude), QuakeRow.degrees(latitude))
      guard box.contains(longitude: longitude, latitude: latitude),
        let (x, y) = projection.dot(longitude: longitude, latitude: latitude)
      else { return nil }
      // Positive, so that a conversion, which is faster than a rounding, rounds down.
      let positive = 0x1p33 + 0.5
      return (
        Int64(x * QuakeRow.unitsPerDegree + positive) - 1 << 33,
        Int64(y * QuakeRow.unitsPerDegree + positive) - 1 << 33
      )
    }
  }

  @inline(__always)
  private mutating func mark(
    _ matches: QuakeMatches, _ part: Range<Int>, _ shading: QuakeShading,
    point: (_ longitude: Int32, _ latitude: Int32) -> (x: Int64, y: Int64)?
  ) {
    switch shading {
    case .none: mark(matches, part, point: point, shadeOfAll: { _ in 0 }) { _, _ in 0 }
    case .age(let now):
      let limits = AgeLimits(now: now)
      mark(matches, part, point: point, shadeOfAll: limits.shade(of:)) { time, _ in
        limits.shade(time: time)
      }
    case .depth:
      let limits = DepthLimits()
      mark(matches, part, point: point, shadeOfAll: { _ in nil }) { _, depth in
        limits.shade(depth: depth)
      }
    }
  }

  /// - Parameters:
  ///   - point: returns the point of a place, both in the units of rows; `nil` for none.
  ///   - shadeOfAll: returns the shade that all quakes of a chunk have; `nil` if they
  ///     have several. The times or depths of such a chunk need not be read.
  ///   - shade: returns the shade of a quake.
  @inline(__always)
  private mutating func mark(
    _ matches: QuakeMatches, _ part: Range<Int>,
    point: (_ longitude: Int32, _ latitude: Int32) -> (x: Int64, y: Int64)?,
    shadeOfAll: (QuakeChunk) -> Int?,
    shade: (_ time: Int64, _ depth: Int32) -> Int
  ) {
    // Local variables, because the closure has exclusive access to the ranks.
    let (top, edge, scale, shift) = (top, edge, scale, shift)
    let (lines, columns) = (UInt64(lines), UInt64(columns))
    let around = Int64(360 * QuakeRow.unitsPerDegree)
    var count = count
    Self.rankTable.withUnsafeBufferPointer { rankTable in
      ranks.withUnsafeMutableBufferPointer { ranks in
        matches.forEachChunk(in: part) { chunk, rows in
          let (table, shadeOfAll) = (chunk.table, shadeOfAll(chunk))
          let (longitudes, latitudes) = (table.longitudes.span, table.latitudes.span)
          let (magnitudes, types) = (table.magnitudes.span, table.types.span)
          let (times, depths) = (table.times.span, table.depths.span)
          for row in rows {
            // Without checks of the bounds: a match is a row of its chunk.
            let row = Int(row)
            guard
              let point = point(longitudes[unchecked: row], latitudes[unchecked: row])
            else { continue }
            let down = top - point.y
            guard down >= 0 else { continue }
            let line = (UInt64(down) &* scale) &>> shift
            guard line < lines else { continue }
            let rank =
              rankTable[Self.rankIndex(magnitudes[unchecked: row], type: types[unchecked: row])]
              &- UInt8(
                truncatingIfNeeded: shadeOfAll
                  ?? shade(times[unchecked: row], depths[unchecked: row]))
            // Wraps around the world, so that a map of the whole world has dots in
            // both margins.
            var right = point.x - edge
            if right >= around { right -= around }
            guard right >= 0 else { continue }
            var column = (UInt64(right) &* scale) &>> shift
            while column < columns {
              let index = Int(truncatingIfNeeded: line &* columns &+ column)
              count &+= ranks[index] == 0 ? 1 : 0
              ranks[index] = max(ranks[index], rank)
              right += around
              column = (UInt64(right) &* scale) &>> shift
            }
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
  private static func rankIndex(_ magnitude: MagnitudeCode, type: UInt8) -> Int {
    magnitude.slot + (type == EventType.earthquakeCode ? MagnitudeCode.slots.count : 0)
  }

  /// Doubles the size of the cells until there are at most as many dots as a
  /// limit, or until the margin would vanish.
  private mutating func shrink(to limit: Int) {
    while count > limit, margin > 1 { halve() }
  }

  /// Doubles the width and the height of the cells.
  private mutating func halve() {
    var halved = self
    halved.cell *= 2
    halved.shift += 1
    halved.margin /= 2
    halved.columns /= 2
    halved.lines /= 2
    halved.removeAll()
    forEachDot { column, line, rank in
      halved.add(rank, at: line / 2 * halved.columns + column / 2)
    }
    self = halved
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
