/// The degrees of longitude and the range of latitudes of some quakes.
struct QuakeExtent: Sendable {
  /// A bit for each degree, from -180.
  private var degrees = SIMD8<UInt64>()
  private var least = Int32.max
  private var largest = Int32.min

  /// The southern and the northern edge in degrees.
  var south: Double { QuakeRow.degrees(least) }
  var north: Double { QuakeRow.degrees(largest) }

  /// Adds a place, in the units of a row.
  @inline(__always)
  mutating func add(longitude: Int32, latitude: Int32) {
    let degree = min(max((Int(longitude) + 1_800_000_000) / 10_000_000, 0), 359)
    // Reads before it writes: nearly all degrees are there already.
    if !contains(degree: degree) { degrees[degree / 64] |= 1 << UInt64(degree % 64) }
    least = min(least, latitude)
    largest = max(largest, latitude)
  }

  /// Adds the quakes of another extent.
  mutating func add(_ other: QuakeExtent) {
    degrees |= other.degrees
    least = min(least, other.least)
    largest = max(largest, other.largest)
  }

  /// Returns true if adding the quakes of another extent would change nothing.
  func contains(_ other: QuakeExtent) -> Bool {
    other.degrees & ~degrees == .zero && least <= other.least && largest >= other.largest
  }

  @inline(__always)
  func contains(degree: Int) -> Bool {
    degrees[degree / 64] & 1 << UInt64(degree % 64) != 0
  }
}
