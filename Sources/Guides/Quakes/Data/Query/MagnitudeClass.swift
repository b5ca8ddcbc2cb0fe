/// The integer part of a magnitude, which determines colours, sizes and chart
/// bars.
public enum MagnitudeClass: Int, CaseIterable, Hashable, Sendable {
  case unknown = -2
  case negative
  case zero, one, two, three, four, five, six
  /// 7 and above.
  case seven

  /// Creates the class of a quake's displayed magnitude.
  public init(_ quake: Quake) {
    self.init(MagnitudeCode(quake))
  }

  /// Creates the class of a code.
  init(_ code: MagnitudeCode) {
    guard code != .unknown else {
      self = .unknown
      return
    }
    let tenths = MagnitudeCode.tenths(code: Int(code.rawValue))
    self = tenths < 0 ? .negative : MagnitudeClass(rawValue: min(tenths / 10, 7)) ?? .seven
  }

  /// The displayed magnitudes of the class, with one decimal; `nil` for unknown
  /// magnitudes.
  public var bounds: QuakesQuery.Bounds? {
    switch self {
    case .unknown: nil
    case .negative: QuakesQuery.Bounds(max: -0.1)
    case .seven: QuakesQuery.Bounds(min: 7)
    default: QuakesQuery.Bounds(min: Double(rawValue), max: Double(rawValue) + 0.9)
    }
  }
}
