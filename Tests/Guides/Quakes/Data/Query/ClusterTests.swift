import Foundation
import Testing

@testable import QuakesData

/// Swarms among the matches of a query.
@Suite struct ClusterTests {
  private static func quakes(
    _ name: String, _ count: Int, longitude: Double, latitude: Double, spread: Double = 0.2
  ) -> [Quake] {
    (0..<count).map { number in
      let angle = Double(number)
      return Quake.of(
        "\(name)\(number)", number == 0 ? 6 : 3, time: Double(number),
        longitude: longitude + spread * sin(angle), latitude: latitude + spread * cos(angle))
    }
  }

  private static func clusters(of quakes: [Quake]) -> [String] {
    QuakeIndex(quakes).matches(of: QuakesQuery()).clusters(3, ofAtLeast: 10)
      .map { "\($0.count) near \($0.largest.id)" }
  }

  @Test func `Clusters have a minimum of quakes`() {
    #expect(Self.clusters(of: []) == [])
    #expect(Self.clusters(of: Self.quakes("a", 9, longitude: 20, latitude: 30)) == [])
    #expect(Self.clusters(of: Self.quakes("a", 10, longitude: 20, latitude: 30)) == ["10 near a0"])
  }

  @Test(arguments: [(31.0, 1), (31.1, 0)])
  func `Matches of more than a month have no clusters`(days: Double, count: Int) {
    let quakes = Self.quakes("a", 12, longitude: 20, latitude: 30)
    let last = Quake.of("last", 3, time: days * 86_400, longitude: 90, latitude: 0)
    #expect(Self.clusters(of: quakes + [last]).count == count)
  }

  @Test(arguments: [(180.0, 10.0), (-179.95, -10), (0, 89.8), (0, -89.8), (20, 0), (10.5, 60)])
  func `The edges of cells and of the world do not divide a cluster`(
    longitude: Double, latitude: Double
  ) {
    let quakes = Self.quakes("a", 30, longitude: longitude, latitude: latitude)
      .map { quake in
        quake.with {
          $0.common.longitude = quake.longitude.remainder(dividingBy: 360)
          $0.common.latitude = min(max(quake.latitude, -90), 90)
        }
      }
    #expect(Self.clusters(of: quakes) == ["30 near a0"])
  }

  @Test func `Clusters are sorted by their number of quakes and do not overlap`() {
    let quakes =
      Self.quakes("a", 12, longitude: 20, latitude: 30)
      + Self.quakes("b", 20, longitude: 60, latitude: 30)
      + Self.quakes("c", 15, longitude: 20, latitude: 35)
      + Self.quakes("d", 11, longitude: -60, latitude: 35)
      + Self.quakes("far", 40, longitude: 0, latitude: -40, spread: 30)
    #expect(Self.clusters(of: quakes) == ["20 near b0", "15 near c0", "12 near a0"])
  }
}
