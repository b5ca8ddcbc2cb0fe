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

    init(magnitude: MagnitudeClass, isEarthquake: Bool) {
      self.magnitude = magnitude
      self.isEarthquake = isEarthquake
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

extension QuakeMatches {
  /// The dots of an area and a little around it. Where there would be too
  /// many, spots grow. O(n).
  ///
  /// - Parameters:
  ///   - columns: how many cells the area has from west to east at most.
  ///   - limit: how many dots there may be.
  package func grid(
    of area: QuakeGrid.Area, columns: Int = 1_440, limit: Int = 5_000
  ) -> QuakeGrid {
    var canvas = QuakeCanvas(area: area, columns: columns)
    forEach { row, _ in canvas.mark(row) }
    while canvas.count > limit, canvas.canBeHalved { canvas = canvas.halved() }
    return canvas.grid
  }
}
