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

  /// So many of this unit in kilometres, by the metre: so what was converted
  /// for an address, with its four decimals, is what it was before.
  func kilometres(length: Double) -> Double {
    self == .kilometres ? length : (length * Self.kilometresPerMile * 1_000).rounded() / 1_000
  }

  /// The international mile of 1959.
  private static let kilometresPerMile = 1.609344
}
