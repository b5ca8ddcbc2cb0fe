package import Foundation

/// The queried values of a quake, packed into one row. A scan of a million
/// quakes reads memory sequentially.
///
/// Coordinates and depth are not rounded: filters compare them exactly.
package struct QuakeRow: Sendable {
  /// Milliseconds since 1970.
  let time: Int64
  /// Degrees, always finite.
  let longitude: Double
  let latitude: Double
  /// Kilometres; not a number if absent.
  let depth: Double
  /// The end of the name in the names of the chunk.
  let nameEnd: Int32
  let magnitude: MagnitudeCode
  let type: UInt8
  let marks: ImpactMarks

  init(_ quake: Quake, nameEnd: Int32) {
    time = Self.milliseconds(quake.time)
    longitude = bounded(quake.longitude)
    latitude = bounded(quake.latitude)
    depth = quake.depth ?? .nan
    magnitude = MagnitudeCode(quake)
    type = EventType.code(name: quake.type)
    marks = ImpactMarks(quake)
    self.nameEnd = nameEnd
  }

  init(_ row: QuakeRow, nameEnd: Int32) {
    time = row.time
    longitude = row.longitude
    latitude = row.latitude
    depth = row.depth
    magnitude = row.magnitude
    type = row.type
    marks = row.marks
    self.nameEnd = nameEnd
  }

  /// True if the event is no longer in the feed.
  var isMissing: Bool { marks.contains(.missing) }

  /// Returns the milliseconds since 1970 of any date, rounded to the nearest.
  package static func milliseconds(_ date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -9e15), 9e15))
  }
}

/// Returns a finite value within ±1000, which can be converted to an integer
/// without a trap.
private func bounded(_ value: Double) -> Double {
  value.isFinite ? min(max(value, -1000), 1000) : 0
}
