package import Foundation

/// The queried values of a quake, packed into integers.
package struct QuakeRow: Sendable {
  /// Milliseconds since 1970.
  let time: Int64
  /// Ten-millionths of a degree, about a centimetre.
  let longitudeUnits: Int32
  let latitudeUnits: Int32
  /// Centimetres; `unknownDepth` if absent.
  let depth: Int32
  let magnitude: MagnitudeCode
  let type: UInt8
  let marks: ImpactMarks

  /// The depth of a quake without one.
  static let unknownDepth = Int32.min

  /// Degrees.
  @inline(__always)
  var longitude: Double { Self.degrees(longitudeUnits) }
  @inline(__always)
  var latitude: Double { Self.degrees(latitudeUnits) }

  /// True if the event is no longer in the feed.
  var isMissing: Bool { marks.contains(.missing) }

  /// Returns the milliseconds since 1970 of any date, rounded to the nearest.
  package static func milliseconds(_ date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -9e15), 9e15))
  }

  /// The number of units of a coordinate in a degree.
  static let unitsPerDegree = 10_000_000.0
  /// The number of units of a depth, which are centimetres, in a kilometre.
  static let unitsPerKilometre = 100_000.0

  /// Returns the degrees of a number of units.
  @inline(__always)
  static func degrees(_ units: Int32) -> Double { Double(units) / unitsPerDegree }

  /// True if the integers stand for exactly the coordinates and the depth of a
  /// quake. Networks rarely report more decimals.
  func isExact(for quake: Quake) -> Bool {
    longitude == quake.longitude && latitude == quake.latitude
      && quake.depth.map { $0 == Double(depth) / Self.unitsPerKilometre } ?? true
  }
}

extension QuakeRow {
  /// Returns a number rounded to the nearest integer. Those beyond ±2,000,000,000
  /// are not distinguished.
  static func units(_ value: Double) -> Int32 {
    value.isNaN ? 0 : Int32(min(max(value, -2e9), 2e9).rounded())
  }

  /// Creates the row of a quake.
  init(_ quake: Quake) {
    self.init(
      time: Self.milliseconds(quake.time),
      longitudeUnits: Self.units(quake.longitude * Self.unitsPerDegree),
      latitudeUnits: Self.units(quake.latitude * Self.unitsPerDegree),
      depth: quake.depth.map { Self.units($0 * Self.unitsPerKilometre) } ?? Self.unknownDepth,
      magnitude: MagnitudeCode(quake), type: EventType.code(name: quake.type),
      marks: ImpactMarks(quake))
  }
}
