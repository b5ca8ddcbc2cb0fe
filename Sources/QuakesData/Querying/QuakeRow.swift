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

  /// The number of units in a degree, and of centimetres in a kilometre.
  static let unitsPerDegree = 10_000_000.0
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

/// The integers of a range of coordinates or depths.
struct UnitRange {
  let least: Int32
  let largest: Int32

  /// Creates the range of the integers that stand for values within bounds.
  ///
  /// - Parameters:
  ///   - least: the lower bound; `nil` for none.
  ///   - largest: the upper bound; `nil` for none.
  ///   - scale: the number of units in 1.
  init(from least: Double?, through largest: Double?, unitsPerOne scale: Double) {
    self.least =
      least.map { bound in
        let units = QuakeRow.units(bound * scale)
        return Double(units) / scale < bound ? units + 1 : units
      } ?? QuakeRow.unknownDepth + 1
    self.largest =
      largest.map { bound in
        let units = QuakeRow.units(bound * scale)
        return Double(units) / scale > bound ? units - 1 : units
      } ?? Int32.max
  }

  @inline(__always)
  func contains(_ value: Int32) -> Bool { value >= least && value <= largest }
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
