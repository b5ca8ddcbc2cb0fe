extension QuakesQuery {
  /// A country, a state or an island: cells of a part of a degree.
  public struct Region: Hashable, Sendable {
    private let cellsPerDegree: Double
    private let firstLine: Int
    /// The index of the first span of each line, and the number of all spans.
    private var starts: [Int32] = [0]
    /// The columns from west to east.
    private var spans: [SIMD2<Int16>] = []

    /// Creates a region.
    ///
    /// - Parameters:
    ///   - cellsPerDegree: the number of cells in a degree.
    ///   - firstLine: the number of the southernmost line, counted from the
    ///     south pole.
    ///   - lines: the columns of each line from south to north, counted from
    ///     180° W.
    public init(cellsPerDegree: Double, firstLine: Int, lines: [[ClosedRange<Int>]]) {
      self.cellsPerDegree = cellsPerDegree
      self.firstLine = firstLine
      for line in lines {
        spans += line.map { SIMD2(Int16($0.lowerBound), Int16($0.upperBound)) }
        starts.append(Int32(spans.count))
      }
    }

    /// Returns true if a place is within the region. 180° and −180° are the same
    /// meridian.
    @inline(__always)
    package func contains(longitude: Double, latitude: Double) -> Bool {
      let last = Int(180 * cellsPerDegree) - 1
      let line = min(Int((latitude + 90) * cellsPerDegree), last) - firstLine
      guard line >= 0, line + 1 < starts.count else { return false }
      var column = Int((longitude + 180) * cellsPerDegree)
      if column > 2 * last + 1 { column = 0 }
      for span in spans[Int(starts[line])..<Int(starts[line + 1])]
      where column >= span.x && column <= span.y { return true }
      return false
    }

    /// A rectangle around the region, with all longitudes.
    var box: Box {
      let south = Double(firstLine) / cellsPerDegree - 90
      return Box(
        around: -180, south: south, 180,
        north: south + Double(starts.count - 1) / cellsPerDegree)
    }
  }
}
