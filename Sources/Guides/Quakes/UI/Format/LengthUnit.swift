/// The unit of lengths. Its raw value is its symbol and the value of the query
/// item.
public enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  case kilometres = "km"
  case miles = "mi"

  /// The name in the menu.
  var label: String { self == .kilometres ? "Kilometres" : "Miles" }

  /// The unit that this one is not.
  var other: LengthUnit { self == .kilometres ? .miles : .kilometres }

  /// Returns a length in kilometres converted to this unit.
  func length(kilometres: Double) -> Double {
    self == .kilometres ? kilometres : kilometres / Self.kilometresPerMile
  }

  /// Returns a length of this unit in kilometres.
  ///
  /// The product of two decimals, rounded to twelve decimals, is the number
  /// that the exact product parses to: 9 mi are 14.484096 km, not
  /// 14.484095999999999.
  func kilometres(length: Double) -> Double {
    self == .kilometres ? length : (length * Self.kilometresPerMile * 1e12).rounded() / 1e12
  }

  /// Returns a converted length with few enough decimals to be readable.
  ///
  /// Many events are recorded at a depth of exactly 10 km. A bound in miles is
  /// rounded outward to six decimals, so that these events stay within it.
  /// Converted back, the bound is the original number of metres.
  func shown(length: Double, rounding outward: FloatingPointRoundingRule) -> Double {
    let metre = (length * 1_000).rounded() / 1_000
    if self == .kilometres, abs(length - metre) < 2e-6 { return metre }
    return (length * 1e6).rounded(outward) / 1e6
  }

  /// The kilometres of the international mile of 1959.
  private static let kilometresPerMile = 1.609344
}
