/// A magnitude by its whole number: what colours, sizes and charts go by.
public enum MagnitudeClass: Int, CaseIterable, Hashable, Sendable {
  case unknown = -2
  case negative
  case zero, one, two, three, four, five, six
  /// 7 and above.
  case seven

  /// The class of a quake, by its magnitude as it is shown.
  public init(_ quake: Quake) {
    self.init(hundredths: QuakeRow(quake, nameEnd: 0).magnitude)
  }

  /// The class of some hundredths.
  init(hundredths: Int16) {
    guard hundredths != QuakeRow.unknownMagnitude else {
      self = .unknown
      return
    }
    let tenths = shownTenths(hundredths: Int(hundredths))
    self = tenths < 0 ? .negative : MagnitudeClass(rawValue: min(tenths / 10, 7)) ?? .seven
  }

  /// The magnitudes of the class as they are shown, with one decimal; `nil`
  /// for those that are not known.
  public var bounds: QuakesQuery.Bounds? {
    switch self {
    case .unknown: nil
    case .negative: QuakesQuery.Bounds(max: -0.1)
    case .seven: QuakesQuery.Bounds(min: 7)
    default: QuakesQuery.Bounds(min: Double(rawValue), max: Double(rawValue) + 0.9)
    }
  }
}

/// Tenths as they are shown: half a tenth is rounded away from zero, as the
/// network does in its titles.
func shownTenths(hundredths: Int) -> Int {
  (hundredths + (hundredths < 0 ? -5 : 5)) / 10
}

extension Quake {
  /// The magnitude with one decimal, as in "4.5"; `nil` where it is not
  /// known.
  public var shownMagnitude: String? {
    guard isMagnitudeKnown else { return nil }
    let tenths = shownTenths(hundredths: Int(QuakeRow(self, nameEnd: 0).magnitude))
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
