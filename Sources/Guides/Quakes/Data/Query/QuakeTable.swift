/// Rows of queried values, a column each. A scan of a million quakes reads only
/// the columns of its conditions, and compares several values at a time.
struct QuakeTable: Sendable {
  let times: [Int64]
  let longitudes: [Int32]
  let latitudes: [Int32]
  let depths: [Int32]
  let magnitudes: [MagnitudeCode]
  let types: [UInt8]
  let marks: [ImpactMarks]

  init(_ rows: [QuakeRow]) {
    times = rows.map(\.time)
    longitudes = rows.map(\.longitudeUnits)
    latitudes = rows.map(\.latitudeUnits)
    depths = rows.map(\.depth)
    magnitudes = rows.map(\.magnitude)
    types = rows.map(\.type)
    marks = rows.map(\.marks)
  }

  @inline(__always)
  subscript(row: Int) -> QuakeRow {
    QuakeRow(
      time: times[row], longitudeUnits: longitudes[row], latitudeUnits: latitudes[row],
      depth: depths[row], magnitude: magnitudes[row], type: types[row], marks: marks[row])
  }
}
