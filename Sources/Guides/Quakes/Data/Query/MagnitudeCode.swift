/// A magnitude as a small integer with the same order: twice its hundredths,
/// truncated toward zero, and one further from zero for a value between two
/// hundredths.
///
/// Networks usually report two decimals. An even code is exactly one magnitude,
/// an odd code any between two hundredths. The code suffices to round half away
/// from zero to tenths.
struct MagnitudeCode: Hashable, Comparable, Sendable {
  /// Valid magnitudes are -20 to 20. Those beyond share the largest code, which
  /// is odd.
  private static let largest = 4_001
  /// The code of an unknown magnitude, which is the smallest.
  static let unknown = MagnitudeCode(rawValue: Int16(-largest - 1))
  /// The indexes of the codes in an array, from 0 for the smallest.
  static let slots = 0..<2 * largest + 2

  let rawValue: Int16

  private init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  init(_ quake: Quake) {
    guard quake.isMagnitudeKnown else {
      self = .unknown
      return
    }
    let code = Self.code(of: quake.magnitude)
    rawValue = Int16(min(max(code, -Self.largest), Self.largest))
  }

  @inline(__always)
  init(slot: Int) {
    rawValue = Int16(truncatingIfNeeded: slot - Self.largest - 1)
  }

  @inline(__always)
  var slot: Int { Int(rawValue) + Self.largest + 1 }

  /// True if only one magnitude has the code.
  var isExact: Bool { rawValue % 2 == 0 }

  /// Returns the code of a known magnitude.
  static func code(of magnitude: Double) -> Int {
    let magnitude = magnitude.isFinite ? min(max(magnitude, -1_000), 1_000) : 0
    let hundredths = Int((magnitude * 100).rounded())
    let nearest = Double(hundredths) / 100
    let away = magnitude < 0 ? -1 : 1
    // The magnitude is exactly representable in hundredths.
    if nearest == magnitude { return 2 * hundredths }
    return 2 * hundredths + (abs(nearest) < abs(magnitude) ? away : -away)
  }

  /// Returns the displayed magnitude in tenths. Half a tenth is rounded away
  /// from zero, as in the titles of the network.
  static func tenths(code: Int) -> Int {
    (code / 2 + (code < 0 ? -5 : 5)) / 10
  }

  static func < (left: MagnitudeCode, right: MagnitudeCode) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Quake {
  /// The magnitude with one decimal, as in "4.5"; `nil` if it is unknown.
  public var shownMagnitude: String? {
    guard isMagnitudeKnown else { return nil }
    let tenths = MagnitudeCode.tenths(code: MagnitudeCode.code(of: magnitude))
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
