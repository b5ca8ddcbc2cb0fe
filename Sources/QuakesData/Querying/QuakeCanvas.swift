/// The cells of an area while dots are put into them. Each cell holds the
/// rank of what is drawn there, 0 for nothing.
struct QuakeCanvas {
  /// The side of a cell in degrees.
  private let cell: Double
  /// Cells a degree.
  private let scale: Double
  /// The longitude where the western margin starts, within one turn to the
  /// west of the date line, so that one turn more leads there from any
  /// longitude.
  private let edge: Double
  /// The latitude where the northern margin starts.
  private let top: Double
  /// Cells around the area, so that dots at its edge are whole.
  private let margin: Int
  private let columns: Int
  private let lines: Int
  private var ranks: [UInt8]
  /// How many cells hold something.
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

  @inline(__always)
  mutating func mark(_ row: QuakeRow) {
    let down = top - row.latitude
    guard down >= 0 else { return }
    let line = Int(down * scale)
    guard line < lines else { return }
    let rank = Self.rank(of: row)
    // Around the world: what leaves in the east comes back in the west, so
    // that a world-wide map shows some in both its margins.
    var right = row.longitude - edge
    if right >= 360 { right -= 360 }
    guard right >= 0 else { return }
    while true {
      let column = Int(right * scale)
      guard column < columns else { return }
      let place = line * columns + column
      if ranks[place] == 0 { count += 1 }
      ranks[place] = max(ranks[place], rank)
      right += 360
    }
  }

  /// The rank of each kind, by magnitude: earthquakes at the end.
  private static let rankTable: [UInt8] = (0..<2).flatMap { isEarthquake in
    MagnitudeCode.slots.map { slot in
      let kind = QuakeGrid.Kind(
        magnitude: MagnitudeClass(MagnitudeCode(slot: slot)), isEarthquake: isEarthquake == 1)
      return UInt8(truncatingIfNeeded: kind.rank)
    }
  }

  @inline(__always)
  private static func rank(of row: QuakeRow) -> UInt8 {
    let slot = row.magnitude.slot
    return rankTable[
      row.type == EventType.earthquakeCode ? slot + MagnitudeCode.slots.count : slot]
  }

  /// Whether the margin can be halved once more.
  var canBeHalved: Bool { margin > 1 }

  /// The same with cells twice as wide and high.
  func halved() -> QuakeCanvas {
    let columns = (columns + 1) / 2
    let lines = (lines + 1) / 2
    var halves = QuakeCanvas(
      halving: self, ranks: [UInt8](repeating: 0, count: columns * lines), columns: columns,
      lines: lines)
    forEachDot { column, line, rank in
      let place = line / 2 * columns + column / 2
      if halves.ranks[place] == 0 { halves.count += 1 }
      halves.ranks[place] = max(halves.ranks[place], rank)
    }
    return halves
  }

  /// The dots, by what is drawn alike.
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

  /// From north to south and west to east.
  private func forEachDot(_ body: (_ column: Int, _ line: Int, _ rank: UInt8) -> Void) {
    ranks.withUnsafeBytes { ranks in
      var place = 0
      while place < ranks.count {
        // Most cells are empty: eight at a time.
        if place + 8 <= ranks.count,
          ranks.loadUnaligned(fromByteOffset: place, as: UInt64.self) == 0
        {
          place += 8
          continue
        }
        if ranks[place] != 0 { body(place % columns, place / columns, ranks[place]) }
        place += 1
      }
    }
  }
}
