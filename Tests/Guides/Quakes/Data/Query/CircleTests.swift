import TestSupport
import Testing

@testable import QuakesData

/// The circles around places.
@Suite struct CircleTests {
  private static let circles = [
    (0.0, 0.0, 1.0), (139.7, 35.7, 300), (-179.9, 51, 2_000), (179.9, -60, 3_000),
    (12, 89, 50), (12, 89, 500), (0, -90, 100),
  ]

  /// Every point of the edge is at the distance of the radius, in the direction
  /// that was asked for.
  @Test(arguments: circles)
  func `The edge is a circle`(longitude: Double, latitude: Double, radius: Double) {
    let circle = QuakesQuery.Circle(longitude: longitude, latitude: latitude, radius: radius)
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      let edge = circle.edge(towards: bearing)
      #expect((-90...90).contains(edge.latitude))
      #expect(abs(edge.longitude - longitude) <= 180)
      let distance = circle.distance(longitude: edge.longitude, latitude: edge.latitude)
      #expect(abs(distance - radius) < 0.01)
      guard abs(latitude) < 90 else { continue }
      let turn = abs(circle.bearing(longitude: edge.longitude, latitude: edge.latitude) - bearing)
      #expect(min(turn, 360 - turn) < 0.01)
    }
  }

  /// Of places everywhere, and of others near the edge.
  @Test(arguments: circles) func `Nearness agrees with the distance`(
    longitude: Double, latitude: Double, radius: Double
  ) {
    let circle = QuakesQuery.Circle(longitude: longitude, latitude: latitude, radius: radius)
    let nearness = QuakesQuery.Circle.Nearness(of: circle)
    var generator = SeededGenerator(seed: 8)
    for number in 0..<4_000 {
      var place = (
        longitude: Double.random(in: -180...180, using: &generator),
        latitude: Double.random(in: -90...90, using: &generator)
      )
      if number % 2 == 0 {
        var other = circle
        other.radius *= Double.random(in: 0.999...1.001, using: &generator)
        place = other.edge(towards: Double.random(in: 0..<360, using: &generator))
        place.longitude = place.longitude.remainder(dividingBy: 360)
      }
      let distance = circle.distance(longitude: place.longitude, latitude: place.latitude)
      guard abs(distance - radius) > 1e-6 else { continue }
      let isWithin = nearness.contains(longitude: place.longitude, latitude: place.latitude)
      #expect(isWithin == (distance < radius))
      let box = circle.box
      #expect(!isWithin || box.contains(longitude: place.longitude, latitude: place.latitude))
    }
  }
}
