/// How many quakes there are of each hundredth of a magnitude: enough to
/// know, without sorting, which magnitudes stand on a page.
struct MagnitudeCounts: Sendable {
  /// Magnitudes beyond are counted as these.
  private static let largest = 1_200

  private var counts = [Int32](repeating: 0, count: 2 * largest + 1)

  /// The slot of a magnitude, from 0. What is not known comes first.
  @inline(__always)
  static func slot(_ magnitude: Int16) -> Int {
    min(max(Int(magnitude), -largest), largest) + largest
  }

  static let slots = 0..<2 * largest + 1

  @inline(__always)
  mutating func add(_ magnitude: Int16) {
    counts[Self.slot(magnitude)] += 1
  }

  subscript(slot: Int) -> Int { Int(counts[slot]) }

  /// How many there are of each class.
  var byClass: [MagnitudeClass: Int] {
    var byClass = Dictionary(uniqueKeysWithValues: MagnitudeClass.allCases.map { ($0, 0) })
    for slot in Self.slots where counts[slot] > 0 {
      let hundredths =
        slot == 0 ? QuakeRow.unknownMagnitude : Int16(truncatingIfNeeded: slot - Self.largest)
      byClass[MagnitudeClass(hundredths: hundredths), default: 0] += Int(counts[slot])
    }
    return byClass
  }

  /// The smallest slot such that it and those above hold at least so many;
  /// the first one where there are not so many.
  func slot(above count: Int) -> Int {
    var sum = 0
    for slot in Self.slots.reversed() {
      sum += self[slot]
      if sum >= count { return slot }
    }
    return 0
  }
}
