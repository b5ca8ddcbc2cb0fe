import Foundation
import QuakesData
import Testing

@testable import QuakesUI

/// Properties of the picture that hold for every fault.
@Suite struct BeachBallTests {
  private static let planes = [
    (5.0, 80.0, -6.0), (0, 90, 0), (0, 90, 180), (0, 45, 90), (0, 45, -90), (226, 38, 141),
    (354, 71, 62), (299.27, 44, -91), (90, 10, 90), (90, 0, 0), (123, 89.9, 0.1), (45, 30, -45),
    (360, 90, 90), (271, 63, -160),
  ]

  private struct Point {
    let x, y: Double
  }

  /// Returns the rings of a path.
  private func rings(_ path: String) -> [[Point]] {
    path.split(separator: "M").map { ring in
      let numbers = ring.dropLast().split(separator: " ").compactMap { Double($0) }
      return stride(from: 0, to: numbers.count - 1, by: 2).map {
        Point(x: numbers[$0], y: numbers[$0 + 1])
      }
    }
  }

  private func ball(_ plane: (Double, Double, Double)) throws -> [[Point]] {
    let document = #"{"strike":\#(plane.0),"dip":\#(plane.1),"rake":\#(plane.2)}"#
    let plane = try JSONDecoder().decode(FaultMechanism.Plane.self, from: Data(document.utf8))
    return rings(BeachBall(plane).path)
  }

  /// As much is pushed outward as inward, and the projection keeps areas.
  @Test(arguments: planes)
  func `Half of the picture is dark`(_ plane: (Double, Double, Double)) throws {
    let area = try ball(plane).reduce(0.0) { sum, ring in
      sum
        + abs(
          zip(ring, ring.dropFirst() + ring.prefix(1))
            .reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }) / 2
    }
    #expect(abs(area - .pi / 2) < 0.03)
    for point in try ball(plane).joined() {
      #expect(point.x * point.x + point.y * point.y < 1.02)
    }
  }

  /// The axes of tension and of pressure, azimuth and plunge in degrees, as published with
  /// the moment tensors of the recorded events.
  @Test(
    arguments: [
      ((5, 80, -6), (230, 2), (321, 11)),
      // Pure thrust and normal faults: tension or pressure is vertical.
      ((0, 45, 90), (0, 90), (90, 0)), ((0, 45, -90), (90, 0), (0, 90)),
      // A left-lateral fault to the north.
      ((0, 90, 0), (45, 0), (315, 0)),
    ] as [((Double, Double, Double), (Double, Double), (Double, Double))])
  func `Tension is dark, and pressure is not`(
    _ plane: (Double, Double, Double), _ tension: (Double, Double), _ pressure: (Double, Double)
  ) throws {
    let rings = try ball(plane)
    #expect(contains(rings, tension))
    #expect(!contains(rings, pressure))
  }

  private func contains(_ rings: [[Point]], _ axis: (azimuth: Double, plunge: Double)) -> Bool {
    let radians = Double.pi / 180
    // Slightly within the circle, of which a horizontal axis is at the edge.
    let radius = 2.0.squareRoot() * sin((90 - axis.plunge) * radians / 2) * 0.97
    let point = Point(
      x: radius * sin(axis.azimuth * radians), y: -radius * cos(axis.azimuth * radians))
    return rings.contains { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).count { from, to in
        (from.y > point.y) != (to.y > point.y)
          && point.x < (to.x - from.x) * (point.y - from.y) / (to.y - from.y) + from.x
      } % 2 == 1
    }
  }
}
