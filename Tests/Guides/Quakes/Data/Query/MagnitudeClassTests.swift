import Testing

@testable import QuakesData

@Suite struct MagnitudeClassTests {
  @Test(
    arguments: [
      (nil, .unknown, nil), (-1.64, .negative, "-1.6"), (-1.65, .negative, "-1.7"),
      (-0.05, .negative, "-0.1"), (-0.04, .zero, "0.0"), (0, .zero, "0.0"), (0.04, .zero, "0.0"),
      (0.05, .zero, "0.1"), (0.94, .zero, "0.9"), (0.95, .one, "1.0"), (1.96000004, .two, "2.0"),
      (2.45, .two, "2.5"), (2.94, .two, "2.9"), (2.95, .three, "3.0"), (3.949, .three, "3.9"),
      (2.04999995, .two, "2.0"), (2.05, .two, "2.1"), (4.599999904632568, .four, "4.6"),
      (-2.04999995, .negative, "-2.0"), (-0.0499, .zero, "0.0"), (-0.0501, .negative, "-0.1"),
      (0.9499999, .zero, "0.9"), (6.9499999, .six, "6.9"), (-19.99, .negative, "-20.0"),
      (4.5, .four, "4.5"), (5, .five, "5.0"), (6.94, .six, "6.9"), (6.95, .seven, "7.0"),
      (7, .seven, "7.0"), (9.5, .seven, "9.5"), (10.25, .seven, "10.3"),
    ] as [(Double?, MagnitudeClass, String?)])
  func `The class depends on the displayed magnitude`(
    _ magnitude: Double?, _ expected: MagnitudeClass, _ shown: String?
  ) {
    let quake = Quake.of("q", magnitude)
    #expect(MagnitudeClass(quake) == expected)
    #expect(quake.shownMagnitude == shown)
  }

  /// Each hundredth is within the bounds of its class and of no other.
  @Test func `Each class has its bounds`() {
    for hundredths in Array(-20...20) + Array(stride(from: 94, to: 1_000, by: 50)) + [
      -200, 95, 99, 100, 694, 695, 700, 990, 995,
    ] {
      let quake = Quake.of("q", Double(hundredths) / 100)
      let index = QuakeIndex([quake])
      let classes = MagnitudeClass.allCases.filter { magnitude in
        guard let bounds = magnitude.bounds else { return false }
        return index.matches(of: QuakesQuery(magnitude: bounds)).count == 1
      }
      #expect(classes == [MagnitudeClass(quake)])
    }
    #expect(MagnitudeClass.unknown.bounds == nil)
  }
}

@Suite struct MagnitudeCodeTests {
  /// Decimals as printed by networks, in ascending order.
  private static let ordered: [Double] = [
    -20, -19.995, -2.05, -2.0499999999, -2.04999995, -2.04, -0.01, -0.004, 0, 0.004, 0.01, 1.15,
    1.1500001, 2.04, 2.04999995, 2.05, 2.0500001, 4.59, 4.599999904632568, 4.6, 20,
  ]

  @Test func `Codes have the order of their magnitudes`() {
    let codes = Self.ordered.map { MagnitudeCode(.of("q", $0)) }
    #expect(codes == codes.sorted())
    #expect(MagnitudeCode(.of("q", nil)) == .unknown)
    #expect(codes.allSatisfy { $0 > .unknown })
    #expect(MagnitudeCode.unknown.slot == 0)
    #expect(codes.allSatisfy { MagnitudeCode.slots.contains($0.slot) })
    #expect(codes.allSatisfy { MagnitudeCode(slot: $0.slot) == $0 })
  }

  /// Each hundredth has a unique even code; its neighbours have odd codes.
  @Test func `Hundredths have exact codes`() {
    for hundredths in -2_000...2_000 {
      let magnitude = Double(hundredths) / 100
      #expect(MagnitudeCode.code(of: magnitude) == 2 * hundredths)
      #expect(MagnitudeCode.code(of: magnitude.nextUp) == 2 * hundredths + 1)
      #expect(MagnitudeCode.code(of: magnitude.nextDown) == 2 * hundredths - 1)
    }
  }

  @Test(arguments: [1e3, 1e300, .infinity, -.infinity, .nan, 25, -25])
  func `Extreme magnitudes do not trap`(_ magnitude: Double) {
    #expect(MagnitudeCode.slots.contains(MagnitudeCode(.of("q", magnitude)).slot))
    #expect(Quake.of("q", magnitude).shownMagnitude != nil)
  }

  /// A bound matches the magnitudes that are displayed as the bound.
  @Test(arguments: ordered)
  func `A quake is found by its displayed magnitude`(_ magnitude: Double) throws {
    let quake = Quake.of("q", magnitude)
    let index = QuakeIndex([quake])
    let shown = try #require(quake.shownMagnitude.flatMap { Double($0) })
    for (bounds, count) in [
      (QuakesQuery.Bounds(min: shown, max: shown), 1), (.init(min: shown + 0.1), 0),
      (.init(max: shown - 0.1), 0),
    ] {
      #expect(index.matches(of: QuakesQuery(magnitude: bounds)).count == count)
    }
  }
}

@Suite struct EventTypeTests {
  @Test(arguments: EventType.allCases)
  func `Known types are recognised`(_ type: EventType) {
    #expect(EventType(name: type.rawValue) == type)
    #expect(EventType.code(name: type.rawValue) == type.code)
    #expect(type.code > 0)
  }

  @Test(
    arguments: [
      ("quarry", .quarryBlast), ("Earthquake", nil), ("", nil), ("moonquake", nil),
      ("quarry blast ", nil),
    ] as [(String, EventType?)])
  func `Other types have no known type`(_ name: String, _ type: EventType?) {
    #expect(EventType(name: name) == type)
    #expect(EventType.code(name: name) == type?.code ?? 0)
  }

  @Test func `Each type has its own code`() {
    #expect(Set(EventType.allCases.map(\.code)).count == EventType.allCases.count)
  }
}
