package import Geography

/// The matches on a map at screen resolution. Quakes in the same cell share one
/// dot.
package struct QuakeGrid: Hashable, Sendable {
  /// A cell, counted from the left and upper edge of the frame.
  package struct Spot: Hashable, Sendable {
    package let x: Int32
    package let y: Int32
  }

  /// The style of a dot.
  package struct Kind: Hashable, Sendable, Comparable {
    package let magnitude: MagnitudeClass
    /// True for an earthquake, false for another seismic event.
    package let isEarthquake: Bool
    /// The class of the shading, from 0 for the front.
    package let shade: Int

    package static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }

    /// The drawing order: larger dots cover smaller ones, earthquakes cover
    /// other events, and lower shades cover higher ones.
    var rank: Int {
      ((magnitude.rawValue + 2) * 2 + (isEarthquake ? 1 : 0)) * QuakeShading.count
        + QuakeShading.count - shade
    }

    init(rank: Int) {
      let style = (rank - 1) / QuakeShading.count
      magnitude = MagnitudeClass(rawValue: style / 2 - 2) ?? .unknown
      isEarthquake = style % 2 == 1
      shade = QuakeShading.count - 1 - (rank - 1) % QuakeShading.count
    }

    package init(magnitude: MagnitudeClass, isEarthquake: Bool, shade: Int = 0) {
      self.magnitude = magnitude
      self.isEarthquake = isEarthquake
      self.shade = shade
    }
  }

  /// The size of a cell in the plane of the projection.
  package let cell: Double
  /// The spots of each kind, from north to south and west to east, in ascending
  /// order of kinds.
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
  /// Returns the dots of a frame and a margin. The cells grow until the number
  /// of dots is within the limit. O(n).
  ///
  /// - Parameters:
  ///   - columns: the maximum number of cells from left to right.
  ///   - limit: the maximum number of dots.
  ///   - shading: the meaning of the shades.
  package func grid(
    of frame: Projection.Frame, columns: Int = 1_440, limit: Int = 3_200,
    shading: QuakeShading = .none
  ) -> QuakeGrid {
    QuakeCanvas(self, frame: frame, columns: columns, limit: limit, shading: shading).grid
  }
}
