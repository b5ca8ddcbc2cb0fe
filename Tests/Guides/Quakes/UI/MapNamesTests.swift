import Testing

@testable import QuakesUI

@Suite struct MapNamesTests {
  private static func names(_ longitude: Double, _ latitude: Double, _ width: Double)
    -> [MapNames.Name]
  {
    MapNames(camera: Camera(longitude: longitude, latitude: latitude, width: width)).names()
  }

  @Test(
    arguments: [
      (150, 0, 360, ["North Pacific Ocean", "Russia", "Australia", "United States"]),
      (138, 37, 30, ["Japan", "Tokyo", "Seoul", "Sea of Japan"]),
      (-118, 36, 20, ["California", "Los Angeles", "San Francisco"]),
      (180, -20, 40, ["Fiji", "Vanuatu"]),
    ] as [(Double, Double, Double, [String])])
  func `Views name what matters`(
    longitude: Double, latitude: Double, width: Double, expected: [String]
  ) {
    let names = Self.names(longitude, latitude, width)
    for name in expected {
      #expect(names.contains { $0.text == name }, "\(name) is not among \(names.map(\.text))")
    }
    #expect(names.count <= 60)
    #expect(Set(names).count == names.count)
  }

  @Test func `Names are within the frame, and narrow windows have fewer`() {
    for (longitude, latitude, width) in [(150.0, 0.0, 360.0), (10, 50, 40), (-90, 15, 8)] {
      let names = Self.names(longitude, latitude, width)
      #expect(names.allSatisfy { (0...100).contains($0.x) && (0...100).contains($0.y) })
      #expect(names.filter(\.isWide).count > 0)
      #expect(names.filter { !$0.isWide }.count > 3)
      // The narrow ones come first.
      #expect(names.map(\.isWide) == names.map(\.isWide).sorted { !$0 && $1 })
    }
  }

  @Test(arguments: [
    ("ARCTIC OCEAN", "Arctic Ocean"), ("Gulf of Alaska", "Gulf of Alaska"),
    ("GULF OF MEXICO", "Gulf of Mexico"),
  ])
  func `Names in capitals are written as others`(name: String, expected: String) {
    #expect(MapNames.capitalized(name) == expected)
  }
}
