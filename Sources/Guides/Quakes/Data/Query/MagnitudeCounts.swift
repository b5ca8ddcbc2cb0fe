/// The number of quakes of each magnitude code. They locate the magnitudes of a
/// page without sorting.
struct MagnitudeCounts: Sendable {
  private var counts = [Int32](repeating: 0, count: MagnitudeCode.slots.count)

  /// Calls the closure with the numbers, indexed by slots.
  mutating func withUnsafeCounts(_ body: (UnsafeMutableBufferPointer<Int32>) -> Void) {
    counts.withUnsafeMutableBufferPointer { body($0) }
  }

  /// Adds the numbers of other quakes.
  mutating func add(_ other: MagnitudeCounts) {
    for slot in counts.indices { counts[slot] += other.counts[slot] }
  }

  /// Removes the codes outside of a range.
  mutating func restrict(to codes: Range<Int32>) {
    for slot in MagnitudeCode.slots where !codes.contains(Int32(MagnitudeCode(slot: slot).rawValue))
    {
      counts[slot] = 0
    }
  }

  subscript(slot: Int) -> Int { Int(counts[slot]) }

  /// The number of quakes of each class.
  var byClass: [MagnitudeClass: Int] {
    var byClass = Dictionary(uniqueKeysWithValues: MagnitudeClass.allCases.map { ($0, 0) })
    for slot in MagnitudeCode.slots where counts[slot] > 0 {
      byClass[MagnitudeClass(MagnitudeCode(slot: slot)), default: 0] += Int(counts[slot])
    }
    return byClass
  }
}
