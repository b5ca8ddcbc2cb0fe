/// The degrees of longitude and the range of latitudes of some quakes.
struct QuakeExtent: Sendable {
  /// A bit for each degree, from -180.
  private var degrees = SIMD8<UInt64>()
  private(set) var south = Double.infinity
  private(set) var north = -Double.infinity

  @inline(__always)
  mutating func add(_ row: QuakeRow) {
    let degree = min(max(Int(row.longitude + 180), 0), 359)
    degrees[degree / 64] |= 1 << UInt64(degree % 64)
    south = min(south, row.latitude)
    north = max(north, row.latitude)
  }

  /// Returns true if adding the quakes of another extent would change nothing.
  func contains(_ other: QuakeExtent) -> Bool {
    other.degrees & ~degrees == .zero && south <= other.south && north >= other.north
  }

  func contains(degree: Int) -> Bool {
    degrees[degree / 64] & 1 << UInt64(degree % 64) != 0
  }
}
