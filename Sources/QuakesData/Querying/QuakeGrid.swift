/// A map of the matches at the detail of a screen: of those that fall on the
/// same spot, one dot.
///
/// https://en.wikipedia.org/wiki/Equirectangular_projection
package struct QuakeGrid: Hashable, Sendable {
  /// The part of the world that is shown, in degrees. The east may be beyond
  /// 180.
  package struct Area: Hashable, Sendable {
    package var west: Double
    package var north: Double
    package var width: Double
    package var height: Double

    package init(west: Double, north: Double, width: Double, height: Double) {
      self.west = west
      self.north = north
      self.width = width
      self.height = height
    }
  }

  /// A spot: cells from the west and from the north of the area.
  package struct Spot: Hashable, Sendable {
    package let x: Int32
    package let y: Int32
  }

  /// What is drawn alike.
  package struct Kind: Hashable, Sendable, Comparable {
    package let magnitude: MagnitudeClass
    /// Whether it was an earthquake, and nothing else that shook the ground.
    package let isEarthquake: Bool

    package static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }

    /// The larger cover the smaller, earthquakes all else.
    var rank: Int { (magnitude.rawValue + 2) * 2 + (isEarthquake ? 1 : 0) + 1 }

    init(rank: Int) {
      magnitude = MagnitudeClass(rawValue: (rank - 1) / 2 - 2) ?? .unknown
      isEarthquake = (rank - 1) % 2 == 1
    }

    init(_ row: QuakeRow) {
      magnitude = MagnitudeClass(hundredths: row.magnitude)
      isEarthquake = row.type == EventType.earthquake.code
    }
  }

  /// The side of a cell in degrees.
  package let cell: Double
  /// The spots of each kind, from north to south and west to east; small
  /// kinds first.
  package let layers: [(kind: Kind, spots: [Spot])]

  package static func == (left: QuakeGrid, right: QuakeGrid) -> Bool {
    left.cell == right.cell && left.layers.elementsEqual(right.layers) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(cell)
    hasher.combine(layers.count)
  }
}

extension QuakeGrid.Area {
  /// Whether a quake is in it.
  func contains(_ row: QuakeRow) -> Bool {
    let latitude = Double(row.latitude) / 1e6
    let longitude = Double(row.longitude) / 1e6
    return latitude <= north && latitude >= north - height
      && [-360.0, 0, 360].contains { (west...west + width).contains(longitude + $0) }
  }
}

extension QuakeMatches {
  /// The dots of an area and a little around it, at most so many: where there
  /// are more, spots grow. O(n).
  ///
  /// - Parameters:
  ///   - columns: how many cells the area has from west to east at most.
  ///   - limit: how many dots there may be.
  package func grid(
    of area: QuakeGrid.Area, columns: Int = 1440, limit: Int = 5_000
  ) -> QuakeGrid {
    var columns = columns
    while true {
      var canvas = Canvas(area: area, columns: columns)
      for position in positions { canvas.mark(row(position)) }
      if canvas.count <= limit || columns < 64 { return canvas.grid }
      columns = columns * 2 / 3
    }
  }
}

/// The cells of an area while dots are put into them.
private struct Canvas {
  let area: QuakeGrid.Area
  let cell: Double
  /// Cells around the area, so that dots at its edge are whole.
  let margin: Int
  let columns: Int
  let rows: Int
  var ranks: [UInt8]
  var count = 0

  init(area: QuakeGrid.Area, columns: Int) {
    self.area = area
    cell = area.width / Double(columns)
    margin = columns / 50 + 1
    self.columns = columns + 2 * margin
    rows = Int((area.height / cell).rounded(.up)) + 2 * margin
    ranks = [UInt8](repeating: 0, count: self.columns * rows)
  }

  mutating func mark(_ row: QuakeRow) {
    let y = ((area.north - Double(row.latitude) / 1e6) / cell).rounded(.down)
    let line = Int(y) + margin
    guard line >= 0, line < rows else { return }
    let rank = UInt8(QuakeGrid.Kind(row).rank)
    // Once around the world: what leaves in the east comes back in the west.
    for turn in [-360.0, 0, 360] {
      let x = ((Double(row.longitude) / 1e6 + turn - area.west) / cell).rounded(.down)
      let column = Int(x) + margin
      guard column >= 0, column < columns else { continue }
      let place = line * columns + column
      if ranks[place] == 0 { count += 1 }
      ranks[place] = max(ranks[place], rank)
    }
  }

  var grid: QuakeGrid {
    var layers: [Int: [QuakeGrid.Spot]] = [:]
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
        if ranks[place] != 0 {
          layers[Int(ranks[place]), default: []].append(
            QuakeGrid.Spot(
              x: Int32(place % columns - margin), y: Int32(place / columns - margin)))
        }
        place += 1
      }
    }
    return QuakeGrid(
      cell: cell,
      layers: layers.sorted { $0.key < $1.key }.map { (QuakeGrid.Kind(rank: $0.key), $0.value) })
  }
}
