import Testing

@testable import QuakesData

@Suite struct MagnitudeClassTests {
  @Test(
    arguments: [
      (nil, .unknown, nil), (-1.64, .negative, "-1.6"), (-1.65, .negative, "-1.7"),
      (-0.05, .negative, "-0.1"), (-0.04, .zero, "0.0"), (0, .zero, "0.0"), (0.04, .zero, "0.0"),
      (0.05, .zero, "0.1"), (0.94, .zero, "0.9"), (0.95, .one, "1.0"), (1.96000004, .two, "2.0"),
      (2.45, .two, "2.5"), (2.94, .two, "2.9"), (2.95, .three, "3.0"), (3.949, .four, "4.0"),
      (4.5, .four, "4.5"), (5, .five, "5.0"), (6.94, .six, "6.9"), (6.95, .seven, "7.0"),
      (7, .seven, "7.0"), (9.5, .seven, "9.5"), (10.25, .seven, "10.3"),
    ] as [(Double?, MagnitudeClass, String?)])
  func `By what is shown`(
    _ magnitude: Double?, _ expected: MagnitudeClass, _ shown: String?
  ) {
    let quake = Quake.of("q", magnitude)
    #expect(MagnitudeClass(quake) == expected)
    #expect(quake.shownMagnitude == shown)
  }

  /// Each hundredth is within the bounds of its class, and of no other.
  @Test func `Bounds`() {
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

@Suite struct EventTypeTests {
  @Test(arguments: EventType.allCases)
  func `Known words`(_ type: EventType) {
    #expect(EventType(words: type.rawValue) == type)
    #expect(EventType.code(words: type.rawValue) == type.code)
    #expect(type.code > 0)
  }

  @Test(
    arguments: [
      ("quarry", .quarryBlast), ("Earthquake", nil), ("", nil), ("moonquake", nil),
      ("quarry blast ", nil),
    ] as [(String, EventType?)])
  func `Other words`(_ words: String, _ type: EventType?) {
    #expect(EventType(words: words) == type)
    #expect(EventType.code(words: words) == type?.code ?? 0)
  }

  @Test func `Each has a code of its own`() {
    #expect(Set(EventType.allCases.map(\.code)).count == EventType.allCases.count)
  }
}
