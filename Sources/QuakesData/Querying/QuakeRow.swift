import Foundation

/// What a query looks at, of one quake: whole numbers in a row, so that a
/// scan of a million of them reads memory from front to back.
package struct QuakeRow: Sendable {
  /// Milliseconds since 1970.
  let time: Int64
  /// Millionths of a degree.
  let longitude: Int32
  let latitude: Int32
  /// Kilometres; not a number where it is absent.
  let depth: Float
  /// Where the name ends in the chunk's names.
  let nameEnd: Int32
  let magnitude: MagnitudeCode
  let type: UInt8

  init(_ quake: Quake, nameEnd: Int32) {
    time = Self.milliseconds(quake.time)
    longitude = Int32(clamping: Int64((bounded(quake.longitude) * 1e6).rounded()))
    latitude = Int32(clamping: Int64((bounded(quake.latitude) * 1e6).rounded()))
    depth = Float(quake.depth ?? .nan)
    magnitude = MagnitudeCode(quake)
    type = EventType.code(words: quake.type)
    self.nameEnd = nameEnd
  }

  init(_ row: QuakeRow, nameEnd: Int32) {
    time = row.time
    longitude = row.longitude
    latitude = row.latitude
    depth = row.depth
    magnitude = row.magnitude
    type = row.type
    self.nameEnd = nameEnd
  }

  /// Milliseconds since 1970, of any date.
  static func milliseconds(_ date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -9e15), 9e15))
  }
}

/// Keeps what is no number, or far out of range, from trapping.
private func bounded(_ value: Double) -> Double {
  value.isFinite ? min(max(value, -1000), 1000) : 0
}
