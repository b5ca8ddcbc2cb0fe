extension QuakesQuery {
  /// Conditions on the effects of an event on people. Each is `nil` for any
  /// value; an unknown value meets no condition.
  public struct Impact: Hashable, Sendable {
    /// The smallest number of reports from people who felt it.
    public var felt: Int?
    /// The smallest intensity, 0 to 12, of those that people reported or the shake map
    /// computes. Both are compared as displayed, without decimals.
    public var intensity: Double?
    /// The alert of losses, or a possible tsunami message.
    public var warning: Warning?
    /// The smallest score of significance.
    public var significance: Int?

    /// Conditions that any event meets.
    public static let any = Impact()
  }

  /// A condition on the alert of losses and the link to tsunami warnings.
  public enum Warning: String, CaseIterable, Hashable, Sendable {
    /// A red alert, or a possible tsunami message.
    case severe
    /// A possible tsunami message.
    case tsunami
    // The alert level, or a higher one.
    case red, orange, yellow, green
  }
}

/// The impact of a quake, packed into one byte, so that a scan needs no access to
/// the quake if it had none.
struct ImpactMarks: OptionSet {
  let rawValue: UInt8

  static let missing = ImpactMarks(rawValue: 1)
  static let tsunami = ImpactMarks(rawValue: 2)
  static let felt = ImpactMarks(rawValue: 4)
  static let intense = ImpactMarks(rawValue: 8)
  // Each level includes the lower ones.
  private static let green = ImpactMarks(rawValue: 16)
  private static let yellow = ImpactMarks(rawValue: 48)
  private static let orange = ImpactMarks(rawValue: 112)
  private static let red = ImpactMarks(rawValue: 240)

  /// Creates the marks of a quake.
  init(_ quake: Quake) {
    self = []
    if quake.missingSince != nil { insert(.missing) }
    if quake.isTsunamiPossible { insert(.tsunami) }
    if quake.felt ?? 0 > 0 { insert(.felt) }
    if quake.intensity != nil { insert(.intense) }
    if let alert = quake.alert { formUnion(Self.marks[alert] ?? []) }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Returns true if the marks meet a condition.
  func meet(_ warning: QuakesQuery.Warning) -> Bool {
    switch warning {
    case .severe: contains(.tsunami) || contains(.red)
    case .tsunami: contains(.tsunami)
    case .red: contains(.red)
    case .orange: contains(.orange)
    case .yellow: contains(.yellow)
    case .green: contains(.green)
    }
  }

  private static let marks: [Quake.Alert: ImpactMarks] = [
    .green: green, .yellow: yellow, .orange: orange, .red: red,
  ]
}

extension Quake {
  /// The larger of the reported and the estimated intensity, 0 to 12; `nil` if
  /// both are unknown.
  public var intensity: Double? {
    [reportedIntensity, estimatedIntensity].compactMap { $0 }.max()
  }
}

extension QuakesQuery.Impact {
  /// Returns true if a quake meets the conditions. The marks exclude most quakes
  /// without access to them.
  func contains(_ marks: ImpactMarks, _ quake: @autoclosure () -> Quake) -> Bool {
    if let warning, !marks.meet(warning) { return false }
    if let felt, felt > 0 {
      guard marks.contains(.felt), felt == 1 || quake().felt ?? 0 >= felt else { return false }
    }
    if let intensity {
      guard marks.contains(.intense),
        quake().intensity?.rounded() ?? -1 >= intensity.rounded()
      else { return false }
    }
    if let significance, quake().significance < significance { return false }
    return true
  }
}
