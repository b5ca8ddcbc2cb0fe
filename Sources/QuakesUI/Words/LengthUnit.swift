/// What lengths are told in. It stands in the address, by its symbol.
public enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  case kilometres = "km"
  case miles = "mi"

  /// As on a menu.
  var label: String {
    switch self {
    case .kilometres: "Kilometres"
    case .miles: "Miles"
    }
  }

  /// The other one.
  var other: LengthUnit { self == .kilometres ? .miles : .kilometres }

  /// So many kilometres in this unit.
  func length(kilometres: Double) -> Double {
    self == .kilometres ? kilometres : kilometres / Self.kilometresPerMile
  }

  /// Returns a length of this unit in kilometres.
  ///
  /// The product of two decimals, rounded to a trillionth, is the number that
  /// the exact product parses to: 9 mi are 14.484096 km, not 14.484095999999999.
  func kilometres(length: Double) -> Double {
    self == .kilometres ? length : (length * Self.kilometresPerMile * 1e12).rounded() / 1e12
  }

  /// Returns a converted length with few enough decimals to be read.
  ///
  /// Many events are recorded at exactly 10 km: a bound in miles is rounded
  /// outward to a millionth, so that those on the bound stay within. Back in
  /// kilometres, the bound is again the metre that it was.
  func shown(length: Double, rounding outward: FloatingPointRoundingRule) -> Double {
    let metre = (length * 1_000).rounded() / 1_000
    if self == .kilometres, abs(length - metre) < 2e-6 { return metre }
    return (length * 1e6).rounded(outward) / 1e6
  }

  /// The international mile of 1959.
  private static let kilometresPerMile = 1.609344
}
