/// Rows of queried values, a column each. A scan of a million quakes reads only
/// the columns of its conditions, and compares several values at a time.
struct QuakeTable: Sendable {
  private(set) var times: [Int64] = []
  private(set) var longitudes: [Int32] = []
  private(set) var latitudes: [Int32] = []
  private(set) var depths: [Int32] = []
  private(set) var magnitudes: [MagnitudeCode] = []
  private(set) var types: [UInt8] = []
  private(set) var marks: [ImpactMarks] = []

  init(capacity: Int) {
    times.reserveCapacity(capacity)
    longitudes.reserveCapacity(capacity)
    latitudes.reserveCapacity(capacity)
    depths.reserveCapacity(capacity)
    magnitudes.reserveCapacity(capacity)
    types.reserveCapacity(capacity)
    marks.reserveCapacity(capacity)
  }

  /// The number of rows.
  var count: Int { times.count }

  mutating func append(_ row: QuakeRow) {
    times.append(row.time)
    longitudes.append(row.longitudeUnits)
    latitudes.append(row.latitudeUnits)
    depths.append(row.depth)
    magnitudes.append(row.magnitude)
    types.append(row.type)
    marks.append(row.marks)
  }

  @inline(__always)
  subscript(row: Int) -> QuakeRow {
    QuakeRow(
      time: times[row], longitudeUnits: longitudes[row], latitudeUnits: latitudes[row],
      depth: depths[row], magnitude: magnitudes[row], type: types[row], marks: marks[row])
  }
}
